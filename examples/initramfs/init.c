/* The first process of an initial file system that holds this, the field and
 * nothing else: shows the field, mounts the root file system, and gives the
 * machine over to it. The field goes on meanwhile, and after.
 *
 * In the order of things:
 *   /modules      kernel modules, if there are any: loaded in the order of /modules/order
 *   /fieldfb      the program, started as this one's child
 *   root=         the device of the root file system, waited for; rootfstype= and
 *                 rootflags= as the kernel knows them, ro unless rw is given
 *   init=         what is started there (/sbin/init)
 *
 * C, for all of it is system calls: this program is a fiftieth of the other. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static char command_line[4096];

static void say(const char *what, const char *which) {
    int log = open("/dev/kmsg", O_WRONLY | O_CLOEXEC);
    char line[256] = "init: ";
    size_t room = sizeof line - 8;
    strncat(line, what, room);
    strncat(line, which, room - strlen(line));
    strcat(line, "\n");
    if (write(log, line, strlen(line)) < 0) { /* There is nobody else to tell. */ }
    close(log);
}

/* Ends the machine's start: the kernel stops when this process ends. */
static void stop(const char *what, const char *which) {
    say(what, which);
    sleep(5);
    _exit(1);
}

/* The value of a word of the kernel's command line, or what is given instead. */
static const char *word(const char *name, const char *otherwise) {
    static char values[8][256];
    static int count;
    size_t length = strlen(name);
    for (const char *at = command_line; *at != 0;) {
        size_t end = strcspn(at, " \n");
        if (strncmp(at, name, length) == 0 && end >= length && end - length < sizeof values[0] && count < 8) {
            char *value = values[count++];
            memcpy(value, at + length, end - length);
            value[end - length] = 0;
            return value;
        }
        at += end + (at[end] != 0);
    }
    return otherwise;
}

static void load_modules(void) {
    static char order[16384];
    int file = open("/modules/order", O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    ssize_t count = read(file, order, sizeof order - 1);
    close(file);
    if (chdir("/modules") != 0 || count < 0) return;
    for (char *at = order; at < order + count;) {
        char *end = strchr(at, '\n');
        if (end == NULL) break;
        *end = 0;
        int module = open(at, O_RDONLY | O_CLOEXEC);
        if (module < 0 || (syscall(SYS_finit_module, module, "", 0) != 0 && errno != EEXIST))
            say("cannot load module ", at);
        close(module);
        at = end + 1;
    }
    if (chdir("/") != 0) say("no root folder", "");
}

static void start_field(void) {
    if (strcmp(word("fieldfb.enable=", "1"), "0") == 0) return;
    mkdir("/run/fieldfb", 0755);
    if (fork() != 0) return;
    /* With a terminal it would show the field there as long as there is no display. */
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    dup2(nothing, 0);
    dup2(nothing, 1);
    /* By the @ systemd knows that it is not to be ended with the rest. */
    int log = open("/dev/kmsg", O_WRONLY | O_CLOEXEC);
    dup2(log, 2);
    execl("/fieldfb", "@fieldfb", "run", "--socket", "/run/fieldfb/initramfs", (char *)NULL);
    say("cannot start /fieldfb: ", strerror(errno));
    _exit(127);
}

static void mount_root(void) {
    const char *device = word("root=", ""), *type = word("rootfstype=", "ext4");
    unsigned long flags = strcmp(word("rw", "no"), "") == 0 ? 0 : MS_RDONLY;
    if (*device == 0) stop("no root= on the kernel's command line", "");
    for (int turn = 0; mount(device, "/root", type, flags, word("rootflags=", "")) != 0; turn++) {
        if (turn == 3000) stop("cannot mount ", device);
        usleep(10000);
    }
}

/* Frees the memory of this file system, without crossing into another one. The
 * kernel is asked for names directly: readdir would bring malloc along. */
static void empty(int folder, dev_t device) {
    _Alignas(struct dirent) char names[1024];
    long count;
    while ((count = syscall(SYS_getdents64, folder, names, sizeof names)) > 0)
        for (long at = 0; at < count; at += ((struct dirent *)(names + at))->d_reclen) {
            const char *name = ((struct dirent *)(names + at))->d_name;
            struct stat status;
            if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0) continue;
            if (fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0 || status.st_dev != device) continue;
            if (S_ISDIR(status.st_mode)) empty(openat(folder, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC), device);
            unlinkat(folder, name, S_ISDIR(status.st_mode) ? AT_REMOVEDIR : 0);
        }
    close(folder);
}

static void switch_root(void) {
    static const char *const mounts[][2] =
        {{"/dev", "/root/dev"}, {"/proc", "/root/proc"}, {"/sys", "/root/sys"}, {"/run", "/root/run"}};
    const char *init = word("init=", "/sbin/init");
    /* Not moved: the field stays in this file system, and needs the devices when a
     * display comes later. */
    for (int i = 0; i < 4; i++)
        if (mount(mounts[i][0], mounts[i][1], NULL, MS_BIND, NULL) != 0) stop("cannot bind ", mounts[i][0]);
    struct stat status;
    int old = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fstat(old, &status) != 0 || chdir("/root") != 0) stop("no root file system", "");
    empty(old, status.st_dev);
    if (mount(".", "/", NULL, MS_MOVE, NULL) != 0 || chroot(".") != 0 || chdir("/") != 0)
        stop("cannot change the root", "");
    execl(init, init, (char *)NULL);
    stop("cannot start ", init);
}

int main(void) {
    mount("devtmpfs", "/dev", "devtmpfs", MS_NOSUID, NULL);
    mount("proc", "/proc", "proc", MS_NOSUID | MS_NOEXEC | MS_NODEV, NULL);
    mount("sysfs", "/sys", "sysfs", MS_NOSUID | MS_NOEXEC | MS_NODEV, NULL);
    mount("tmpfs", "/run", "tmpfs", MS_NOSUID | MS_NODEV, "mode=0755");
    int file = open("/proc/cmdline", O_RDONLY | O_CLOEXEC);
    if (read(file, command_line, sizeof command_line - 1) < 0) say("no command line", "");
    close(file);
    start_field();
    load_modules();
    mount_root();
    switch_root();
    return 1;
}

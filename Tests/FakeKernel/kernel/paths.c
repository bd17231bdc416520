/* Paths: the /dev, /sys, the program's own folders and a few files of /proc
 * that the program sees lie in the folder of the scenario. */
#include "kernel.h"
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

char kernel_folder[256], root_folder[300];

/* Whether a path is the folder of that name, or lies in it. */
static bool lies_in(const char *path, const char *folder) {
    size_t length = strlen(folder);
    return strncmp(path, folder, length) == 0 && (path[length] == 0 || path[length] == '/');
}

static bool is_ours(const char *path) {
    static const char *const beginnings[] = {"/dev/fb", "/dev/tty", "/dev/vcs"};
    static const char *const folders[] = {
        "/dev/dri", "/dev/console", "/sys", "/run/fieldfb", "/etc/fieldfb", "/usr/lib/fieldfb",
    };
    static const char *const files[] = {"/dev", "/proc/cmdline", "/proc/fb", "/proc/consoles", "/proc/modules"};
    for (unsigned i = 0; i < COUNT(beginnings); i++)
        if (strncmp(path, beginnings[i], strlen(beginnings[i])) == 0) return true;
    for (unsigned i = 0; i < COUNT(folders); i++)
        if (lies_in(path, folders[i])) return true;
    for (unsigned i = 0; i < COUNT(files); i++)
        if (strcmp(path, files[i]) == 0) return true;
    return false;
}

const char *path_seen(const char *path, char buffer[4096]) {
    if (path == NULL || root_folder[0] == 0 || !is_ours(path)) return path;
    snprintf(buffer, 4096, "%s%s", root_folder, path);
    return buffer;
}

bool path_device(const char *path, char device[64]) {
    char buffer[4096], resolved[PATH_MAX];
    const char *seen = path_seen(path, buffer);
    if (seen == path || REAL(realpath)(seen, resolved) == NULL) return false;
    const char *name = resolved + strlen(root_folder);
    if (strncmp(name, "/dev/", 5) != 0) return false;
    struct stat record;
    if (REAL(stat)(resolved, &record) != 0 || !S_ISREG(record.st_mode)) return false;
    snprintf(device, 64, "%s", name + 5);
    return true;
}

/* The call on the path as the program wrote it; then the function behind. */
#define SEEN(call, otherwise) \
    char buffer[4096]; \
    const char *seen = path_seen(path, buffer); \
    if (seen != path && call_passes(path, call) != 0) return otherwise

static void make_device(const char *path, struct stat *record) {
    char device[64];
    int number;
    if (!path_device(path, device)) return;
    record->st_mode = S_IFCHR | 0660;
    if (sscanf(device, "dri/card%d", &number) == 1) record->st_rdev = makedev(226, (unsigned)number);
    else if (sscanf(device, "dri/renderD%d", &number) == 1) record->st_rdev = makedev(226, (unsigned)number);
    else if (sscanf(device, "fb%d", &number) == 1) record->st_rdev = makedev(29, (unsigned)number);
    else if (sscanf(device, "tty%d", &number) == 1) record->st_rdev = makedev(4, (unsigned)number);
    else record->st_rdev = makedev(5, strcmp(device, "console") == 0 ? 1 : 0);
}

EXPORT int stat(const char *path, struct stat *record) {
    SEEN("stat", -1);
    int result = REAL(stat)(seen, record);
    if (result == 0 && seen != path) make_device(path, record);
    return result;
}

EXPORT int lstat(const char *path, struct stat *record) {
    SEEN("lstat", -1);
    int result = REAL(lstat)(seen, record);
    if (result == 0 && seen != path && S_ISREG(record->st_mode)) make_device(path, record);
    return result;
}

EXPORT int fstat(int descriptor, struct stat *record) {
    int result = REAL(fstat)(descriptor, record);
    kernel_lock();
    struct file *file = file_of(descriptor);
    if (result == 0 && file != NULL && file->kind != file_uevents) {
        static const unsigned majors[] = {0, 226, 29, 4, 0};
        record->st_mode = S_IFCHR | 0660;
        record->st_rdev = makedev(majors[file->kind], (unsigned)file->number);
    }
    kernel_unlock();
    return result;
}

EXPORT int access(const char *path, int mode) {
    SEEN("access", -1);
    return REAL(access)(seen, mode);
}

EXPORT DIR *opendir(const char *path) {
    SEEN("opendir", NULL);
    return REAL(opendir)(seen);
}

EXPORT ssize_t readlink(const char *path, char *text, size_t size) {
    SEEN("readlink", -1);
    return REAL(readlink)(seen, text, size);
}

EXPORT char *realpath(const char *path, char *result) {
    SEEN("realpath", NULL);
    char *resolved = REAL(realpath)(seen, result);
    size_t length = strlen(root_folder);
    if (resolved != NULL && seen != path && strncmp(resolved, root_folder, length) == 0)
        memmove(resolved, resolved + length, strlen(resolved + length) + 1);
    return resolved;
}

EXPORT int unlink(const char *path) {
    char buffer[4096];
    return REAL(unlink)(path_seen(path, buffer));
}

EXPORT int mkdir(const char *path, mode_t mode) {
    char buffer[4096];
    return REAL(mkdir)(path_seen(path, buffer), mode);
}

EXPORT int rename(const char *old, const char *new) {
    char first[4096], second[4096];
    return REAL(rename)(path_seen(old, first), path_seen(new, second));
}

EXPORT int inotify_add_watch(int queue, const char *path, uint32_t mask) {
    SEEN("inotify_add_watch", -1);
    return REAL(inotify_add_watch)(queue, seen, mask);
}

EXPORT FILE *fopen(const char *path, const char *mode) {
    char buffer[4096];
    return REAL(fopen)(path_seen(path, buffer), mode);
}

/* --- Making what is seen ------------------------------------------------------ */

static void make_folders(const char *path) {
    char text[4096];
    snprintf(text, sizeof text, "%s%s", root_folder, path);
    for (char *slash = strchr(text + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        REAL(mkdir)(text, 0755);
        *slash = '/';
    }
}

void tree_write(const char *path, const char *format, ...) {
    char text[4096];
    make_folders(path);
    snprintf(text, sizeof text, "%s%s", root_folder, path);
    FILE *file = REAL(fopen)(text, "we");
    if (file == NULL) return;
    va_list arguments;
    va_start(arguments, format);
    vfprintf(file, format, arguments);
    va_end(arguments);
    fclose(file);
}

void tree_link(const char *path, const char *target) {
    char text[4096];
    make_folders(path);
    snprintf(text, sizeof text, "%s%s", root_folder, path);
    REAL(unlink)(text);
    if (symlink(target, text) != 0) fprintf(stderr, "fake kernel: %s: %m\n", text);
}

void tree_remove(const char *path) {
    char text[4096];
    struct stat record;
    snprintf(text, sizeof text, "%s%s", root_folder, path);
    if (REAL(lstat)(text, &record) != 0) return;
    if (!S_ISDIR(record.st_mode)) {
        REAL(unlink)(text);
        return;
    }
    DIR *folder = REAL(opendir)(text);
    for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
        char inner[4096];
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        snprintf(inner, sizeof inner, "%s/%s", path, entry->d_name);
        tree_remove(inner);
    }
    if (folder != NULL) closedir(folder);
    rmdir(text);
}

/* libc as the daemon, the client and the outputs need it.
 *
 * Swift imports neither variadic functions (open, ioctl, fcntl) nor most
 * macros, and Embedded Swift has no Glibc module: what is missing is wrapped
 * here, each wrapper with its reason. */
#pragma once

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/types.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

/* errno is a macro over a thread-local: not imported. */
static inline int cdrm_errno(void) { return errno; }
static inline void cdrm_set_errno(int value) { errno = value; }

/* MAP_FAILED is a cast of a number to a pointer. Not malloc and free, which a
 * compiler takes out in pairs. */
static inline int cdrm_has_memory(size_t count) {
    void *memory = mmap(NULL, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return 0;
    munmap(memory, count);
    return 1;
}

/* open is variadic. */
static inline int cdrm_open(const char *path, int flags, mode_t mode) {
    return open(path, flags | O_CLOEXEC, mode);
}

/* openat2 has no function in libc, and syscall is variadic. */
static inline int cdrm_open_in_root(const char *root, const char *path, int flags) {
#ifdef SYS_openat2
    struct open_how how = {.flags = (uint64_t)flags | O_CLOEXEC, .resolve = RESOLVE_IN_ROOT};
    int folder = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) return -1;
    int descriptor = (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
    int saved = errno;
    close(folder);
    errno = saved;
    return descriptor;
#else
    (void)root, (void)path, (void)flags;
    errno = ENOSYS;
    return -1;
#endif
}

/* fcntl is variadic. */
static inline int cdrm_set_nonblocking(int descriptor) {
    int flags = fcntl(descriptor, F_GETFL);
    return flags < 0 ? -1 : fcntl(descriptor, F_SETFL, flags | O_NONBLOCK);
}
static inline int cdrm_set_close_on_exec(int descriptor) {
    return fcntl(descriptor, F_SETFD, FD_CLOEXEC);
}

/* The type argument of socket is an enumeration in one libc and a number in
 * another, and its flags are macros over both. */
static inline int cdrm_unix_stream(void) {
    return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
}
static inline int cdrm_unix_datagram(void) {
    return socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
}

/* The longest name a local socket can have, without the closing zero. */
static const size_t cdrm_unix_name_limit = sizeof(((struct sockaddr_un *)0)->sun_path) - 1;

/* A sockaddr_un is passed under the type of another struct, and its length
 * depends on the name: an abstract name begins with a zero byte (written as @)
 * and ends where its length says. */
static inline socklen_t cdrm_unix_address(const char *name, struct sockaddr_un *address) {
    size_t length = strlen(name);
    if (length == 0 || length > cdrm_unix_name_limit) return 0;
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    memcpy(address->sun_path, name, length);
    if (name[0] == '@') {
        address->sun_path[0] = 0;
        return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length);
    }
    return (socklen_t)sizeof *address;
}
static inline int cdrm_unix_bind(int descriptor, const char *name) {
    struct sockaddr_un address;
    socklen_t length = cdrm_unix_address(name, &address);
    if (length == 0) {
        errno = ENAMETOOLONG;
        return -1;
    }
    return bind(descriptor, (const struct sockaddr *)&address, length);
}
static inline int cdrm_unix_connect(int descriptor, const char *name) {
    struct sockaddr_un address;
    socklen_t length = cdrm_unix_address(name, &address);
    if (length == 0) {
        errno = ENAMETOOLONG;
        return -1;
    }
    return connect(descriptor, (const struct sockaddr *)&address, length);
}

/* accept4 needs _GNU_SOURCE, which changes the argument types of other calls. */
static inline int cdrm_accept(int listener) {
    int descriptor = accept(listener, NULL, NULL);
    if (descriptor < 0) return -1;
    if (cdrm_set_close_on_exec(descriptor) < 0 || cdrm_set_nonblocking(descriptor) < 0) {
        int saved = errno;
        close(descriptor);
        errno = saved;
        return -1;
    }
    return descriptor;
}

/* struct ucred needs _GNU_SOURCE; this is its layout in the kernel. */
struct cdrm_peer {
    pid_t process;
    uid_t user;
    gid_t group;
};
static inline int cdrm_peer_of(int descriptor, struct cdrm_peer *peer) {
    socklen_t size = sizeof *peer;
    return getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, peer, &size);
}
/* How many further groups the peer has. Where they do not fit, none is
 * written, and the kernel says ERANGE and the size they need. */
static inline ssize_t cdrm_peer_groups(int descriptor, gid_t *groups, size_t capacity) {
    socklen_t size = (socklen_t)(capacity * sizeof *groups);
    if (getsockopt(descriptor, SOL_SOCKET, SO_PEERGROUPS, groups, &size) < 0 && errno != ERANGE) return -1;
    return (ssize_t)(size / sizeof *groups);
}

/* The path a local socket is bound to, of which the kernel tells the length in
 * the length of its address; the result is 0 where there is none. */
static inline size_t cdrm_unix_name(int descriptor, char *name, size_t capacity) {
    struct sockaddr_un address;
    socklen_t length = sizeof address;
    if (getsockname(descriptor, (struct sockaddr *)&address, &length) < 0) return 0;
    if (address.sun_family != AF_UNIX || length <= offsetof(struct sockaddr_un, sun_path)) return 0;
    size_t count = length - offsetof(struct sockaddr_un, sun_path);
    if (count > sizeof address.sun_path) count = sizeof address.sun_path;
    count = strnlen(address.sun_path, count);
    if (count > capacity) return 0;
    memcpy(name, address.sun_path, count);
    return count;
}

/* Three getsockopt calls with their argument types; 1 when it is a local
 * stream socket that listens. */
static inline int cdrm_is_unix_listener(int descriptor) {
    int listens = 0, domain = 0, type = 0;
    socklen_t size = sizeof(int);
    if (getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) < 0) return 0;
    size = sizeof(int);
    if (getsockopt(descriptor, SOL_SOCKET, SO_DOMAIN, &domain, &size) < 0) return 0;
    size = sizeof(int);
    if (getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &size) < 0) return 0;
    return listens == 1 && domain == AF_UNIX && type == SOCK_STREAM;
}

/* MSG_NOSIGNAL is an enumerator in one libc and a macro in another. */
static inline ssize_t cdrm_send(int descriptor, const void *bytes, size_t count) {
    return send(descriptor, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT);
}

/* The control message of SCM_RIGHTS is laid out by macros. */
static inline ssize_t cdrm_send_descriptor(int socket, const void *bytes, size_t count, int descriptor) {
    struct iovec piece = {(void *)bytes, count};
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof(int))];
    } control;
    memset(&control, 0, sizeof control);
    struct msghdr message = {0};
    message.msg_iov = &piece;
    message.msg_iovlen = 1;
    message.msg_control = control.bytes;
    message.msg_controllen = sizeof control.bytes;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(header), &descriptor, sizeof(int));
    return sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
}

/* memfd_create needs _GNU_SOURCE, as accept4. */
static inline int cdrm_memory_file(const char *name) {
    return (int)syscall(SYS_memfd_create, name, 1u /* MFD_CLOEXEC */);
}

/* stat names both a call and a struct: the call is hidden by the struct. */
static inline int cdrm_stat(const char *path, struct stat *record) { return stat(path, record); }

/* S_ISREG and its like are function-like macros. */
static inline int cdrm_is_regular(mode_t mode) { return S_ISREG(mode); }
static inline int cdrm_is_socket(mode_t mode) { return S_ISSOCK(mode); }
static inline int cdrm_is_directory(mode_t mode) { return S_ISDIR(mode); }
static inline int cdrm_is_device(mode_t mode) { return S_ISCHR(mode) || S_ISBLK(mode); }

/* SIG_IGN is a cast of a number to a function pointer. */
static inline void cdrm_ignore_signal(int number) { signal(number, SIG_IGN); }

/* The handler of struct sigaction is a member of a union behind a macro. It is
 * called once, for a fault or another signal that ends the process and is not
 * expected; then the default action of the signal follows. */
static inline void cdrm_on_crash(void (*handler)(int)) {
    const int numbers[] = {SIGILL,  SIGTRAP, SIGABRT, SIGBUS,  SIGFPE,  SIGSEGV, SIGSYS,  SIGUSR1,
                           SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGXFSZ, SIGPWR, SIGIO};
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    action.sa_flags = SA_RESETHAND;
    /* Who started the program may have left them blocked. */
    sigset_t deadly;
    sigemptyset(&deadly);
    for (size_t index = 0; index < sizeof numbers / sizeof *numbers; index++) {
        sigaction(numbers[index], &action, NULL);
        if (numbers[index] != SIGUSR1 && numbers[index] != SIGUSR2) sigaddset(&deadly, numbers[index]);
    }
    sigprocmask(SIG_UNBLOCK, &deadly, NULL);
}

/* sigset_t is opaque: the signals the daemon takes through a descriptor are
 * blocked and the descriptor made in one step. */
static inline int cdrm_signal_descriptor(const int *numbers, size_t count) {
    sigset_t set;
    sigemptyset(&set);
    for (size_t index = 0; index < count; index++) sigaddset(&set, numbers[index]);
    if (sigprocmask(SIG_BLOCK, &set, NULL) < 0) return -1;
    return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

/* The flags of timerfd and inotify are enumerators of unnamed types. */
static inline int cdrm_monotonic_timer(void) {
    return timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
}
/* Nanoseconds of the monotonic clock at which it goes off; 0 disarms it. */
static inline int cdrm_set_timer(int descriptor, int64_t nanoseconds) {
    struct itimerspec when = {{0, 0}, {0, 0}};
    when.it_value.tv_sec = (time_t)(nanoseconds / 1000000000);
    when.it_value.tv_nsec = (long)(nanoseconds % 1000000000);
    return timerfd_settime(descriptor, TFD_TIMER_ABSTIME, &when, NULL);
}
/* A timer of the wall clock that becomes readable when that clock is set. It
 * is due at the last moment a time_t can tell. */
static inline int cdrm_clock_watch(void) {
    int descriptor = timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK);
    if (descriptor < 0) return -1;
    struct itimerspec when = {{0, 0}, {0, 0}};
    time_t half = (time_t)1 << (sizeof(time_t) * 8 - 2);
    when.it_value.tv_sec = half - 1 + half;
    if (timerfd_settime(descriptor, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &when, NULL) == 0)
        return descriptor;
    int saved = errno;
    close(descriptor);
    errno = saved;
    return -1;
}
static inline int cdrm_inotify(void) { return inotify_init1(IN_CLOEXEC | IN_NONBLOCK); }

/* d_name is an array inside a record of unknown length, which Swift would copy as a whole. */
static inline const char *cdrm_entry_name(const struct dirent *entry) { return entry->d_name; }

/* A shared mapping, or NULL: MAP_FAILED is a macro that Swift does not import.
 * The offsets of DRM pass 4 GiB, where an off_t of 32 bits must not cut them. */
static inline void *cdrm_map(int descriptor, int64_t offset, size_t byte_count) {
    if ((int64_t)(off_t)offset != offset) {
        errno = EOVERFLOW;
        return NULL;
    }
    void *address = mmap(NULL, byte_count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, (off_t)offset);
    return address == MAP_FAILED ? NULL : address;
}

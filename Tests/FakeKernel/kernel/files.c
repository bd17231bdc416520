/* Open descriptors: which of them are ours, and the calls made on them. */
#include "kernel.h"
#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

enum { max_descriptors = 4096 };
static struct file *files[max_descriptors];

void *real_function(void **place, const char *name) {
    if (*place == NULL) *place = dlsym(RTLD_NEXT, name);
    return *place;
}

struct file *file_of(int descriptor) {
    return descriptor >= 0 && descriptor < max_descriptors ? files[descriptor] : NULL;
}

/* A descriptor that can be waited on: one end of a pair of sockets, whose other
 * end is the kernel's. Packets, so that an event is read as a whole. */
struct file *file_new(enum file_kind kind, const char *device, int number) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) != 0) return NULL;
    int other_end = fcntl(ends[1], F_DUPFD_CLOEXEC, max_descriptors / 4);
    if (other_end >= 0) {
        REAL(close)(ends[1]);
        ends[1] = other_end;
    }
    struct file *file = ends[0] < max_descriptors ? calloc(1, sizeof *file) : NULL;
    if (file == NULL) {
        REAL(close)(ends[0]);
        REAL(close)(ends[1]);
        errno = EMFILE;
        return NULL;
    }
    file->kind = kind;
    file->descriptor = ends[0];
    file->other_end = ends[1];
    file->number = number;
    file->opened = ++shared->opened;
    snprintf(file->device, sizeof file->device, "%s", device);
    files[ends[0]] = file;
    return file;
}

struct file *file_moved(struct file *file, int descriptor) {
    int former = file->descriptor;
    if (descriptor < 0 || descriptor >= max_descriptors || file_of(descriptor) != NULL) return NULL;
    if (dup2(former, descriptor) < 0) return NULL;
    REAL(close)(former);
    files[former] = NULL;
    file->descriptor = descriptor;
    files[descriptor] = file;
    return file;
}

int file_count(enum file_kind kind) {
    int count = 0;
    for (int i = 0; i < max_descriptors; i++) count += files[i] != NULL && files[i]->kind == kind;
    return count;
}

void files_each(enum file_kind kind, void (*body)(struct file *, void *), void *context) {
    for (int i = 0; i < max_descriptors; i++)
        if (files[i] != NULL && files[i]->kind == kind) body(files[i], context);
}

/* --- open, close ------------------------------------------------------------- */

static int open_device(const char *device) {
    int number;
    if (sscanf(device, "dri/card%d", &number) == 1) return card_open(device + 4, number, false);
    if (sscanf(device, "dri/renderD%d", &number) == 1) return card_open(device + 4, number - 128, true);
    if (sscanf(device, "fb%d", &number) == 1) return fbdev_open(device, number);
    if (sscanf(device, "tty%d", &number) == 1) return terminal_open(device, number);
    errno = ENXIO;      /* /dev/tty of a process without one */
    return -1;
}

static int open_seen(int folder, const char *path, int flags, mode_t mode) {
    char buffer[4096], device[64];
    const char *seen = path_seen(path, buffer);
    if (seen == path) return REAL(openat)(folder, path, flags, mode);
    if (path_device(path, device)) {
        kernel_lock();
        int descriptor = open_device(device);
        kernel_unlock();
        if (descriptor >= 0 && (flags & O_NONBLOCK) == 0) fcntl(descriptor, F_SETFL, 0);
        return descriptor;
    }
    return call_passes(path, "open") == 0 ? REAL(openat)(AT_FDCWD, seen, flags, mode) : -1;
}

#define MODE_ARGUMENT \
    mode_t mode = 0; \
    if (flags & (O_CREAT | __O_TMPFILE)) { \
        va_list arguments; \
        va_start(arguments, flags); \
        mode = va_arg(arguments, mode_t); \
        va_end(arguments); \
    }

EXPORT int open(const char *path, int flags, ...) { MODE_ARGUMENT return open_seen(AT_FDCWD, path, flags, mode); }
EXPORT int open64(const char *path, int flags, ...) { MODE_ARGUMENT return open_seen(AT_FDCWD, path, flags, mode); }
EXPORT int openat(int folder, const char *path, int flags, ...) {
    MODE_ARGUMENT return open_seen(folder, path, flags, mode);
}
EXPORT int openat64(int folder, const char *path, int flags, ...) {
    MODE_ARGUMENT return open_seen(folder, path, flags, mode);
}

EXPORT int close(int descriptor) {
    if (file_of(descriptor) == NULL) return REAL(close)(descriptor);
    kernel_lock();
    struct file *file = file_of(descriptor);
    int error = call_begin(file->device, "close");
    if (file->kind == file_card) card_closed(file);
    if (file->kind == file_terminal) terminal_closed(file);
    files[descriptor] = NULL;
    REAL(close)(file->other_end);
    free(file);
    REAL(close)(descriptor);
    int result = call_end(error);
    kernel_unlock();
    return result;
}

/* --- ioctl --------------------------------------------------------------------- */

EXPORT int ioctl(int descriptor, unsigned long request, ...) {
    va_list arguments;
    va_start(arguments, request);
    void *payload = va_arg(arguments, void *);
    va_end(arguments);
    if (file_of(descriptor) == NULL) return REAL(ioctl)(descriptor, request, payload);
    kernel_lock();
    struct file *file = file_of(descriptor);
    int result = -1;
    errno = ENOTTY;
    switch (file->kind) {
    case file_card: result = card_ioctl(file, request, payload); break;
    case file_framebuffer: result = fbdev_ioctl(file, request, payload); break;
    case file_terminal: result = terminal_ioctl(file, request, payload); break;
    case file_none: case file_uevents: break;
    }
    kernel_unlock();
    return result;
}

/* --- Reading, writing, waiting --------------------------------------------------- */

/* The call on a descriptor of ours is refused; other descriptors pass. */
static bool is_refused(int descriptor, const char *call) {
    if (file_of(descriptor) == NULL) return false;
    kernel_lock();
    int result = call_end(call_begin(file_of(descriptor)->device, call));
    kernel_unlock();
    return result != 0;
}

EXPORT ssize_t read(int descriptor, void *bytes, size_t count) {
    if (is_refused(descriptor, "read")) return -1;
    return REAL(read)(descriptor, bytes, count);
}

EXPORT ssize_t write(int descriptor, const void *bytes, size_t count) {
    struct file *file = file_of(descriptor);
    if (file == NULL) return REAL(write)(descriptor, bytes, count);
    kernel_lock();
    int error = call_begin(file->device, "write");
    if (file->kind == file_terminal) call_note(" %.*s", (int)count, (const char *)bytes);
    else if (error == 0) error = EINVAL;
    ssize_t result = call_end(error) == 0 ? (ssize_t)count : -1;
    kernel_unlock();
    return result;
}

EXPORT ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
    struct file *file = file_of(descriptor);
    if (file == NULL) return REAL(pwrite)(descriptor, bytes, count, offset);
    kernel_lock();
    errno = EINVAL;
    ssize_t result = file->kind == file_framebuffer ? fbdev_write(file, bytes, count, offset) : -1;
    kernel_unlock();
    return result;
}
EXPORT ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off_t offset) {
    return pwrite(descriptor, bytes, count, offset);
}

/* Waiting is real; it is counted, since a program that spins waits often. */
EXPORT int poll(struct pollfd *entries, nfds_t count, int milliseconds) {
    return call_passes("process", "poll") == 0 ? REAL(poll)(entries, count, milliseconds) : -1;
}

EXPORT int ppoll(struct pollfd *entries, nfds_t count, const struct timespec *limit, const sigset_t *mask) {
    return call_passes("process", "poll") == 0 ? REAL(ppoll)(entries, count, limit, mask) : -1;
}

/* --- mmap -------------------------------------------------------------------------- */

EXPORT void *mmap(void *address, size_t length, int protection, int flags, int descriptor, off_t offset) {
    if (file_of(descriptor) == NULL || (flags & MAP_ANONYMOUS) != 0)
        return REAL(mmap)(address, length, protection, flags, descriptor, offset);
    kernel_lock();
    struct file *file = file_of(descriptor);
    void *result = MAP_FAILED;
    errno = ENODEV;
    if (file->kind == file_card) result = buffer_map(file, length, protection, offset);
    if (file->kind == file_framebuffer) result = fbdev_map(file, length, protection, offset);
    kernel_unlock();
    return result;
}
EXPORT void *mmap64(void *address, size_t length, int protection, int flags, int descriptor, off_t offset) {
    return mmap(address, length, protection, flags, descriptor, offset);
}

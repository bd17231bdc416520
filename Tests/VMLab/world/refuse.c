/* refuse.so: a kernel that refuses what it is told to.
 *
 * Loaded before the program under test (LD_PRELOAD), it answers EINVAL, as
 * drivers do, to the requests named in the environment:
 *
 *     FIELDFB_REFUSE=XR24,flip
 *
 *     XR24, RG24, ...  framebuffers of that format
 *     atomic           the atomic interface as a whole
 *     commit           atomic commits that ask for a flip event
 *     flip             page flips of the older interface
 *     crtc             modes set with the older interface, but for the first
 *
 * So any driver can be driven in all the ways that lesser drivers leave. */
#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The kernel's requests (include/uapi/drm/drm.h) without the size that their
 * upper halves carry, and the beginnings of what comes with them. */
enum {
    request_mask = 0xffff,
    set_capability = ('d' << 8) | 0x0d,
    set_crtc = ('d' << 8) | 0xa2,
    page_flip = ('d' << 8) | 0xb0,
    add_framebuffer = ('d' << 8) | 0xb8,
    atomic_commit = ('d' << 8) | 0xbc,
};
struct capability { uint64_t name, value; };
struct framebuffer { uint32_t id, width, height, format; };
struct commit { uint32_t flags; };
enum { capability_atomic = 3, commit_with_event = 1 };

static int is_named(const char *word) {
    const char *list = getenv("FIELDFB_REFUSE");
    size_t length = strlen(word);
    while (list != NULL && *list != 0) {
        const char *end = strchr(list, ',');
        size_t part = end != NULL ? (size_t)(end - list) : strlen(list);
        if (part == length && strncmp(list, word, length) == 0) return 1;
        list = end != NULL ? end + 1 : NULL;
    }
    return 0;
}

static int is_refused(unsigned long request, void *payload) {
    static int modes_set = 0;
    char format[5] = {0};
    switch (request & request_mask) {
    case set_capability:
        return ((struct capability *)payload)->name == capability_atomic && is_named("atomic");
    case add_framebuffer:
        memcpy(format, &((struct framebuffer *)payload)->format, 4);
        return is_named(format);
    case atomic_commit:
        return (((struct commit *)payload)->flags & commit_with_event) != 0 && is_named("commit");
    case page_flip:
        return is_named("flip");
    case set_crtc:
        return modes_set++ > 0 && is_named("crtc");
    default:
        return 0;
    }
}

int ioctl(int descriptor, unsigned long request, ...) {
    va_list arguments;
    va_start(arguments, request);
    void *payload = va_arg(arguments, void *);
    va_end(arguments);

    if (is_refused(request, payload)) {
        errno = EINVAL;
        return -1;
    }
    return (int)syscall(SYS_ioctl, descriptor, request, payload);
}

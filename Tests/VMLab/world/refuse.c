/* refuse.so: a kernel that refuses pixel formats.
 *
 * Loaded before the program under test (LD_PRELOAD), it answers EINVAL, as
 * drivers do, when the program adds a framebuffer whose format is named in the
 * environment:
 *
 *     FIELDFB_REFUSE=XR24,AR24
 *
 * So a driver that would take 32 bits is driven with what comes after them. */
#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The kernel's struct drm_mode_fb_cmd2 up to the format, and the request
 * DRM_IOCTL_MODE_ADDFB2 without the size that its upper half carries. */
struct framebuffer_request { uint32_t id, width, height, format; };
enum { request_mask = 0xffff, add_framebuffer = ('d' << 8) | 0xb8 };

static int is_refused(uint32_t format) {
    const char *list = getenv("FIELDFB_REFUSE");
    char name[5] = {0};
    memcpy(name, &format, 4);
    return list != NULL && strstr(list, name) != NULL;
}

int ioctl(int descriptor, unsigned long request, ...) {
    va_list arguments;
    va_start(arguments, request);
    void *payload = va_arg(arguments, void *);
    va_end(arguments);

    if ((request & request_mask) == add_framebuffer &&
        is_refused(((struct framebuffer_request *)payload)->format)) {
        errno = EINVAL;
        return -1;
    }
    return (int)syscall(SYS_ioctl, descriptor, request, payload);
}

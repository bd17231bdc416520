/* The fbdev interface of /dev/fb0. */
#pragma once

#include <linux/fb.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/ioctl.h>

/* ioctl is variadic: not imported. */
static inline int cdrm_framebuffer_fixed(int descriptor, struct fb_fix_screeninfo *record) {
    return ioctl(descriptor, FBIOGET_FSCREENINFO, record);
}
static inline int cdrm_framebuffer_variable(int descriptor, struct fb_var_screeninfo *record) {
    return ioctl(descriptor, FBIOGET_VSCREENINFO, record);
}
static inline int cdrm_framebuffer_pan(int descriptor, struct fb_var_screeninfo *record) {
    return ioctl(descriptor, FBIOPAN_DISPLAY, record);
}

/* FB_BLANK_UNBLANK is an enumerator of an unnamed type. */
static inline int cdrm_framebuffer_unblank(int descriptor) {
    return ioctl(descriptor, FBIOBLANK, FB_BLANK_UNBLANK);
}

/* The record of a colour map holds pointers to its three tables. */
static inline int cdrm_framebuffer_colours(int descriptor, int is_set, uint32_t count, uint16_t *red,
                                           uint16_t *green, uint16_t *blue) {
    struct fb_cmap map = {.start = 0, .len = count, .red = red, .green = green, .blue = blue, .transp = NULL};
    return ioctl(descriptor, is_set ? FBIOPUTCMAP : FBIOGETCMAP, &map);
}

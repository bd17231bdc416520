/* The fbdev interface of /dev/fb0. */
#pragma once

#include <linux/fb.h>
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

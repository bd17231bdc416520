/* The fbdev interface of /dev/fb0. */
#pragma once

#include <dirent.h>
#include <errno.h>
#include <linux/fb.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/types.h>

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

/* Virtual terminals and console graphics mode. */
#pragma once

#include <linux/kd.h>
#include <linux/vt.h>
#include <sys/ioctl.h>

/* ioctl is variadic: not imported. */
static inline int cdrm_console_mode(int descriptor, int *mode) {
    return ioctl(descriptor, KDGETMODE, mode);
}
static inline int cdrm_console_set_mode(int descriptor, int mode) {
    return ioctl(descriptor, KDSETMODE, mode);
}
static inline int cdrm_terminal_state(int descriptor, struct vt_stat *state) {
    return ioctl(descriptor, VT_GETSTATE, state);
}

/* Virtual terminals, console graphics mode, keyboard mode. */
#pragma once

#include <linux/kd.h>
#include <linux/tiocl.h>
#include <linux/vt.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

/* ioctl is variadic: not imported. */
static inline int cdrm_console_mode(int descriptor, int *mode) {
    return ioctl(descriptor, KDGETMODE, mode);
}
static inline int cdrm_console_set_mode(int descriptor, int mode) {
    return ioctl(descriptor, KDSETMODE, mode);
}
static inline int cdrm_console_keyboard_mode(int descriptor, int *mode) {
    return ioctl(descriptor, KDGKBMODE, mode);
}
static inline int cdrm_console_set_keyboard_mode(int descriptor, int mode) {
    return ioctl(descriptor, KDSKBMODE, mode);
}
static inline int cdrm_terminal_state(int descriptor, struct vt_stat *state) {
    return ioctl(descriptor, VT_GETSTATE, state);
}
static inline int cdrm_terminal_mode(int descriptor, struct vt_mode *mode) {
    return ioctl(descriptor, VT_GETMODE, mode);
}
static inline int cdrm_terminal_set_mode(int descriptor, const struct vt_mode *mode) {
    return ioctl(descriptor, VT_SETMODE, mode);
}
/* 0 refuses a switch away, 1 allows it, 2 takes note of a switch here. */
static inline int cdrm_terminal_answer_switch(int descriptor, int answer) {
    return ioctl(descriptor, VT_RELDISP, answer);
}
/* Asks for a terminal to be shown, and does not wait until it is. */
static inline int cdrm_terminal_activate(int descriptor, int number) {
    return ioctl(descriptor, VT_ACTIVATE, number);
}
/* The argument of TIOCLINUX begins with the number of what is asked. */
static inline int cdrm_console_unblank(int descriptor) {
    char request = TIOCL_UNBLANKSCREEN;
    return ioctl(descriptor, TIOCLINUX, &request);
}
static inline int cdrm_console_is_blanked(int descriptor) {
    char request = TIOCL_BLANKEDSCREEN;
    return ioctl(descriptor, TIOCLINUX, &request);
}

/* Virtual terminals are the devices of major number 4 from 1 to 63. TIOCGDEV
 * sees through names such as /dev/tty; 0 for anything else. */
static inline int cdrm_terminal_number(int descriptor) {
    unsigned int device = 0;
    if (ioctl(descriptor, TIOCGDEV, &device) < 0) return 0;
    /* The 32 bits of the kernel: 12 of the major number above the low 8 of the minor. */
    unsigned int major_number = (device >> 8) & 0xfff;
    unsigned int minor_number = (device & 0xff) | ((device >> 12) & 0xfff00);
    return major_number == 4 && minor_number >= 1 && minor_number <= MAX_NR_CONSOLES ? (int)minor_number : 0;
}

/* Puts a newly opened descriptor in the place of an old one, and closes the new number. */
static inline int cdrm_replace_descriptor(int new_descriptor, int old_descriptor) {
    int result = dup2(new_descriptor, old_descriptor);
    if (result >= 0) fcntl(old_descriptor, F_SETFD, FD_CLOEXEC);
    close(new_descriptor);
    return result;
}

/* Whether there is such a process; being forbidden to signal it says yes. */
static inline int cdrm_is_process(int number) {
    return number > 0 && (kill(number, 0) == 0 || errno == EPERM);
}

/* AT_FDCWD and AT_EACCESS are macros over casts in one libc. Asks for the
 * rights the program acts with, without opening anything. */
static inline int cdrm_may_read_and_write(const char *path) {
    return faccessat(AT_FDCWD, path, R_OK | W_OK, AT_EACCESS);
}

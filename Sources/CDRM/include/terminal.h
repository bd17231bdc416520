/* Terminals: raw mode, size, and signals for programs that draw in one. */
#pragma once

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

/* ioctl is variadic. */
static inline int cdrm_terminal_size(int descriptor, struct winsize *size) {
    return ioctl(descriptor, TIOCGWINSZ, size);
}

/* c_cc is an array with macro indices, which Swift sees as a tuple without
 * names. Control-C still raises SIGINT, since a program that hangs must stay
 * stoppable; Control-Z does nothing, since it would leave the picture standing. */
static inline void cdrm_terminal_make_raw(struct termios *state) {
    state->c_iflag &= ~(tcflag_t)(BRKINT | ICRNL | INLCR | IGNCR | ISTRIP | IXON);
    state->c_oflag &= ~(tcflag_t)OPOST;
    state->c_lflag &= ~(tcflag_t)(ECHO | ECHONL | ICANON | IEXTEN);
    state->c_lflag |= ISIG;
    state->c_cflag &= ~(tcflag_t)(CSIZE | PARENB);
    state->c_cflag |= CS8;
    state->c_cc[VMIN] = 1;
    state->c_cc[VTIME] = 0;
    state->c_cc[VSUSP] = _POSIX_VDISABLE;
}

/* struct epoll_event holds a union and is packed on some machines. Adds the
 * terminal to the queue when `is_new`, else changes what is waited for. */
static inline int cdrm_terminal_watch(int queue, int terminal, int is_new, int wants_output) {
    struct epoll_event event;
    memset(&event, 0, sizeof event);
    event.events = EPOLLIN | (wants_output ? EPOLLOUT : 0u);
    event.data.fd = terminal;
    return epoll_ctl(queue, is_new ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, terminal, &event);
}

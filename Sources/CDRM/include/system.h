/* libc as the daemon, the client and the outputs need it.
 *
 * Swift imports neither variadic functions (open, ioctl, fcntl) nor most
 * macros, and Embedded Swift has no Glibc module: what is missing is wrapped
 * here, each wrapper with its reason. */
#pragma once

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

/* errno is a macro over a thread-local: not imported. */
static inline int cdrm_errno(void) { return errno; }
static inline void cdrm_set_errno(int value) { errno = value; }

/* open is variadic. */
static inline int cdrm_open(const char *path, int flags, mode_t mode) {
    return open(path, flags | O_CLOEXEC, mode);
}

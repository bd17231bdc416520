/* Events of the kernel about devices, as its netlink family tells them. */
#pragma once

#include <errno.h>
#include <linux/netlink.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* A socket that hears what the kernel tells, and not what udev makes of it
 * (group 2). The flags of socket are macros over an enumeration. */
static inline int cdrm_open_uevents(void) {
    int descriptor =
        socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_KOBJECT_UEVENT);
    if (descriptor < 0) return -1;
    struct sockaddr_nl address = {.nl_family = AF_NETLINK, .nl_groups = 1};
    if (bind(descriptor, (const struct sockaddr *)&address, sizeof address) < 0) {
        int saved = errno;
        close(descriptor);
        errno = saved;
        return -1;
    }
    return descriptor;
}

/* One message; its length, or -1. `*from_kernel` is 0 when another process sent
 * it, `*is_whole` when it was longer than the buffer. The records of recvmsg
 * point into one another. */
static inline ssize_t cdrm_receive_uevent(
    int descriptor, void *bytes, size_t count, int *from_kernel, int *is_whole) {
    struct sockaddr_nl sender;
    memset(&sender, 0, sizeof sender);
    struct iovec part = {.iov_base = bytes, .iov_len = count};
    struct msghdr message = {
        .msg_name = &sender, .msg_namelen = sizeof sender, .msg_iov = &part, .msg_iovlen = 1};
    ssize_t length = recvmsg(descriptor, &message, MSG_DONTWAIT);
    *from_kernel = message.msg_namelen == sizeof sender && sender.nl_pid == 0;
    *is_whole = (message.msg_flags & MSG_TRUNC) == 0;
    return length;
}

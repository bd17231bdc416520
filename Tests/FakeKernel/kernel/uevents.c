/* The kernel's events of devices, as a program reads them from its socket. */
#include "kernel.h"
#include <linux/netlink.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static unsigned sequence = 1000;

struct message { char bytes[1000]; size_t length; };

static void add(struct message *message, const char *text) {
    size_t length = strlen(text) + 1;
    if (message->length + length > sizeof message->bytes) return;
    memcpy(message->bytes + message->length, text, length);
    message->length += length;
}

static void deliver(struct file *file, void *context) {
    const struct message *message = context;
    send(file->other_end, message->bytes, message->length, MSG_DONTWAIT | MSG_NOSIGNAL);
}

/* `more` holds further lines, each ended by a newline. */
void uevent_send(const char *action, const char *path, const char *subsystem, const char *more) {
    struct message message = {.length = 0};
    char text[400];
    snprintf(text, sizeof text, "%s@%s", action, path);
    add(&message, text);
    snprintf(text, sizeof text, "ACTION=%s", action);
    add(&message, text);
    snprintf(text, sizeof text, "DEVPATH=%s", path);
    add(&message, text);
    snprintf(text, sizeof text, "SUBSYSTEM=%s", subsystem);
    add(&message, text);
    for (const char *end; (end = strchr(more, '\n')) != NULL; more = end + 1) {
        snprintf(text, sizeof text, "%.*s", (int)(end - more), more);
        add(&message, text);
    }
    snprintf(text, sizeof text, "SEQNUM=%u", sequence++);
    add(&message, text);
    files_each(file_uevents, deliver, &message);
}

void uevent_of_card(struct card *card, const char *action, const char *more) {
    char path[200], lines[300];
    bool is_pci = strncmp(card->bus, "0000:", 5) == 0;
    snprintf(path, sizeof path, is_pci ? "/devices/pci0000:00/%s/drm/card%d" : "/devices/platform/%s/drm/card%d",
             card->bus, card->number);
    snprintf(lines, sizeof lines, "%sMAJOR=226\nMINOR=%d\nDEVNAME=dri/card%d\nDEVTYPE=drm_minor\n", more, card->number,
             card->number);
    uevent_send(action, path, "drm", lines);
}

/* --- The program's side ---------------------------------------------------------- */

EXPORT int socket(int domain, int type, int protocol) {
    if (domain != AF_NETLINK || protocol != NETLINK_KOBJECT_UEVENT) return REAL(socket)(domain, type, protocol);
    kernel_lock();
    int error = call_begin("uevents", "socket");
    struct file *file = NULL;
    if (error == 0 && (file = file_new(file_uevents, "uevents", 0)) == NULL) error = errno;
    int result = call_end(error) == 0 ? file->descriptor : -1;
    kernel_unlock();
    return result;
}

/* Whether the call is on our socket; its outcome then. */
static bool is_ours(int descriptor, const char *call, int *result) {
    if (file_of(descriptor) == NULL) return false;
    kernel_lock();
    *result = call_end(call_begin(file_of(descriptor)->device, call));
    kernel_unlock();
    return true;
}

EXPORT int bind(int descriptor, const struct sockaddr *address, socklen_t length) {
    int result;
    return is_ours(descriptor, "bind", &result) ? result : REAL(bind)(descriptor, address, length);
}

EXPORT int setsockopt(int descriptor, int level, int name, const void *value, socklen_t length) {
    int result;
    return is_ours(descriptor, "setsockopt", &result) ? result : REAL(setsockopt)(descriptor, level, name, value, length);
}

/* Every message comes from the kernel: port 0, the group of kernel events. */
static void put_sender(void *address, socklen_t *length) {
    struct sockaddr_nl sender = {.nl_family = AF_NETLINK, .nl_groups = 1};
    if (address == NULL || length == NULL) return;
    memcpy(address, &sender, *length < sizeof sender ? *length : sizeof sender);
    *length = sizeof sender;
}

EXPORT ssize_t recv(int descriptor, void *bytes, size_t count, int flags) {
    int result;
    if (is_ours(descriptor, "recv", &result) && result != 0) return -1;
    return REAL(recv)(descriptor, bytes, count, flags);
}

EXPORT ssize_t recvfrom(int descriptor, void *bytes, size_t count, int flags, struct sockaddr *address,
                        socklen_t *length) {
    int result;
    if (!is_ours(descriptor, "recv", &result)) return REAL(recvfrom)(descriptor, bytes, count, flags, address, length);
    if (result != 0) return -1;
    ssize_t received = REAL(recv)(descriptor, bytes, count, flags);
    if (received >= 0) put_sender(address, length);
    return received;
}

EXPORT ssize_t recvmsg(int descriptor, struct msghdr *message, int flags) {
    int result;
    if (!is_ours(descriptor, "recv", &result)) return REAL(recvmsg)(descriptor, message, flags);
    if (result != 0) return -1;
    void *name = message->msg_name;
    socklen_t length = message->msg_namelen;
    message->msg_name = NULL;
    message->msg_namelen = 0;
    ssize_t received = REAL(recvmsg)(descriptor, message, flags);
    message->msg_name = name;
    if (received >= 0 && name != NULL) put_sender(name, &length);
    message->msg_namelen = length;
    return received;
}

/* Cards that come and go: in /dev/dri, in /sys, and by events. */
#include "kernel.h"
#include <string.h>
#include <sys/socket.h>

static void device_folder(const struct card *card, char *path, size_t size) {
    bool is_pci = strncmp(card->bus, "0000:", 5) == 0;
    snprintf(path, size, is_pci ? "/sys/devices/pci0000:00/%s" : "/sys/devices/platform/%s", card->bus);
}

/* A card appears: in /dev/dri, in /sys, and by an event. */
void card_show(struct card *card) {
    char folder[200], path[400], target[400];
    device_folder(card, folder, sizeof folder);
    snprintf(path, sizeof path, "%s/uevent", folder);
    tree_write(path, "DRIVER=%s\n", card->driver);
    snprintf(path, sizeof path, "%s/driver", folder);
    snprintf(target, sizeof target, "../../../bus/platform/drivers/%s", card->driver);
    tree_link(path, target);
    snprintf(path, sizeof path, "%s/drm/card%d/dev", folder, card->number);
    tree_write(path, "226:%d\n", card->number);
    snprintf(path, sizeof path, "%s/drm/card%d/device", folder, card->number);
    tree_link(path, "../..");
    for (unsigned i = 0; i < card->connector_count; i++) {
        const struct connector *connector = &card->connectors[i];
        snprintf(path, sizeof path, "%s/drm/card%d/card%d-%s/status", folder, card->number, card->number, connector->name);
        tree_write(path, "%s\n", connector->state == connector_connected ? "connected" : "disconnected");
        snprintf(path, sizeof path, "/sys/class/drm/card%d-%s", card->number, connector->name);
        snprintf(target, sizeof target, "../..%s/drm/card%d/card%d-%s", folder + 4, card->number, card->number,
                 connector->name);
        tree_link(path, target);
    }
    snprintf(target, sizeof target, "../..%s/drm/card%d", folder + 4, card->number);
    snprintf(path, sizeof path, "/sys/class/drm/card%d", card->number);
    tree_link(path, target);
    snprintf(path, sizeof path, "/sys/dev/char/226:%d", card->number);
    tree_link(path, target);
    snprintf(path, sizeof path, "/dev/dri/by-path/platform-%s-card", card->bus);
    snprintf(target, sizeof target, "../card%d", card->number);
    tree_link(path, target);
    if (card->has_render_node) {
        snprintf(path, sizeof path, "/dev/dri/renderD%d", 128 + card->number);
        tree_write(path, "%s", "");
    }
    snprintf(path, sizeof path, "/dev/dri/card%d", card->number);
    tree_write(path, "%s", "");
    card->is_visible = true;
    card->is_gone = false;
    if (card->has_console) card_light_console(card);
    uevent_of_card(card, "add", "");
}

static void hang_up(struct file *file, void *context) {
    if (file->card == context) shutdown(file->other_end, SHUT_RDWR);
}

/* A card disappears; whoever holds it open gets ENODEV from now on. */
void card_remove(struct card *card, bool hangs_up) {
    char folder[200], path[400];
    device_folder(card, folder, sizeof folder);
    card->is_gone = true;
    card->is_visible = false;
    snprintf(path, sizeof path, "/dev/dri/card%d", card->number);
    tree_remove(path);
    snprintf(path, sizeof path, "/dev/dri/renderD%d", 128 + card->number);
    tree_remove(path);
    snprintf(path, sizeof path, "/dev/dri/by-path/platform-%s-card", card->bus);
    tree_remove(path);
    snprintf(path, sizeof path, "/sys/class/drm/card%d", card->number);
    tree_remove(path);
    for (unsigned i = 0; i < card->connector_count; i++) {
        snprintf(path, sizeof path, "/sys/class/drm/card%d-%s", card->number, card->connectors[i].name);
        tree_remove(path);
    }
    for (unsigned i = 0; i < card->crtc_count; i++) scanout_off(card, &card->crtcs[i]);
    snprintf(path, sizeof path, "%s/drm", folder);
    uevent_of_card(card, "remove", "");
    tree_remove(path);
    if (hangs_up) files_each(file_card, hang_up, card);
}

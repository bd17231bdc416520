/* What a former run of the program left with a service manager: an open file
 * of a card, with its mastery, and its pictures on displays. */
#include "kernel.h"
#include <stdlib.h>

/* The program finds the file under this descriptor; on each connector that is
 * named lies a picture in one colour, each on a CRTC of its own. */
bool former_run(struct card *card, char **words) {
    char device[16];
    snprintf(device, sizeof device, "card%d", card->number);
    int opened = card_open(device, card->number, false);
    struct file *file = opened >= 0 && words[0] != NULL ? file_moved(file_of(opened), atoi(words[0])) : NULL;
    if (file == NULL) return false;
    for (unsigned i = 0; words[i + 1] != NULL; i++) {
        struct connector *connector = card_connector_named(card, words[i + 1]);
        if (connector == NULL || connector->mode_count == 0 || i >= card->crtc_count) return false;
        struct drm_mode_modeinfo *mode = &connector->modes[0];
        struct framebuffer *picture =
            framebuffer_of_kernel(card, card->next_object++, mode->hdisplay, mode->vdisplay);
        if (picture == NULL) return false;
        picture->owner = file->opened;
        connector->crtc = card->crtcs[i].id;
        scanout_set(card, &card->crtcs[i], picture->id, mode);
    }
    return true;
}

/* What the CRTCs show: modes, flips and their events, and displays that only
 * show what they are told of. */
#include "kernel.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

/* --- The glass ----------------------------------------------------------------- */

/* Copies a part of the framebuffer to a display that remembers by itself. */
static void refresh(struct crtc *crtc, const struct framebuffer *framebuffer, uint32_t x1, uint32_t y1, uint32_t x2,
                    uint32_t y2) {
    struct picture *glass = &crtc->glass;
    struct pixel_layout layout;
    if (framebuffer == NULL || !layout_of_format(framebuffer->format, &layout)) return;
    if (glass->pixels == NULL || glass->width != framebuffer->width || glass->height != framebuffer->height
        || glass->format != framebuffer->format || glass->pitch != framebuffer->pitch) {
        free(glass->pixels);
        *glass = (struct picture){framebuffer->width, framebuffer->height, framebuffer->format, framebuffer->pitch,
            calloc(framebuffer->pitch, framebuffer->height)};
    }
    if (x2 > glass->width) x2 = glass->width;
    if (y2 > glass->height) y2 = glass->height;
    size_t bytes = (layout.bits + 7) / 8;
    for (uint32_t y = y1; y < y2 && x1 < x2; y++) {
        size_t place = (size_t)y * glass->pitch + x1 * bytes;
        if (pread(framebuffer->buffer->memory, glass->pixels + place, (x2 - x1) * bytes,
                  (off_t)(framebuffer->offset + place)) < 0) return;
    }
}

static void refresh_all(struct card *card, struct crtc *crtc) {
    if (card->is_manual) refresh(crtc, card_framebuffer(card, crtc->shown), 0, 0, UINT32_MAX, UINT32_MAX);
}

/* The picture on the glass, as a PPM; false when the display is dark. */
bool scanout_write(struct card *card, struct crtc *crtc, FILE *picture) {
    struct framebuffer *framebuffer = card_framebuffer(card, crtc->shown);
    struct pixel_layout layout;
    if (!crtc->is_on || framebuffer == NULL) return false;
    uint32_t width = crtc->mode.hdisplay, height = crtc->mode.vdisplay;
    if (crtc->x + width > framebuffer->width || crtc->y + height > framebuffer->height) return false;
    if (card->is_manual && crtc->glass.pixels != NULL) {
        layout_of_format(crtc->glass.format, &layout);
        picture_write(picture, crtc->glass.pixels, width, height, crtc->glass.pitch, &layout, NULL);
        return true;
    }
    layout_of_format(framebuffer->format, &layout);
    uint8_t *memory = REAL(mmap)(NULL, framebuffer->buffer->size, PROT_READ, MAP_SHARED, framebuffer->buffer->memory, 0);
    if (memory == MAP_FAILED) return false;
    size_t start = framebuffer->offset + (size_t)crtc->y * framebuffer->pitch + crtc->x * ((layout.bits + 7) / 8);
    picture_write(picture, memory + start, width, height, framebuffer->pitch, &layout, NULL);
    REAL(munmap)(memory, framebuffer->buffer->size);
    return true;
}

/* --- Modes ------------------------------------------------------------------------ */

/* What a driver says to a framebuffer at a mode. */
int scanout_check(struct card *card, const struct framebuffer *framebuffer, const struct drm_mode_modeinfo *mode,
                  bool mode_set) {
    if (framebuffer == NULL) return ENOENT;
    if (mode_set && card->refused_modes > 0) {
        card->refused_modes--;
        return EINVAL;
    }
    for (unsigned i = 0; i < card->refused_format_count; i++)
        if (card->refused_formats[i] == framebuffer->format) return EINVAL;
    if (framebuffer->width < mode->hdisplay || framebuffer->height < mode->vdisplay) return ENOSPC;
    return 0;
}

/* Framebuffers that were left to stand go when nobody shows them any more. */
static void free_unowned(struct card *card, uint32_t id) {
    struct framebuffer *framebuffer = card_framebuffer(card, id);
    if (framebuffer == NULL || framebuffer->owner != 0 || id < first_object) return;
    for (unsigned i = 0; i < card->crtc_count; i++)
        if (card->crtcs[i].shown == id || card->crtcs[i].framebuffer == id) return;
    struct file nobody = {.card = card};
    framebuffer_remove(&nobody, id, false);
}

static void show(struct card *card, struct crtc *crtc, uint32_t framebuffer, bool whole) {
    uint32_t former = crtc->shown;
    crtc->shown = framebuffer;
    if (whole) refresh_all(card, crtc);
    if (former != framebuffer) free_unowned(card, former);
}

void scanout_set(struct card *card, struct crtc *crtc, uint32_t framebuffer, const struct drm_mode_modeinfo *mode) {
    struct plane *plane = card_primary_plane(card, crtc);
    scanout_finish(card, crtc);
    crtc->framebuffer = framebuffer;
    crtc->mode = *mode;
    crtc->is_on = true;
    if (plane != NULL) {
        plane->framebuffer = framebuffer;
        plane->crtc = crtc->id;
    }
    show(card, crtc, framebuffer, true);
}

void scanout_off(struct card *card, struct crtc *crtc) {
    struct plane *plane = card_primary_plane(card, crtc);
    scanout_finish(card, crtc);
    uint32_t former = crtc->shown;
    crtc->framebuffer = crtc->shown = 0;
    crtc->is_on = false;
    if (plane != NULL) plane->framebuffer = plane->crtc = 0;
    for (unsigned i = 0; i < card->connector_count; i++)
        if (card->connectors[i].crtc == crtc->id) card->connectors[i].crtc = 0;
    free_unowned(card, former);
}

/* --- Flips -------------------------------------------------------------------------- */

struct event_target { uint64_t file; struct file *found; };

static void find_file(struct file *file, void *context) {
    struct event_target *target = context;
    if (file->opened == target->file) target->found = file;
}

/* Events of flips that end together are read together. */
static void send_events(struct crtc *crtc, const struct flip *flip, const uint64_t *tags, unsigned count) {
    struct event_target target = {flip->file, NULL};
    struct drm_event_vblank events[2];
    int64_t now = kernel_now();
    files_each(file_card, find_file, &target);
    if (target.found == NULL || !flip->wants_event) return;
    for (unsigned i = 0; i < count; i++)
        events[i] = (struct drm_event_vblank){
            .base = {DRM_EVENT_FLIP_COMPLETE, sizeof events[0]}, .user_data = tags[i],
            .tv_sec = (uint32_t)(now / 1000000000), .tv_usec = (uint32_t)(now % 1000000000 / 1000),
            .sequence = crtc->sequence, .crtc_id = crtc->id};
    send(target.found->other_end, events, count * sizeof events[0], MSG_DONTWAIT | MSG_NOSIGNAL);
}

static void complete(struct card *card, struct crtc *crtc, bool tells) {
    struct flip flip = crtc->flip;
    uint64_t tags[2] = {flip.tag, flip.tag};
    if (!flip.is_pending) return;
    crtc->flip.is_pending = false;
    crtc->sequence++;
    show(card, crtc, flip.framebuffer, !flip.has_clips);
    if (!tells || card->flips == flip_lost) return;
    if (card->flips == flip_foreign) tags[0] = flip.tag ^ 0x5a5a5a5a5a5aULL;
    send_events(crtc, &flip, tags, card->flips == flip_twice || card->flips == flip_foreign ? 2 : 1);
}

/* What blocks until a pending flip is over: a stuck one is given up. */
void scanout_finish(struct card *card, struct crtc *crtc) {
    complete(card, crtc, crtc->flip.due != INT64_MAX);
}

static int64_t when_due(const struct card *card, const struct crtc *crtc) {
    int64_t now = kernel_now(), period = 16666667;
    if (crtc->mode.clock > 0 && crtc->mode.htotal > 0 && crtc->mode.vtotal > 0)
        period = (int64_t)crtc->mode.htotal * crtc->mode.vtotal * 1000000 / crtc->mode.clock;
    if (period > 1000000000) period = 1000000000;
    switch (card->flips) {
    case flip_at_once: return now;
    case flip_late: return now + (int64_t)card->flip_delay * 1000000;
    case flip_stuck: return INT64_MAX;
    default: return now - now % period + period;
    }
}

int scanout_flip(struct card *card, struct crtc *crtc, struct file *file, uint32_t framebuffer, bool event, uint64_t tag,
                 const struct drm_mode_rect *clips, unsigned clip_count) {
    struct plane *plane = card_primary_plane(card, crtc);
    if (crtc->flip.is_pending) return EBUSY;
    crtc->framebuffer = framebuffer;
    if (plane != NULL) plane->framebuffer = framebuffer;
    crtc->flip = (struct flip){true, event, clip_count > 0, framebuffer, tag, file->opened, when_due(card, crtc)};
    /* A display that takes clips refreshes those and nothing else. */
    for (unsigned i = 0; i < clip_count && card->is_manual; i++)
        refresh(crtc, card_framebuffer(card, framebuffer), (uint32_t)clips[i].x1, (uint32_t)clips[i].y1,
                (uint32_t)clips[i].x2, (uint32_t)clips[i].y2);
    if (card->flips == flip_at_once) complete(card, crtc, true);
    control_wake();
    return 0;
}

/* The earliest moment at which a flip ends; INT64_MAX for none. */
int64_t scanout_due(void) {
    int64_t earliest = INT64_MAX;
    for (int i = 0; i < max_cards; i++)
        for (unsigned c = 0; cards[i].exists && c < cards[i].crtc_count; c++)
            if (cards[i].crtcs[c].flip.is_pending && cards[i].crtcs[c].flip.due < earliest)
                earliest = cards[i].crtcs[c].flip.due;
    return earliest;
}

void scanout_run(int64_t now) {
    for (int i = 0; i < max_cards; i++)
        for (unsigned c = 0; cards[i].exists && c < cards[i].crtc_count; c++)
            if (cards[i].crtcs[c].flip.is_pending && cards[i].crtcs[c].flip.due <= now)
                complete(&cards[i], &cards[i].crtcs[c], true);
}

/* --- DIRTYFB -------------------------------------------------------------------------- */

int scanout_dirty(struct file *file, struct drm_mode_fb_dirty_cmd *request) {
    struct card *card = file->card;
    const struct drm_clip_rect *clips = (void *)(uintptr_t)request->clips_ptr;
    call_note(" fb=%u clips=%u", request->fb_id, request->num_clips);
    struct framebuffer *framebuffer = card_framebuffer(card, request->fb_id);
    if (framebuffer == NULL) return ENOENT;
    if ((request->num_clips == 0) != (clips == NULL)) {
        rule_broken("%u clips at %p", request->num_clips, (const void *)clips);
        return EINVAL;
    }
    if (request->num_clips > DRM_MODE_FB_DIRTY_MAX_CLIPS) {
        rule_broken("%u clips", request->num_clips);
        return EINVAL;
    }
    if (!card->has_dirty) return ENOSYS;
    for (unsigned i = 0; i < request->num_clips; i++) {
        struct drm_clip_rect clip = clips[i];
        call_note(" %u,%u-%u,%u", clip.x1, clip.y1, clip.x2, clip.y2);
        if (clip.x1 >= clip.x2 || clip.y1 >= clip.y2 || clip.x2 > framebuffer->width || clip.y2 > framebuffer->height)
            rule_broken("clip %u,%u-%u,%u of a %ux%u framebuffer", clip.x1, clip.y1, clip.x2, clip.y2,
                        framebuffer->width, framebuffer->height);
    }
    for (unsigned c = 0; c < card->crtc_count && card->is_manual; c++) {
        if (card->crtcs[c].shown != framebuffer->id) continue;
        if (request->num_clips == 0) refresh_all(card, &card->crtcs[c]);
        for (unsigned i = 0; i < request->num_clips; i++)
            refresh(&card->crtcs[c], framebuffer, clips[i].x1, clips[i].y1, clips[i].x2, clips[i].y2);
    }
    return 0;
}

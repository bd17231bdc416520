/* Atomic commits: collected, checked as a whole, then carried out. */
#include "kernel.h"
#include <string.h>

/* What a commit would make of a card. */
struct wish {
    struct card *card;
    struct { bool is_set, is_on; uint32_t mode_blob; struct drm_mode_modeinfo mode; bool has_mode; } crtcs[max_crtcs];
    struct { bool is_set; struct plane plane; } planes[max_planes];
    struct { bool is_set; uint32_t crtc; } connectors[max_connectors];
    bool changes_mode;
};

static int wish_plane(struct wish *wish, struct plane *plane, enum property property, uint64_t value) {
    struct plane *wanted = &wish->planes[plane - wish->card->planes].plane;
    wish->planes[plane - wish->card->planes].is_set = true;
    switch (property) {
    case property_fb: wanted->framebuffer = (uint32_t)value; break;
    case property_crtc: wanted->crtc = (uint32_t)value; break;
    case property_crtc_x: wanted->x = (int32_t)value; break;
    case property_crtc_y: wanted->y = (int32_t)value; break;
    case property_crtc_w: wanted->width = (uint32_t)value; break;
    case property_crtc_h: wanted->height = (uint32_t)value; break;
    case property_src_x: wanted->source_x = (uint32_t)value; break;
    case property_src_y: wanted->source_y = (uint32_t)value; break;
    case property_src_w: wanted->source_width = (uint32_t)value; break;
    case property_src_h: wanted->source_height = (uint32_t)value; break;
    case property_clips:
        if (!plane->takes_clips) return EINVAL;
        if (value != 0 && card_blob(wish->card, (uint32_t)value) == NULL) return EINVAL;
        wanted->clips = (uint32_t)value;
        break;
    default: return EINVAL;
    }
    return 0;
}

static int wish_crtc(struct wish *wish, struct crtc *crtc, enum property property, uint64_t value) {
    unsigned place = (unsigned)(crtc - wish->card->crtcs);
    wish->crtcs[place].is_set = true;
    if (property == property_active) {
        wish->crtcs[place].is_on = value != 0;
        wish->changes_mode |= crtc->is_on != (value != 0);
        return 0;
    }
    if (property != property_mode) return EINVAL;
    struct blob *blob = card_blob(wish->card, (uint32_t)value);
    if (value != 0 && (blob == NULL || blob->length != sizeof(struct drm_mode_modeinfo))) return EINVAL;
    wish->crtcs[place].mode_blob = (uint32_t)value;
    wish->crtcs[place].has_mode = value != 0;
    if (value != 0) memcpy(&wish->crtcs[place].mode, blob->data, sizeof(struct drm_mode_modeinfo));
    wish->changes_mode = true;
    return 0;
}

static int collect(struct wish *wish, struct drm_mode_atomic *request) {
    const uint32_t *objects = (void *)(uintptr_t)request->objs_ptr;
    const uint32_t *counts = (void *)(uintptr_t)request->count_props_ptr;
    const uint32_t *properties = (void *)(uintptr_t)request->props_ptr;
    const uint64_t *values = (void *)(uintptr_t)request->prop_values_ptr;
    for (uint32_t i = 0, place = 0; i < request->count_objs; i++) {
        struct plane *plane = card_plane(wish->card, objects[i]);
        struct crtc *crtc = card_crtc(wish->card, objects[i]);
        struct connector *connector = card_connector(wish->card, objects[i]);
        for (uint32_t p = 0; p < counts[i]; p++, place++) {
            if (properties[place] < property_base || properties[place] >= property_base + property_end) return ENOENT;
            enum property property = properties[place] - property_base;
            int error = ENOENT;
            if (plane != NULL) error = wish_plane(wish, plane, property, values[place]);
            else if (crtc != NULL) error = wish_crtc(wish, crtc, property, values[place]);
            else if (connector != NULL && property == property_crtc) {
                wish->connectors[connector - wish->card->connectors].is_set = true;
                wish->connectors[connector - wish->card->connectors].crtc = (uint32_t)values[place];
                wish->changes_mode |= connector->crtc != values[place];
                error = 0;
            }
            if (error != 0) return error;
        }
    }
    return 0;
}

static int check(struct wish *wish, uint32_t flags) {
    struct card *card = wish->card;
    if (wish->changes_mode && (flags & DRM_MODE_ATOMIC_ALLOW_MODESET) == 0) return EINVAL;
    for (unsigned i = 0; i < card->connector_count; i++) {
        struct crtc *crtc = card_crtc(card, wish->connectors[i].crtc);
        if (!wish->connectors[i].is_set || wish->connectors[i].crtc == 0) continue;
        if (crtc == NULL) return EINVAL;
        if ((card->connectors[i].possible_crtcs & (1u << (crtc - card->crtcs))) == 0) return EINVAL;
    }
    for (unsigned i = 0; i < card->crtc_count; i++) {
        if (wish->crtcs[i].is_on != wish->crtcs[i].has_mode && wish->crtcs[i].is_on) return EINVAL;
        if (card->crtcs[i].flip.is_pending && (flags & DRM_MODE_ATOMIC_NONBLOCK) != 0)
            for (unsigned p = 0; p < card->plane_count; p++)
                if (wish->planes[p].is_set && wish->planes[p].plane.crtc == card->crtcs[i].id) return EBUSY;
    }
    for (unsigned i = 0; i < card->plane_count; i++) {
        struct plane *plane = &wish->planes[i].plane;
        if (!wish->planes[i].is_set) continue;
        if ((plane->framebuffer == 0) != (plane->crtc == 0)) return EINVAL;
        if (plane->framebuffer == 0) continue;
        struct crtc *crtc = card_crtc(card, plane->crtc);
        struct framebuffer *framebuffer = card_framebuffer(card, plane->framebuffer);
        if (crtc == NULL || framebuffer == NULL) return EINVAL;
        unsigned place = (unsigned)(crtc - card->crtcs);
        if (!wish->crtcs[place].has_mode) return EINVAL;
        if (((uint64_t)plane->source_x + plane->source_width) >> 16 > framebuffer->width
            || ((uint64_t)plane->source_y + plane->source_height) >> 16 > framebuffer->height) return ENOSPC;
        int error = scanout_check(card, framebuffer, &wish->crtcs[place].mode, wish->changes_mode);
        if (error != 0) return error;
    }
    return 0;
}

static void check_clips(const struct framebuffer *framebuffer, const struct drm_mode_rect *clips, unsigned count) {
    for (unsigned i = 0; i < count; i++)
        if (clips[i].x1 < 0 || clips[i].y1 < 0 || clips[i].x1 >= clips[i].x2 || clips[i].y1 >= clips[i].y2
            || clips[i].x2 > (int32_t)framebuffer->width || clips[i].y2 > (int32_t)framebuffer->height)
            rule_broken("clip %d,%d-%d,%d of a %ux%u framebuffer", clips[i].x1, clips[i].y1, clips[i].x2, clips[i].y2,
                        framebuffer->width, framebuffer->height);
}

static void carry_out_crtc(struct wish *wish, struct file *file, struct drm_mode_atomic *request, unsigned place) {
    struct card *card = wish->card;
    struct crtc *crtc = &card->crtcs[place];
    struct plane *plane = card_primary_plane(card, crtc);
    struct plane *wanted = plane != NULL ? &wish->planes[plane - card->planes].plane : NULL;
    bool has_picture = wanted != NULL && wish->planes[plane - card->planes].is_set && wanted->framebuffer != 0;
    if (!wish->crtcs[place].is_on) {
        if (crtc->is_on) scanout_off(card, crtc);
        return;
    }
    crtc->mode_blob = wish->crtcs[place].mode_blob;
    if (wish->crtcs[place].is_set || (request->flags & DRM_MODE_ATOMIC_NONBLOCK) == 0) {
        if (has_picture) scanout_set(card, crtc, wanted->framebuffer, &wish->crtcs[place].mode);
        return;
    }
    if (!has_picture) return;
    struct blob *blob = card_blob(card, wanted->clips);
    const struct drm_mode_rect *clips = blob != NULL ? blob->data : NULL;
    unsigned count = blob != NULL ? blob->length / sizeof *clips : 0;
    check_clips(card_framebuffer(card, wanted->framebuffer), clips, count);
    scanout_flip(card, crtc, file, wanted->framebuffer, (request->flags & DRM_MODE_PAGE_FLIP_EVENT) != 0,
                 request->user_data, clips, count);
}

/* The mode is remembered under an id of the kernel's own, since the program may
 * destroy its blob at once. */
static void keep_mode(struct wish *wish, unsigned place) {
    if (wish->crtcs[place].is_set && wish->crtcs[place].has_mode)
        wish->crtcs[place].mode_blob = blob_of_kernel(wish->card, wish->card->crtcs[place].mode_blob,
                                                      &wish->crtcs[place].mode, sizeof(struct drm_mode_modeinfo));
}

int commit_ioctl(struct file *file, struct drm_mode_atomic *request) {
    struct card *card = file->card;
    struct wish wish = {.card = card};
    call_note(" flags=%x objects=%u", request->flags, request->count_objs);
    if (!card->has_atomic || !file->is_atomic) return EOPNOTSUPP;
    for (unsigned i = 0; i < card->crtc_count; i++) {
        wish.crtcs[i].is_on = wish.crtcs[i].has_mode = card->crtcs[i].is_on;
        wish.crtcs[i].mode = card->crtcs[i].mode;
        wish.crtcs[i].mode_blob = card->crtcs[i].mode_blob;
    }
    for (unsigned i = 0; i < card->plane_count; i++) {
        wish.planes[i].plane = card->planes[i];
        wish.planes[i].plane.clips = 0;
    }
    int error = collect(&wish, request);
    if (error == 0) error = check(&wish, request->flags);
    if (error != 0 || (request->flags & DRM_MODE_ATOMIC_TEST_ONLY) != 0) return error;
    for (unsigned i = 0; i < card->connector_count; i++)
        if (wish.connectors[i].is_set) card->connectors[i].crtc = wish.connectors[i].crtc;
    for (unsigned i = 0; i < card->plane_count; i++)
        if (wish.planes[i].is_set) card->planes[i] = wish.planes[i].plane;
    for (unsigned i = 0; i < card->crtc_count; i++) {
        keep_mode(&wish, i);
        carry_out_crtc(&wish, file, request, i);
    }
    return 0;
}

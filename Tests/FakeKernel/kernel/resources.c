/* What there is on a card: resources, connectors, encoders, CRTCs, planes. */
#include "kernel.h"
#include <string.h>

/* Fills a list as the kernel does: only when it has room for everything. */
static void put_ids(uint64_t pointer, uint32_t *count, const uint32_t *ids, uint32_t number) {
    if (*count >= number && pointer != 0) memcpy((void *)(uintptr_t)pointer, ids, number * sizeof *ids);
    *count = number;
}

static int get_resources(struct file *file, struct drm_mode_card_res *request) {
    struct card *card = file->card;
    uint32_t crtcs[max_crtcs], connectors[max_connectors], encoders[max_connectors], framebuffers[max_objects];
    uint32_t framebuffer_count = 0;
    for (unsigned i = 0; i < card->crtc_count; i++) crtcs[i] = card->crtcs[i].id;
    for (unsigned i = 0; i < card->connector_count; i++) {
        connectors[i] = card->connectors[i].id;
        encoders[i] = card->connectors[i].encoder;
    }
    for (unsigned i = 0; i < max_objects; i++)
        if (card->framebuffers[i] != NULL && card->framebuffers[i]->owner == file->opened)
            framebuffers[framebuffer_count++] = card->framebuffers[i]->id;
    put_ids(request->crtc_id_ptr, &request->count_crtcs, crtcs, card->crtc_count);
    put_ids(request->connector_id_ptr, &request->count_connectors, connectors, card->connector_count);
    put_ids(request->encoder_id_ptr, &request->count_encoders, encoders, card->connector_count);
    put_ids(request->fb_id_ptr, &request->count_fbs, framebuffers, framebuffer_count);
    request->max_width = request->max_height = 16384;
    request->min_width = request->min_height = 0;
    return 0;
}

static int get_connector(struct file *file, struct drm_mode_get_connector *request) {
    struct connector *connector = card_connector(file->card, request->connector_id);
    if (connector == NULL) return ENOENT;
    call_note(" %s %s", connector->name, request->count_modes == 0 ? "probe" : "current");
    uint32_t properties[4];
    uint64_t values[4];
    uint32_t property_count = 0;
    properties[property_count] = property_base + property_power;
    values[property_count++] = connector->power;
    if (request->count_modes >= connector->mode_count && request->modes_ptr != 0)
        memcpy((void *)(uintptr_t)request->modes_ptr, connector->modes,
               connector->mode_count * sizeof connector->modes[0]);
    request->count_modes = connector->mode_count;
    put_ids(request->encoders_ptr, &request->count_encoders, &connector->encoder, 1);
    if (request->count_props >= property_count && request->prop_values_ptr != 0)
        memcpy((void *)(uintptr_t)request->prop_values_ptr, values, property_count * sizeof values[0]);
    put_ids(request->props_ptr, &request->count_props, properties, property_count);
    request->connector_type = connector->type;
    request->connector_type_id = connector->type_number;
    request->connection = connector->state;
    request->mm_width = connector->width;
    request->mm_height = connector->height;
    request->encoder_id = connector->crtc != 0 ? connector->encoder : 0;
    return 0;
}

static int get_encoder(struct file *file, struct drm_mode_get_encoder *request) {
    struct connector *connector = card_connector(file->card, request->encoder_id - encoder_base + connector_base);
    if (connector == NULL) return ENOENT;
    request->encoder_type = DRM_MODE_ENCODER_TMDS;
    request->crtc_id = connector->crtc;
    request->possible_crtcs = connector->possible_crtcs;
    request->possible_clones = 0;
    return 0;
}

static int get_crtc(struct file *file, struct drm_mode_crtc *request) {
    struct crtc *crtc = card_crtc(file->card, request->crtc_id);
    if (crtc == NULL) return ENOENT;
    request->fb_id = crtc->framebuffer;
    request->x = crtc->x;
    request->y = crtc->y;
    request->gamma_size = 256;
    request->mode_valid = crtc->is_on;
    if (crtc->is_on) request->mode = crtc->mode;
    return 0;
}

static int get_planes(struct file *file, struct drm_mode_get_plane_res *request) {
    uint32_t ids[max_planes], count = 0;
    for (unsigned i = 0; i < file->card->plane_count; i++)
        if (file->has_universal_planes || file->card->planes[i].type == plane_overlay)
            ids[count++] = file->card->planes[i].id;
    put_ids(request->plane_id_ptr, &request->count_planes, ids, count);
    return 0;
}

static int get_plane(struct file *file, struct drm_mode_get_plane *request) {
    struct plane *plane = card_plane(file->card, request->plane_id);
    if (plane == NULL) return ENOENT;
    request->crtc_id = plane->crtc;
    request->fb_id = plane->framebuffer;
    request->possible_crtcs = plane->possible_crtcs;
    request->gamma_size = 0;
    put_ids(request->format_type_ptr, &request->count_format_types, plane->formats, plane->format_count);
    return 0;
}

int resources_ioctl(struct file *file, unsigned number, void *payload) {
    switch (number) {
    case 0xa0: return get_resources(file, payload);
    case 0xa1: return get_crtc(file, payload);
    case 0xa6: return get_encoder(file, payload);
    case 0xa7: return get_connector(file, payload);
    case 0xb5: return get_planes(file, payload);
    default: return get_plane(file, payload);
    }
}

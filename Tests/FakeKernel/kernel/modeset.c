/* The older calls that change what is shown. */
#include "kernel.h"
#include <string.h>

static int set_crtc(struct file *file, struct drm_mode_crtc *request) {
    struct card *card = file->card;
    struct crtc *crtc = card_crtc(card, request->crtc_id);
    const uint32_t *ids = (void *)(uintptr_t)request->set_connectors_ptr;
    call_note(" crtc=%u fb=%u connectors=%u mode=%s", request->crtc_id, request->fb_id, request->count_connectors,
              request->mode_valid ? request->mode.name : "off");
    if (crtc == NULL) return ENOENT;
    if (!request->mode_valid) {
        if (request->count_connectors != 0) return EINVAL;
        scanout_off(card, crtc);
        return 0;
    }
    if (request->count_connectors == 0 || ids == NULL) return EINVAL;
    struct framebuffer *framebuffer = card_framebuffer(card, request->fb_id == UINT32_MAX ? crtc->framebuffer : request->fb_id);
    uint32_t bit = 1u << (crtc - card->crtcs);
    for (uint32_t i = 0; i < request->count_connectors; i++) {
        struct connector *connector = card_connector(card, ids[i]);
        if (connector == NULL) return ENOENT;
        if ((connector->possible_crtcs & bit) == 0) return EINVAL;
    }
    int error = scanout_check(card, framebuffer, &request->mode, true);
    if (error != 0) return error;
    if (request->x + request->mode.hdisplay > framebuffer->width
        || request->y + request->mode.vdisplay > framebuffer->height) return ENOSPC;
    for (unsigned i = 0; i < card->connector_count; i++)
        if (card->connectors[i].crtc == crtc->id) card->connectors[i].crtc = 0;
    for (uint32_t i = 0; i < request->count_connectors; i++) {
        card_connector(card, ids[i])->crtc = crtc->id;
        card_connector(card, ids[i])->power = DRM_MODE_DPMS_ON;
    }
    crtc->x = request->x;
    crtc->y = request->y;
    scanout_set(card, crtc, framebuffer->id, &request->mode);
    return 0;
}

static int page_flip(struct file *file, struct drm_mode_crtc_page_flip *request) {
    struct card *card = file->card;
    struct crtc *crtc = card_crtc(card, request->crtc_id);
    call_note(" crtc=%u fb=%u", request->crtc_id, request->fb_id);
    if ((request->flags & ~(uint32_t)DRM_MODE_PAGE_FLIP_FLAGS) != 0) return EINVAL;
    if ((request->flags & DRM_MODE_PAGE_FLIP_ASYNC) != 0 && !card->has_async) return EINVAL;
    struct framebuffer *framebuffer = card_framebuffer(card, request->fb_id);
    if (crtc == NULL || framebuffer == NULL) return ENOENT;
    struct framebuffer *former = card_framebuffer(card, crtc->framebuffer);
    if (former == NULL || !crtc->is_on) return EBUSY;
    if (former->format != framebuffer->format) return EINVAL;
    int error = scanout_check(card, framebuffer, &crtc->mode, false);
    if (error != 0) return error;
    return scanout_flip(card, crtc, file, framebuffer->id, (request->flags & DRM_MODE_PAGE_FLIP_EVENT) != 0,
                        request->user_data, NULL, 0);
}

static int set_plane(struct file *file, struct drm_mode_set_plane *request) {
    struct plane *plane = card_plane(file->card, request->plane_id);
    call_note(" plane=%u crtc=%u fb=%u", request->plane_id, request->crtc_id, request->fb_id);
    if (plane == NULL) return ENOENT;
    if (request->fb_id != 0 && card_framebuffer(file->card, request->fb_id) == NULL) return ENOENT;
    plane->framebuffer = request->fb_id;
    plane->crtc = request->fb_id != 0 ? request->crtc_id : 0;
    return 0;
}

static int set_cursor(struct file *file, uint32_t crtc_id, uint32_t flags, uint32_t handle) {
    struct crtc *crtc = card_crtc(file->card, crtc_id);
    call_note(" crtc=%u handle=%u", crtc_id, handle);
    if (crtc == NULL) return ENOENT;
    if (!file->card->has_cursor) return ENXIO;
    if ((flags & DRM_MODE_CURSOR_BO) != 0) crtc->has_cursor = handle != 0;
    return 0;
}

static int gamma_ramp(struct file *file, struct drm_mode_crtc_lut *request, bool sets) {
    struct crtc *crtc = card_crtc(file->card, request->crtc_id);
    if (crtc == NULL) return ENOENT;
    if (request->gamma_size != 256) return EINVAL;
    uint16_t *channels[] = {(void *)(uintptr_t)request->red, (void *)(uintptr_t)request->green,
                            (void *)(uintptr_t)request->blue};
    for (int channel = 0; channel < 3; channel++)
        for (unsigned i = 0; i < 256 && !sets; i++) channels[channel][i] = (uint16_t)(i * 257);
    if (sets) crtc->gamma_changed = false;
    for (int channel = 0; channel < 3 && sets; channel++)
        for (unsigned i = 0; i < 256; i++) crtc->gamma_changed |= channels[channel][i] >> 8 != i;
    return 0;
}

static int add_old_framebuffer(struct file *file, struct drm_mode_fb_cmd *request) {
    struct drm_mode_fb_cmd2 newer = {
        .width = request->width, .height = request->height, .handles = {request->handle}, .pitches = {request->pitch},
        .pixel_format = request->bpp == 16 ? DRM_FORMAT_RGB565 : request->depth == 32 ? DRM_FORMAT_ARGB8888
            : DRM_FORMAT_XRGB8888};
    int error = framebuffer_add(file, &newer);
    request->fb_id = newer.fb_id;
    return error;
}

static int get_framebuffer(struct file *file, struct drm_mode_fb_cmd *request) {
    struct framebuffer *framebuffer = card_framebuffer(file->card, request->fb_id);
    if (framebuffer == NULL) return ENOENT;
    request->width = framebuffer->width;
    request->height = framebuffer->height;
    request->pitch = framebuffer->pitch;
    request->bpp = request->depth = framebuffer->buffer->bits;
    request->handle = 0;
    return 0;
}

int modeset_ioctl(struct file *file, unsigned number, void *payload) {
    struct drm_mode_cursor2 *cursor = payload;  /* begins like the older one */
    switch (number) {
    case 0x3a: return EOPNOTSUPP;               /* WAIT_VBLANK: no interrupt to wait for */
    case 0xa2: return set_crtc(file, payload);
    case 0xa3: case 0xbb: return set_cursor(file, cursor->crtc_id, cursor->flags, cursor->handle);
    case 0xa4: return gamma_ramp(file, payload, false);
    case 0xa5: return gamma_ramp(file, payload, true);
    case 0xad: return get_framebuffer(file, payload);
    case 0xae: return add_old_framebuffer(file, payload);
    case 0xb0: return page_flip(file, payload);
    case 0xb7: return set_plane(file, payload);
    default: return EINVAL;
    }
}

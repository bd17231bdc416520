/* The requests of a display card: their names, who may make them, and which
 * part answers. */
#include "kernel.h"
#include <string.h>
#include <sys/ioctl.h>

#ifndef DRM_IOCTL_MODE_CLOSEFB
#define DRM_IOCTL_MODE_CLOSEFB 0xd0
#endif

enum rights { anybody, master_only, modes_only = 2 };

static const struct request { uint8_t number; uint8_t rights; const char *name; } requests[] = {
    {0x00, anybody, "VERSION"}, {0x01, anybody, "GET_UNIQUE"}, {0x02, anybody, "GET_MAGIC"},
    {0x09, anybody, "GEM_CLOSE"}, {0x0c, anybody, "GET_CAP"}, {0x0d, anybody, "SET_CLIENT_CAP"},
    {0x1e, anybody, "SET_MASTER"}, {0x1f, anybody, "DROP_MASTER"}, {0x3a, anybody, "WAIT_VBLANK"},
    {0xa0, modes_only, "GETRESOURCES"}, {0xa1, modes_only, "GETCRTC"},
    {0xa2, modes_only | master_only, "SETCRTC"}, {0xa3, modes_only | master_only, "CURSOR"},
    {0xa4, modes_only, "GETGAMMA"}, {0xa5, modes_only | master_only, "SETGAMMA"},
    {0xa6, modes_only, "GETENCODER"}, {0xa7, modes_only, "GETCONNECTOR"},
    {0xaa, modes_only, "GETPROPERTY"}, {0xab, modes_only | master_only, "SETPROPERTY"},
    {0xac, modes_only, "GETPROPBLOB"}, {0xad, modes_only, "GETFB"}, {0xae, modes_only, "ADDFB"},
    {0xaf, modes_only, "RMFB"}, {0xb0, modes_only | master_only, "PAGE_FLIP"},
    {0xb1, modes_only | master_only, "DIRTYFB"}, {0xb2, modes_only, "CREATE_DUMB"},
    {0xb3, modes_only, "MAP_DUMB"}, {0xb4, modes_only, "DESTROY_DUMB"},
    {0xb5, modes_only, "GETPLANERESOURCES"}, {0xb6, modes_only, "GETPLANE"},
    {0xb7, modes_only | master_only, "SETPLANE"}, {0xb8, modes_only, "ADDFB2"},
    {0xb9, modes_only, "OBJ_GETPROPERTIES"}, {0xba, modes_only | master_only, "OBJ_SETPROPERTY"},
    {0xbb, modes_only | master_only, "CURSOR2"}, {0xbc, modes_only | master_only, "ATOMIC"},
    {0xbd, modes_only, "CREATEPROPBLOB"}, {0xbe, modes_only, "DESTROYPROPBLOB"}, {0xd0, modes_only, "CLOSEFB"},
};

static int answer_version(struct card *card, struct drm_version *request) {
    const char *date = "20260101", *words = "a kernel that is not there";
    size_t length = strlen(card->driver);
    request->version_major = 1;
    request->version_minor = 2;
    request->version_patchlevel = 3;
    if (request->name != NULL && request->name_len >= length) memcpy(request->name, card->driver, length);
    if (request->date != NULL && request->date_len >= strlen(date)) memcpy(request->date, date, strlen(date));
    if (request->desc != NULL && request->desc_len >= strlen(words)) memcpy(request->desc, words, strlen(words));
    request->name_len = length;
    request->date_len = strlen(date);
    request->desc_len = strlen(words);
    return 0;
}

static int answer_capability(struct card *card, struct drm_get_cap *request) {
    call_note(" %llu", (unsigned long long)request->capability);
    if (request->capability == DRM_CAP_TIMESTAMP_MONOTONIC) {
        request->value = 1;
        return 0;
    }
    if (!card->has_modes) return EOPNOTSUPP;
    switch (request->capability) {
    case DRM_CAP_DUMB_BUFFER: request->value = card->has_capability_dumb; return 0;
    case DRM_CAP_DUMB_PREFERRED_DEPTH: request->value = card->depth; return 0;
    case DRM_CAP_DUMB_PREFER_SHADOW: request->value = 1; return 0;
    case DRM_CAP_ASYNC_PAGE_FLIP: request->value = card->has_async; return 0;
    case DRM_CAP_CURSOR_WIDTH: case DRM_CAP_CURSOR_HEIGHT: request->value = 64; return 0;
    case DRM_CAP_CRTC_IN_VBLANK_EVENT: request->value = 1; return 0;
    case DRM_CAP_PRIME: case DRM_CAP_VBLANK_HIGH_CRTC: case DRM_CAP_ADDFB2_MODIFIERS:
    case DRM_CAP_PAGE_FLIP_TARGET: case DRM_CAP_SYNCOBJ: case DRM_CAP_SYNCOBJ_TIMELINE:
        request->value = 0;
        return 0;
    default: return EINVAL;
    }
}

static int answer_client_capability(struct file *file, struct drm_set_client_cap *request) {
    call_note(" %llu=%llu", (unsigned long long)request->capability, (unsigned long long)request->value);
    if (!file->card->has_modes) return EOPNOTSUPP;
    switch (request->capability) {
    case DRM_CLIENT_CAP_UNIVERSAL_PLANES: file->has_universal_planes = request->value != 0; return 0;
    case DRM_CLIENT_CAP_ATOMIC:
        if (!file->card->has_atomic) return EOPNOTSUPP;
        file->is_atomic = file->has_universal_planes = request->value != 0;
        return 0;
    case DRM_CLIENT_CAP_STEREO_3D: case DRM_CLIENT_CAP_ASPECT_RATIO: return 0;
    case DRM_CLIENT_CAP_WRITEBACK_CONNECTORS: return file->is_atomic ? 0 : EINVAL;
    default: return EINVAL;
    }
}

static int answer(struct file *file, unsigned number, void *payload) {
    switch (number) {
    case 0x00: return answer_version(file->card, payload);
    case 0x01: ((struct drm_unique *)payload)->unique_len = 0; return 0;
    case 0x02: ((struct drm_auth *)payload)->magic = 1; return 0;
    case 0x09: return buffer_destroy(file, ((struct drm_gem_close *)payload)->handle);
    case 0x0c: return answer_capability(file->card, payload);
    case 0x0d: return answer_client_capability(file, payload);
    case 0x1e: return master_take(file);
    case 0x1f: return master_drop(file);
    case 0xa0: case 0xa1: case 0xa6: case 0xa7: case 0xb5: case 0xb6: return resources_ioctl(file, number, payload);
    case 0xaa: case 0xab: case 0xb9: case 0xba: return properties_ioctl(file, number, payload);
    case 0xac: return blob_read(file->card, payload);
    case 0xaf: return framebuffer_remove(file, *(uint32_t *)payload, false);
    case 0xd0: return file->card->has_closefb ? framebuffer_remove(file, *(uint32_t *)payload, true) : EINVAL;
    case 0xb1: return scanout_dirty(file, payload);
    case 0xb2: return buffer_create(file, payload);
    case 0xb3: return buffer_offset(file, payload);
    case 0xb4: return buffer_destroy(file, ((struct drm_mode_destroy_dumb *)payload)->handle);
    case 0xb8: return framebuffer_add(file, payload);
    case 0xbc: return commit_ioctl(file, payload);
    case 0xbd: return blob_create(file, payload);
    case 0xbe: return blob_destroy(file, ((struct drm_mode_destroy_blob *)payload)->blob_id);
    default: return modeset_ioctl(file, number, payload);
    }
}

int card_ioctl(struct file *file, unsigned long request, void *payload) {
    unsigned number = _IOC_NR(request);
    const struct request *known = NULL;
    for (unsigned i = 0; i < COUNT(requests) && known == NULL; i++)
        if (requests[i].number == number) known = &requests[i];
    if (_IOC_TYPE(request) != DRM_IOCTL_BASE || known == NULL) {
        char text[32];
        snprintf(text, sizeof text, "ioctl-%lx", request);
        call_begin(file->device, text);
        return call_end(ENOTTY);
    }
    int error = call_begin(file->device, known->name);
    /* Removed in the middle of a pause, or before. */
    if (error == 0 && file->card->is_gone) error = ENODEV;
    if (error == 0 && (known->rights & modes_only) != 0 && !file->card->has_modes) error = EOPNOTSUPP;
    if (error == 0 && (known->rights & master_only) != 0 && !master_is(file)) error = EACCES;
    if (error == 0) error = answer(file, number, payload);
    return call_end(error);
}

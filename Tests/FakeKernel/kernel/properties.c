/* Properties of connectors, CRTCs and planes, by the kernel's names. */
#include "kernel.h"
#include <string.h>

static const struct { const char *name; uint32_t flags; } properties[property_end] = {
    [property_type] = {"type", DRM_MODE_PROP_ENUM | DRM_MODE_PROP_IMMUTABLE},
    [property_fb] = {"FB_ID", DRM_MODE_PROP_ATOMIC | DRM_MODE_PROP_OBJECT},
    [property_crtc] = {"CRTC_ID", DRM_MODE_PROP_ATOMIC | DRM_MODE_PROP_OBJECT},
    [property_crtc_x] = {"CRTC_X", DRM_MODE_PROP_ATOMIC | DRM_MODE_PROP_SIGNED_RANGE},
    [property_crtc_y] = {"CRTC_Y", DRM_MODE_PROP_ATOMIC | DRM_MODE_PROP_SIGNED_RANGE},
    [property_crtc_w] = {"CRTC_W", DRM_MODE_PROP_ATOMIC | DRM_MODE_PROP_RANGE},
    [property_crtc_h] = {"CRTC_H", DRM_MODE_PROP_ATOMIC | DRM_MODE_PROP_RANGE},
    [property_src_x] = {"SRC_X", DRM_MODE_PROP_ATOMIC | DRM_MODE_PROP_RANGE},
    [property_src_y] = {"SRC_Y", DRM_MODE_PROP_ATOMIC | DRM_MODE_PROP_RANGE},
    [property_src_w] = {"SRC_W", DRM_MODE_PROP_ATOMIC | DRM_MODE_PROP_RANGE},
    [property_src_h] = {"SRC_H", DRM_MODE_PROP_ATOMIC | DRM_MODE_PROP_RANGE},
    [property_clips] = {"FB_DAMAGE_CLIPS", DRM_MODE_PROP_ATOMIC | DRM_MODE_PROP_BLOB},
    [property_active] = {"ACTIVE", DRM_MODE_PROP_ATOMIC | DRM_MODE_PROP_RANGE},
    [property_mode] = {"MODE_ID", DRM_MODE_PROP_ATOMIC | DRM_MODE_PROP_BLOB},
    [property_power] = {"DPMS", DRM_MODE_PROP_ENUM},
    [property_orientation] = {"panel orientation", DRM_MODE_PROP_ENUM | DRM_MODE_PROP_IMMUTABLE},
    [property_non_desktop] = {"non-desktop", DRM_MODE_PROP_RANGE | DRM_MODE_PROP_IMMUTABLE},
};

static const char *const plane_types[] = {"Overlay", "Primary", "Cursor"};
static const char *const orientations[] = {"Normal", "Upside Down", "Left Side Up", "Right Side Up"};
static const char *const powers[] = {"On", "Standby", "Suspend", "Off"};

struct list { uint32_t ids[20]; uint64_t values[20]; uint32_t count; bool with_atomic; };

static void put(struct list *list, enum property property, uint64_t value) {
    if ((properties[property].flags & DRM_MODE_PROP_ATOMIC) != 0 && !list->with_atomic) return;
    list->ids[list->count] = property_base + property;
    list->values[list->count++] = value;
}

static bool list_plane(struct list *list, const struct plane *plane) {
    if (plane == NULL) return false;
    put(list, property_type, plane->type);
    put(list, property_fb, plane->framebuffer);
    put(list, property_crtc, plane->crtc);
    put(list, property_crtc_x, (uint64_t)plane->x);
    put(list, property_crtc_y, (uint64_t)plane->y);
    put(list, property_crtc_w, plane->width);
    put(list, property_crtc_h, plane->height);
    put(list, property_src_x, plane->source_x);
    put(list, property_src_y, plane->source_y);
    put(list, property_src_w, plane->source_width);
    put(list, property_src_h, plane->source_height);
    if (plane->takes_clips) put(list, property_clips, 0);
    return true;
}

static bool list_crtc(struct list *list, const struct crtc *crtc) {
    if (crtc == NULL) return false;
    put(list, property_active, crtc->is_on);
    put(list, property_mode, crtc->mode_blob);
    return true;
}

static bool list_connector(struct list *list, const struct connector *connector) {
    if (connector == NULL) return false;
    put(list, property_power, connector->power);
    put(list, property_crtc, connector->crtc);
    put(list, property_non_desktop, connector->is_non_desktop);
    if (connector->orientation >= 0) put(list, property_orientation, (uint64_t)connector->orientation);
    return true;
}

static int get_values(struct file *file, struct drm_mode_obj_get_properties *request) {
    struct list list = {.with_atomic = file->is_atomic};
    bool is_known = false;
    switch (request->obj_type) {
    case DRM_MODE_OBJECT_PLANE: is_known = list_plane(&list, card_plane(file->card, request->obj_id)); break;
    case DRM_MODE_OBJECT_CRTC: is_known = list_crtc(&list, card_crtc(file->card, request->obj_id)); break;
    case DRM_MODE_OBJECT_CONNECTOR: is_known = list_connector(&list, card_connector(file->card, request->obj_id)); break;
    default: break;
    }
    if (!is_known) return ENOENT;
    if (request->count_props >= list.count && request->props_ptr != 0) {
        memcpy((void *)(uintptr_t)request->props_ptr, list.ids, list.count * sizeof list.ids[0]);
        memcpy((void *)(uintptr_t)request->prop_values_ptr, list.values, list.count * sizeof list.values[0]);
    }
    request->count_props = list.count;
    return 0;
}

static void put_names(struct drm_mode_get_property *request, const char *const *list, uint32_t count) {
    struct drm_mode_property_enum *names = (void *)(uintptr_t)request->enum_blob_ptr;
    uint64_t *values = (void *)(uintptr_t)request->values_ptr;
    for (uint32_t i = 0; i < count && request->count_enum_blobs >= count && names != NULL; i++) {
        names[i] = (struct drm_mode_property_enum){.value = i};
        snprintf(names[i].name, sizeof names[i].name, "%s", list[i]);
    }
    for (uint32_t i = 0; i < count && request->count_values >= count && values != NULL; i++) values[i] = i;
    request->count_enum_blobs = request->count_values = count;
}

static int get_property(struct drm_mode_get_property *request) {
    uint32_t place = request->prop_id - property_base;
    if (request->prop_id < property_base || place >= property_end) return ENOENT;
    request->flags = properties[place].flags;
    snprintf(request->name, sizeof request->name, "%s", properties[place].name);
    switch (place) {
    case property_type: put_names(request, plane_types, COUNT(plane_types)); break;
    case property_orientation: put_names(request, orientations, COUNT(orientations)); break;
    case property_power: put_names(request, powers, COUNT(powers)); break;
    default: request->count_enum_blobs = request->count_values = 0; break;
    }
    return 0;
}

/* The only property that is set by itself is the power of a connector. */
static int set_property(struct file *file, uint32_t object, uint32_t property, uint64_t value) {
    struct connector *connector = card_connector(file->card, object);
    call_note(" object=%u property=%u value=%llu", object, property, (unsigned long long)value);
    if (connector == NULL || property != property_base + property_power || value > 3) return EINVAL;
    connector->power = value;
    return 0;
}

int properties_ioctl(struct file *file, unsigned number, void *payload) {
    switch (number) {
    case 0xaa: return get_property(payload);
    case 0xab: {
        struct drm_mode_connector_set_property *request = payload;
        return set_property(file, request->connector_id, request->prop_id, request->value);
    }
    case 0xb9: return get_values(file, payload);
    default: {
        struct drm_mode_obj_set_property *request = payload;
        return set_property(file, request->obj_id, request->prop_id, request->value);
    }
    }
}

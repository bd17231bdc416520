/* The kernel's DRM interface: connectors, CRTCs, planes, dumb buffers. Of
 * libdrm only the names of connectors are called: its other calls repeat an
 * interrupted request without end. */
#pragma once

#include <drm.h>
#include <drm_fourcc.h>
#include <drm_mode.h>
#include <errno.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <xf86drmMode.h>

/* ioctl is variadic. */
static inline int cdrm_display_call(int descriptor, unsigned long request, void *record) {
    return ioctl(descriptor, request, record);
}

/* The numbers of requests are function-like macros. */
static const unsigned long cdrm_version = DRM_IOCTL_VERSION;
static const unsigned long cdrm_get_capability = DRM_IOCTL_GET_CAP;
static const unsigned long cdrm_set_client_capability = DRM_IOCTL_SET_CLIENT_CAP;
static const unsigned long cdrm_set_master = DRM_IOCTL_SET_MASTER;
static const unsigned long cdrm_drop_master = DRM_IOCTL_DROP_MASTER;
static const unsigned long cdrm_get_resources = DRM_IOCTL_MODE_GETRESOURCES;
static const unsigned long cdrm_get_connector = DRM_IOCTL_MODE_GETCONNECTOR;
static const unsigned long cdrm_get_encoder = DRM_IOCTL_MODE_GETENCODER;
static const unsigned long cdrm_get_crtc = DRM_IOCTL_MODE_GETCRTC;
static const unsigned long cdrm_set_crtc = DRM_IOCTL_MODE_SETCRTC;
static const unsigned long cdrm_get_plane_resources = DRM_IOCTL_MODE_GETPLANERESOURCES;
static const unsigned long cdrm_get_plane = DRM_IOCTL_MODE_GETPLANE;
static const unsigned long cdrm_set_plane = DRM_IOCTL_MODE_SETPLANE;
static const unsigned long cdrm_get_properties = DRM_IOCTL_MODE_OBJ_GETPROPERTIES;
static const unsigned long cdrm_get_property = DRM_IOCTL_MODE_GETPROPERTY;
static const unsigned long cdrm_set_property = DRM_IOCTL_MODE_SETPROPERTY;
static const unsigned long cdrm_create_blob = DRM_IOCTL_MODE_CREATEPROPBLOB;
static const unsigned long cdrm_destroy_blob = DRM_IOCTL_MODE_DESTROYPROPBLOB;
static const unsigned long cdrm_create_dumb = DRM_IOCTL_MODE_CREATE_DUMB;
static const unsigned long cdrm_map_dumb = DRM_IOCTL_MODE_MAP_DUMB;
static const unsigned long cdrm_destroy_dumb = DRM_IOCTL_MODE_DESTROY_DUMB;
static const unsigned long cdrm_remove_framebuffer = DRM_IOCTL_MODE_RMFB;
static const unsigned long cdrm_mark_dirty = DRM_IOCTL_MODE_DIRTYFB;
static const unsigned long cdrm_set_cursor = DRM_IOCTL_MODE_CURSOR;
static const unsigned long cdrm_set_gamma = DRM_IOCTL_MODE_SETGAMMA;

/* Linux 6.8 and later; the headers of earlier ones lack it. */
struct cdrm_closed_framebuffer {
    uint32_t id, padding;
};
static const unsigned long cdrm_close_framebuffer = DRM_IOWR(0xD0, struct cdrm_closed_framebuffer);

/* An atomic commit from flat arrays. The properties of an object stand
 * together; `property_counts[i]` of them belong to `objects[i]`. Array to
 * number casts are not for Swift. */
static inline int cdrm_atomic_commit(
    int descriptor, uint32_t flags, const uint32_t *objects, const uint32_t *property_counts,
    uint32_t object_count, const uint32_t *properties, const uint64_t *values, uint64_t user_data) {
    struct drm_mode_atomic request = {
        .flags = flags,
        .count_objs = object_count,
        .objs_ptr = (uint64_t)(uintptr_t)objects,
        .count_props_ptr = (uint64_t)(uintptr_t)property_counts,
        .props_ptr = (uint64_t)(uintptr_t)properties,
        .prop_values_ptr = (uint64_t)(uintptr_t)values,
        .user_data = user_data,
    };
    return ioctl(descriptor, DRM_IOCTL_MODE_ATOMIC, &request);
}

/* A page flip with an event that carries a tag of 64 bits. */
static inline int cdrm_page_flip(
    int descriptor, uint32_t crtc, uint32_t framebuffer, uint64_t user_data) {
    struct drm_mode_crtc_page_flip request = {
        .crtc_id = crtc,
        .fb_id = framebuffer,
        .flags = DRM_MODE_PAGE_FLIP_EVENT,
        .user_data = user_data,
    };
    return ioctl(descriptor, DRM_IOCTL_MODE_PAGE_FLIP, &request);
}

/* A framebuffer of one plane of pixels: the arrays of the record are tuples in Swift. */
static inline int cdrm_add_plain_framebuffer(
    int descriptor, uint32_t width, uint32_t height, uint32_t code, uint32_t handle, uint32_t pitch,
    uint32_t *id) {
    struct drm_mode_fb_cmd2 request = {
        .width = width,
        .height = height,
        .pixel_format = code,
        .handles = {handle},
        .pitches = {pitch},
    };
    int result = ioctl(descriptor, DRM_IOCTL_MODE_ADDFB2, &request);
    *id = request.fb_id;
    return result;
}

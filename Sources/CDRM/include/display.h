/* libdrm: connectors, CRTCs, planes, dumb buffers. */
#pragma once

#include <drm_fourcc.h>
#include <drm_mode.h>
#include <errno.h>
#include <stdint.h>
#include <xf86drm.h>
#include <xf86drmMode.h>

/* An atomic commit from flat arrays. drmModeAtomicCommit allocates and sorts at
 * every call, which a frame must not, and the number of the ioctl is a macro
 * that Swift does not import. The properties of an object stand together;
 * `property_counts[i]` of them belong to `objects[i]`. */
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
    return drmIoctl(descriptor, DRM_IOCTL_MODE_ATOMIC, &request);
}

/* A page flip with an event. drmModePageFlip takes the event's 64 bit tag as a
 * pointer, which a 32-bit machine would cut, and Swift would call unsafe. */
static inline int cdrm_page_flip(
    int descriptor, uint32_t crtc, uint32_t framebuffer, uint64_t user_data) {
    struct drm_mode_crtc_page_flip request = {
        .crtc_id = crtc,
        .fb_id = framebuffer,
        .flags = DRM_MODE_PAGE_FLIP_EVENT,
        .user_data = user_data,
    };
    return drmIoctl(descriptor, DRM_IOCTL_MODE_PAGE_FLIP, &request);
}

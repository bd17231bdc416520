/* libdrm: connectors, CRTCs, planes, dumb buffers. */
#pragma once

#include <drm_fourcc.h>
#include <drm_mode.h>
#include <xf86drm.h>
#include <xf86drmMode.h>

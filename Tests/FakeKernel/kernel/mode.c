/* Modes from text: 1920x1080@60 with letters behind it, ! preferred,
 * i interlaced, d double-scan, and all timings zero with z. */
#include "kernel.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool parse_mode(const char *text, struct drm_mode_modeinfo *mode) {
    unsigned width, height;
    int used = 0;
    memset(mode, 0, sizeof *mode);
    if (sscanf(text, "%ux%u%n", &width, &height, &used) != 2 || width > 65535 || height > 65535) return false;
    double rate = 60;
    text += used;
    if (*text == '@') {
        char *end;
        rate = strtod(text + 1, &end);
        text = end;
    }
    mode->type = DRM_MODE_TYPE_DRIVER;
    bool has_timings = true;
    for (; *text != 0; text++) {
        if (*text == '!') mode->type |= DRM_MODE_TYPE_PREFERRED;
        else if (*text == 'i') mode->flags |= DRM_MODE_FLAG_INTERLACE;
        else if (*text == 'd') mode->flags |= DRM_MODE_FLAG_DBLSCAN;
        else if (*text == 'z') has_timings = false;
        else return false;
    }
    mode->hdisplay = (uint16_t)width;
    mode->vdisplay = (uint16_t)height;
    mode->vrefresh = (uint32_t)lround(rate);
    snprintf(mode->name, sizeof mode->name, "%ux%u%s", width, height,
             mode->flags & DRM_MODE_FLAG_INTERLACE ? "i" : "");
    if (!has_timings) return true;
    mode->hsync_start = (uint16_t)(width + 8);
    mode->hsync_end = (uint16_t)(width + 16);
    mode->htotal = (uint16_t)(width + 80);
    mode->vsync_start = (uint16_t)(height + 3);
    mode->vsync_end = (uint16_t)(height + 6);
    mode->vtotal = (uint16_t)(height + 20);
    double clock = rate * mode->htotal * mode->vtotal / 1000;
    if (mode->flags & DRM_MODE_FLAG_INTERLACE) clock /= 2;
    if (mode->flags & DRM_MODE_FLAG_DBLSCAN) clock *= 2;
    mode->clock = (uint32_t)lround(clock);
    return true;
}

/* Pixels of any layout as a PPM, eight bits a channel. */
#include "kernel.h"
#include <string.h>

bool layout_of_format(uint32_t format, struct pixel_layout *layout) {
    static const struct { uint32_t format; struct pixel_layout layout; } formats[] = {
        {DRM_FORMAT_XRGB8888, {.bits = 32, .red = {16, 8}, .green = {8, 8}, .blue = {0, 8}}},
        {DRM_FORMAT_ARGB8888, {.bits = 32, .red = {16, 8}, .green = {8, 8}, .blue = {0, 8}}},
        {DRM_FORMAT_XBGR8888, {.bits = 32, .red = {0, 8}, .green = {8, 8}, .blue = {16, 8}}},
        {DRM_FORMAT_ABGR8888, {.bits = 32, .red = {0, 8}, .green = {8, 8}, .blue = {16, 8}}},
        {DRM_FORMAT_RGBX8888, {.bits = 32, .red = {24, 8}, .green = {16, 8}, .blue = {8, 8}}},
        {DRM_FORMAT_RGBA8888, {.bits = 32, .red = {24, 8}, .green = {16, 8}, .blue = {8, 8}}},
        {DRM_FORMAT_BGRX8888, {.bits = 32, .red = {8, 8}, .green = {16, 8}, .blue = {24, 8}}},
        {DRM_FORMAT_BGRA8888, {.bits = 32, .red = {8, 8}, .green = {16, 8}, .blue = {24, 8}}},
        {DRM_FORMAT_XRGB2101010, {.bits = 32, .red = {20, 10}, .green = {10, 10}, .blue = {0, 10}}},
        {DRM_FORMAT_ARGB2101010, {.bits = 32, .red = {20, 10}, .green = {10, 10}, .blue = {0, 10}}},
        {DRM_FORMAT_XBGR2101010, {.bits = 32, .red = {0, 10}, .green = {10, 10}, .blue = {20, 10}}},
        {DRM_FORMAT_RGB888, {.bits = 24, .red = {16, 8}, .green = {8, 8}, .blue = {0, 8}}},
        {DRM_FORMAT_BGR888, {.bits = 24, .red = {0, 8}, .green = {8, 8}, .blue = {16, 8}}},
        {DRM_FORMAT_RGB565, {.bits = 16, .red = {11, 5}, .green = {5, 6}, .blue = {0, 5}}},
        {DRM_FORMAT_BGR565, {.bits = 16, .red = {0, 5}, .green = {5, 6}, .blue = {11, 5}}},
        {DRM_FORMAT_XRGB1555, {.bits = 16, .red = {10, 5}, .green = {5, 5}, .blue = {0, 5}}},
        {DRM_FORMAT_ARGB1555, {.bits = 16, .red = {10, 5}, .green = {5, 5}, .blue = {0, 5}}},
        {DRM_FORMAT_XRGB4444, {.bits = 16, .red = {8, 4}, .green = {4, 4}, .blue = {0, 4}}},
        {DRM_FORMAT_RGB332, {.bits = 8, .red = {5, 3}, .green = {2, 3}, .blue = {0, 2}}},
        {DRM_FORMAT_R8, {.bits = 8, .red = {0, 8}, .green = {0, 8}, .blue = {0, 8}}},
    };
    for (unsigned i = 0; i < COUNT(formats); i++) {
        if (formats[i].format != format) continue;
        *layout = formats[i].layout;
        return true;
    }
    return false;
}

static uint32_t pixel_at(const uint8_t *row, uint32_t x, unsigned bits) {
    /* As the kernel draws them: the leftmost pixel in the lowest bits. */
    if (bits < 8) return row[x * bits / 8] >> x * bits % 8 & ((1u << bits) - 1);
    uint32_t value = 0;
    for (unsigned i = 0; i < (bits + 7) / 8; i++) value |= (uint32_t)row[x * ((bits + 7) / 8) + i] << (8 * i);
    return value;
}

/* The channel of a pixel, widened to eight bits. */
static uint8_t widened(uint32_t pixel, struct channel channel) {
    if (channel.length == 0) return 0;
    uint32_t most = channel.length >= 32 ? UINT32_MAX : (1u << channel.length) - 1;
    return (uint8_t)(((uint64_t)(pixel >> channel.offset & most) * 255 + most / 2) / most);
}

void picture_write(FILE *file, const uint8_t *pixels, uint32_t width, uint32_t height, uint32_t pitch,
                   const struct pixel_layout *layout, const uint16_t palette[3][256]) {
    fprintf(file, "P6\n%u %u\n255\n", width, height);
    for (uint32_t y = 0; y < height; y++) {
        const uint8_t *row = pixels + (size_t)y * pitch;
        for (uint32_t x = 0; x < width; x++) {
            uint32_t pixel = pixel_at(row, x, layout->bits);
            uint8_t colour[3];
            if (layout->is_mono) {
                memset(colour, (pixel != 0) == layout->ones_are_black ? 0 : 255, 3);
            } else if (layout->is_palette && palette != NULL && layout->bits <= 8) {
                for (int channel = 0; channel < 3; channel++) colour[channel] = (uint8_t)(palette[channel][pixel] >> 8);
            } else {
                colour[0] = widened(pixel, layout->red);
                colour[1] = widened(pixel, layout->green);
                colour[2] = widened(pixel, layout->blue);
            }
            fwrite(colour, 1, 3, file);
        }
    }
}

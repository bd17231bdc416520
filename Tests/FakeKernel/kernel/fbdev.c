/* Framebuffer devices. Their memory is a file of the folder, so that it can be
 * looked at from outside. */
#include "kernel.h"
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { max_fbdevs = 4, default_memory = 64 << 20 };

static struct fbdev {
    bool exists, is_gone, maps, pans, puts, ignores_puts, blanks, is_manual, has_palette;
    int write_limit, memory, card;
    struct fb_fix_screeninfo fixed;
    struct fb_var_screeninfo variable;
    uint16_t palette[3][256];
    uint8_t *glass;             /* of a device that only shows what it is panned to */
    int blank;
} fbdevs[max_fbdevs];

static void parse_channel(char **words, const char *name, struct fb_bitfield *channel) {
    const char *value = word_value(words, name);
    if (value != NULL) sscanf(value, "%u/%u", &channel->offset, &channel->length);
}

static void default_channels(struct fb_var_screeninfo *variable) {
    switch (variable->bits_per_pixel) {
    case 16:
        variable->red = (struct fb_bitfield){11, 5, 0};
        variable->green = (struct fb_bitfield){5, 6, 0};
        variable->blue = (struct fb_bitfield){0, 5, 0};
        break;
    case 24: case 32:
        variable->red = (struct fb_bitfield){16, 8, 0};
        variable->green = (struct fb_bitfield){8, 8, 0};
        variable->blue = (struct fb_bitfield){0, 8, 0};
        break;
    default:
        variable->red = variable->green = variable->blue = (struct fb_bitfield){0, variable->bits_per_pixel, 0};
        break;
    }
}

static uint32_t visual_named(const char *name, uint32_t bits) {
    static const char *const names[] = {"mono01", "mono10", "truecolor", "pseudocolor", "directcolor",
                                        "static-pseudocolor"};
    for (uint32_t i = 0; name != NULL && i < COUNT(names); i++)
        if (strcmp(names[i], name) == 0) return i;
    return bits == 1 ? FB_VISUAL_MONO01 : bits <= 8 ? FB_VISUAL_PSEUDOCOLOR : FB_VISUAL_TRUECOLOR;
}

bool fbdev_change(int number, char **words) {
    if (number < 0 || number >= max_fbdevs || !fbdevs[number].exists) return false;
    struct fbdev *device = &fbdevs[number];
    device->maps = word_is(words, "maps", device->maps);
    device->pans = word_is(words, "pans", device->pans);
    device->puts = word_is(words, "puts", device->puts);
    device->ignores_puts = word_is(words, "ignores-puts", device->ignores_puts);
    device->blanks = word_is(words, "blanks", device->blanks);
    device->is_manual = word_is(words, "manual", device->is_manual);
    device->write_limit = (int)word_number(words, "write-limit", device->write_limit);
    device->blank = (int)word_number(words, "blank", device->blank);
    return true;
}

/* size=WxH virtual=WxH offset=X,Y bpp= red=16/8 line= memory= visual= mm= */
bool fbdev_make(int number, char **words) {
    const char *size = word_value(words, "size");
    if (number < 0 || number >= max_fbdevs || size == NULL) return false;
    struct fbdev *device = &fbdevs[number];
    *device = (struct fbdev){.exists = true, .maps = true, .pans = true, .puts = true, .blanks = true,
                             .write_limit = 1 << 30};
    struct fb_var_screeninfo *variable = &device->variable;
    sscanf(size, "%ux%u", &variable->xres, &variable->yres);
    variable->xres_virtual = variable->xres;
    variable->yres_virtual = variable->yres;
    const char *value = word_value(words, "virtual");
    if (value != NULL) sscanf(value, "%ux%u", &variable->xres_virtual, &variable->yres_virtual);
    if ((value = word_value(words, "offset")) != NULL) sscanf(value, "%u,%u", &variable->xoffset, &variable->yoffset);
    if ((value = word_value(words, "mm")) != NULL) sscanf(value, "%ux%u", &variable->width, &variable->height);
    variable->bits_per_pixel = (uint32_t)word_number(words, "bpp", 32);
    variable->grayscale = (uint32_t)word_number(words, "grayscale", 0);
    variable->pixclock = (uint32_t)word_number(words, "pixclock", 0);
    default_channels(variable);
    parse_channel(words, "red", &variable->red);
    parse_channel(words, "green", &variable->green);
    parse_channel(words, "blue", &variable->blue);
    parse_channel(words, "transp", &variable->transp);
    struct fb_fix_screeninfo *fixed = &device->fixed;
    snprintf(fixed->id, sizeof fixed->id, "%s", (value = word_value(words, "driver")) != NULL ? value : "fake fb");
    fixed->type = (uint32_t)word_number(words, "type", FB_TYPE_PACKED_PIXELS);
    fixed->visual = visual_named(word_value(words, "visual"), variable->bits_per_pixel);
    fixed->line_length = (uint32_t)word_number(words, "line", (variable->xres_virtual * variable->bits_per_pixel + 7) / 8);
    fixed->smem_len = (uint32_t)word_number(words, "memory", fixed->line_length * variable->yres_virtual);
    fixed->xpanstep = fixed->ypanstep = 1;
    fbdev_change(number, words);
    for (unsigned i = 0; i < 256; i++)
        for (int channel = 0; channel < 3; channel++) device->palette[channel][i] = (uint16_t)(i * 257);

    char path[400], target[400];
    snprintf(path, sizeof path, "%s/memory-fb%d", kernel_folder, number);
    device->memory = REAL(open)(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    /* What was there before the program: a pattern, which also marks the padding. */
    for (uint32_t place = 0; place < fixed->smem_len; place += 4096) {
        uint8_t pattern[4096];
        memset(pattern, 0xa5, sizeof pattern);
        uint32_t left = fixed->smem_len - place;
        if (pwrite64(device->memory, pattern, left < 4096 ? left : 4096, place) < 0) return false;
    }
    const char *parent = word_value(words, "card");
    struct card *card = card_named(parent);
    bool is_pci = card != NULL && strncmp(card->bus, "0000:", 5) == 0;
    char folder[200];
    snprintf(folder, sizeof folder, "/sys/devices/%s/%s", is_pci ? "pci0000:00" : "platform",
             card != NULL ? card->bus : "framebuffer.0");
    snprintf(path, sizeof path, "%s/graphics/fb%d/name", folder, number);
    tree_write(path, "%s\n", fixed->id);
    snprintf(path, sizeof path, "%s/graphics/fb%d/device", folder, number);
    tree_link(path, "../..");
    snprintf(path, sizeof path, "/sys/class/graphics/fb%d", number);
    snprintf(target, sizeof target, "../..%s/graphics/fb%d", folder + 4, number);
    tree_link(path, target);
    snprintf(path, sizeof path, "/dev/fb%d", number);
    tree_write(path, "%s", "");
    snprintf(path, sizeof path, "%s/graphics/fb%d", folder, number);
    uevent_send("add", path + 4, "graphics", "");
    return true;
}

void fbdev_remove(int number) {
    char path[100];
    if (number < 0 || number >= max_fbdevs || !fbdevs[number].exists) return;
    fbdevs[number].is_gone = true;
    snprintf(path, sizeof path, "/dev/fb%d", number);
    tree_remove(path);
    snprintf(path, sizeof path, "/sys/class/graphics/fb%d", number);
    tree_remove(path);
    snprintf(path, sizeof path, "/devices/platform/framebuffer.0/graphics/fb%d", number);
    uevent_send("remove", path, "graphics", "");
}

int fbdev_open(const char *name, int number) {
    int error = call_begin(name, "open");
    struct fbdev *device = number >= 0 && number < max_fbdevs ? &fbdevs[number] : NULL;
    if (error == 0 && (device == NULL || !device->exists || device->is_gone)) error = ENODEV;
    struct file *file = NULL;
    if (error == 0 && (file = file_new(file_framebuffer, name, number)) == NULL) error = errno;
    return call_end(error) == 0 ? file->descriptor : -1;
}

/* --- Requests ---------------------------------------------------------------------- */

/* A device that must be told copies its memory to the glass then. */
static void shows_now(struct fbdev *device) {
    if (!device->is_manual) return;
    if (device->glass == NULL) device->glass = calloc(1, device->fixed.smem_len);
    if (device->glass == NULL || pread(device->memory, device->glass, device->fixed.smem_len, 0) < 0) return;
}

static int pan(struct fbdev *device, const struct fb_var_screeninfo *record) {
    call_note(" %u,%u", record->xoffset, record->yoffset);
    if (!device->pans) return EINVAL;
    if (record->xoffset + device->variable.xres > device->variable.xres_virtual
        || record->yoffset + device->variable.yres > device->variable.yres_virtual) return EINVAL;
    device->variable.xoffset = record->xoffset;
    device->variable.yoffset = record->yoffset;
    shows_now(device);
    return 0;
}

static int put(struct fbdev *device, struct fb_var_screeninfo *record) {
    call_note(" %ux%u bpp=%u", record->xres, record->yres, record->bits_per_pixel);
    if (!device->puts) return EINVAL;
    if (device->ignores_puts) *record = device->variable;
    if (record->xres != device->variable.xres || record->yres != device->variable.yres
        || record->bits_per_pixel != device->variable.bits_per_pixel) return EINVAL;
    device->variable.xoffset = record->xoffset;
    device->variable.yoffset = record->yoffset;
    shows_now(device);
    return 0;
}

static int colours(struct fbdev *device, struct fb_cmap *map, bool sets) {
    call_note(" %u from %u", map->len, map->start);
    uint16_t *channels[] = {map->red, map->green, map->blue};
    if (map->start + map->len > 256 || map->start + map->len < map->start) return EINVAL;
    for (int channel = 0; channel < 3; channel++)
        for (uint32_t i = 0; i < map->len && channels[channel] != NULL; i++) {
            uint16_t *entry = &device->palette[channel][map->start + i];
            if (sets) *entry = channels[channel][i];
            else channels[channel][i] = *entry;
        }
    return 0;
}

int fbdev_ioctl(struct file *file, unsigned long request, void *payload) {
    static const struct { unsigned long request; const char *name; } names[] = {
        {FBIOGET_VSCREENINFO, "FBIOGET_VSCREENINFO"}, {FBIOPUT_VSCREENINFO, "FBIOPUT_VSCREENINFO"},
        {FBIOGET_FSCREENINFO, "FBIOGET_FSCREENINFO"}, {FBIOGETCMAP, "FBIOGETCMAP"}, {FBIOPUTCMAP, "FBIOPUTCMAP"},
        {FBIOPAN_DISPLAY, "FBIOPAN_DISPLAY"}, {FBIOBLANK, "FBIOBLANK"}, {FBIO_WAITFORVSYNC, "FBIO_WAITFORVSYNC"}};
    struct fbdev *device = &fbdevs[file->number];
    const char *name = "ioctl";
    for (unsigned i = 0; i < COUNT(names); i++)
        if (names[i].request == request) name = names[i].name;
    int error = call_begin(file->device, name);
    if (error == 0 && device->is_gone) error = ENODEV;
    if (error != 0) return call_end(error);
    switch (request) {
    case FBIOGET_VSCREENINFO: *(struct fb_var_screeninfo *)payload = device->variable; break;
    case FBIOGET_FSCREENINFO: *(struct fb_fix_screeninfo *)payload = device->fixed; break;
    case FBIOPUT_VSCREENINFO: error = put(device, payload); break;
    case FBIOPAN_DISPLAY: error = pan(device, payload); break;
    case FBIOGETCMAP: error = colours(device, payload, false); break;
    case FBIOPUTCMAP: error = colours(device, payload, true); break;
    case FBIOBLANK:
        call_note(" %lu", (unsigned long)payload);
        if (device->blanks) device->blank = (int)(uintptr_t)payload;
        else error = EINVAL;
        break;
    default: error = ENOTTY; break;
    }
    return call_end(error);
}

/* --- Its memory ------------------------------------------------------------------------ */

void *fbdev_map(struct file *file, size_t length, int protection, off_t offset) {
    struct fbdev *device = &fbdevs[file->number];
    int error = call_begin(file->device, "mmap");
    call_note(" length=%zu offset=%lld", length, (long long)offset);
    if (error == 0 && (device->is_gone || !device->maps)) error = ENODEV;
    if (error == 0 && offset != 0) error = EINVAL;
    if (call_end(error) != 0) return MAP_FAILED;
    return memory_map(device->memory, length, device->fixed.smem_len, protection);
}

/* Takes as much as it likes to at once, and nothing behind its end. */
ssize_t fbdev_write(struct file *file, const void *bytes, size_t count, off_t offset) {
    struct fbdev *device = &fbdevs[file->number];
    int error = call_begin(file->device, "pwrite");
    if (error == 0 && device->is_gone) error = ENODEV;
    if (error == 0 && (offset < 0 || offset > device->fixed.smem_len)) error = EFBIG;
    if (error == 0 && count > 0 && offset == device->fixed.smem_len) error = ENOSPC;
    if (call_end(error) != 0) return -1;
    if (count > (size_t)device->write_limit) count = (size_t)device->write_limit;
    if (count > device->fixed.smem_len - (size_t)offset) count = device->fixed.smem_len - (size_t)offset;
    return REAL(pwrite)(device->memory, bytes, count, offset);
}

/* --- Seen from outside ------------------------------------------------------------------ */

bool fbdev_screen(int number, FILE *picture) {
    if (number < 0 || number >= max_fbdevs || !fbdevs[number].exists) return false;
    struct fbdev *device = &fbdevs[number];
    struct fb_var_screeninfo shown = device->variable, *variable = &shown;
    /* A device that does not tell its channels has the usual ones. */
    if (shown.red.length == 0) default_channels(&shown);
    struct pixel_layout layout = {
        .bits = variable->bits_per_pixel,
        .red = {(uint8_t)variable->red.offset, (uint8_t)variable->red.length},
        .green = {(uint8_t)variable->green.offset, (uint8_t)variable->green.length},
        .blue = {(uint8_t)variable->blue.offset, (uint8_t)variable->blue.length},
        .is_palette = device->fixed.visual == FB_VISUAL_PSEUDOCOLOR || device->fixed.visual == FB_VISUAL_DIRECTCOLOR
            || device->fixed.visual == FB_VISUAL_STATIC_PSEUDOCOLOR,
        .is_mono = device->fixed.visual <= FB_VISUAL_MONO10,
        .ones_are_black = device->fixed.visual == FB_VISUAL_MONO01};
    uint8_t *memory = device->glass;
    if (device->is_manual && memory == NULL) return false;
    if (!device->is_manual)
        memory = REAL(mmap)(NULL, device->fixed.smem_len, PROT_READ, MAP_SHARED, device->memory, 0);
    if (memory == MAP_FAILED) return false;
    size_t start = (size_t)variable->yoffset * device->fixed.line_length
        + (size_t)variable->xoffset * variable->bits_per_pixel / 8;
    picture_write(picture, memory + start, variable->xres, variable->yres, device->fixed.line_length, &layout,
                  (const uint16_t(*)[256])device->palette);
    if (!device->is_manual) REAL(munmap)(memory, device->fixed.smem_len);
    return true;
}

void fbdev_report(FILE *reply) {
    for (int i = 0; i < max_fbdevs; i++)
        if (fbdevs[i].exists) fprintf(reply, "fb%d blank=%d colour1=%04x,%04x,%04x\n", i, fbdevs[i].blank,
            fbdevs[i].palette[0][1], fbdevs[i].palette[1][1], fbdevs[i].palette[2][1]);
}

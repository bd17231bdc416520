/* Display cards: made from words, opened and closed. */
#include "kernel.h"
#include <stdlib.h>
#include <string.h>

struct card cards[max_cards];

struct card *card_numbered(int number) {
    return number >= 0 && number < max_cards && cards[number].exists ? &cards[number] : NULL;
}

struct card *card_named(const char *name) {
    int number, length = 0;
    if (name == NULL || sscanf(name, "card%d%n", &number, &length) != 1 || name[length] != 0) return NULL;
    return card_numbered(number);
}

struct crtc *card_crtc(struct card *card, uint32_t id) {
    for (unsigned i = 0; i < card->crtc_count; i++)
        if (card->crtcs[i].id == id) return &card->crtcs[i];
    return NULL;
}

struct connector *card_connector(struct card *card, uint32_t id) {
    for (unsigned i = 0; i < card->connector_count; i++)
        if (card->connectors[i].id == id) return &card->connectors[i];
    return NULL;
}

struct connector *card_connector_named(struct card *card, const char *name) {
    for (unsigned i = 0; name != NULL && i < card->connector_count; i++)
        if (strcmp(card->connectors[i].name, name) == 0) return &card->connectors[i];
    return NULL;
}

struct plane *card_plane(struct card *card, uint32_t id) {
    for (unsigned i = 0; i < card->plane_count; i++)
        if (card->planes[i].id == id) return &card->planes[i];
    return NULL;
}

struct plane *card_primary_plane(struct card *card, const struct crtc *crtc) {
    uint32_t bit = 1u << (crtc - card->crtcs);
    for (unsigned i = 0; i < card->plane_count; i++)
        if (card->planes[i].type == plane_primary && (card->planes[i].possible_crtcs & bit) != 0)
            return &card->planes[i];
    return NULL;
}

const char *format_name(uint32_t format, char name[5]) {
    for (int i = 0; i < 4; i++) name[i] = (char)(format >> (8 * i));
    name[4] = 0;
    return name;
}

static unsigned parse_formats(const char *text, uint32_t *formats, unsigned limit) {
    unsigned count = 0;
    for (; strlen(text) >= 4 && count < limit; text += text[4] == ',' ? 5 : 4) {
        formats[count++] = fourcc_code(text[0], text[1], text[2], text[3]);
        if (text[4] != ',') break;
    }
    return count;
}

static void add_plane(struct card *card, uint32_t type, uint32_t possible_crtcs, const char *formats) {
    struct plane *plane = &card->planes[card->plane_count];
    *plane = (struct plane){.id = plane_base + card->plane_count, .type = type, .possible_crtcs = possible_crtcs};
    plane->format_count = parse_formats(formats, plane->formats, max_formats);
    card->plane_count++;
}

static enum flip_manner manner_named(const char *name) {
    static const char *const names[] = {"vblank", "immediate", "late", "stuck", "lost", "twice", "foreign"};
    for (unsigned i = 0; name != NULL && i < COUNT(names); i++)
        if (strcmp(names[i], name) == 0) return (enum flip_manner)i;
    return flip_at_vblank;
}

/* What may change while the card is in use. */
static void configure(struct card *card, char **words) {
    const char *value;
    if ((value = word_value(words, "flips")) != NULL) card->flips = manner_named(value);
    card->flip_delay = (int)word_number(words, "delay", card->flip_delay);
    card->is_manual = word_is(words, "manual", card->is_manual);
    card->has_dirty = word_is(words, "dirty", card->has_dirty);
    card->forgets_when_unplugged = word_is(words, "forgets", card->forgets_when_unplugged);
    card->memory_limit = (uint64_t)word_number(words, "memory", (long)card->memory_limit);
    card->refused_modes = (unsigned)word_number(words, "refuse-modes", card->refused_modes);
    if ((value = word_value(words, "refuse")) != NULL)
        card->refused_format_count = parse_formats(value, card->refused_formats, COUNT(card->refused_formats));
    if ((value = word_value(words, "refuse-adding")) != NULL) parse_formats(value, &card->added_format_refused, 1);
}

/* The card of that number; an existing one takes over what may change. */
struct card *card_make(int number, char **words) {
    if (number < 0 || number >= max_cards) return NULL;
    struct card *card = &cards[number];
    if (card->exists) {
        configure(card, words);
        return card;
    }
    const char *value = word_value(words, "driver");
    *card = (struct card){.exists = true, .number = number, .has_dirty = true, .memory_limit = UINT32_MAX};
    snprintf(card->driver, sizeof card->driver, "%s", value != NULL ? value : "fake");
    if ((value = word_value(words, "device")) != NULL) snprintf(card->bus, sizeof card->bus, "%s", value);
    else snprintf(card->bus, sizeof card->bus, "fe%06x.display", number * 0x10000);
    card->has_modes = word_is(words, "modes", true);
    card->has_dumb = word_is(words, "dumb", card->has_modes);
    card->has_capability_dumb = word_is(words, "capability-dumb", card->has_dumb);
    card->has_atomic = word_is(words, "atomic", card->has_modes);
    card->has_render_node = word_is(words, "render", false);
    card->has_async = word_is(words, "async", false);
    card->has_console = word_is(words, "console", false);
    card->has_cursor = word_is(words, "cursor", true);
    card->has_closefb = word_is(words, "closefb", true);
    card->depth = (uint32_t)word_number(words, "depth", 0);
    card->pitch_step = (uint32_t)word_number(words, "pitch", 4);
    card->pitch_limit = (uint32_t)word_number(words, "pitch-limit", 65536);
    card->next_object = first_object;
    card->next_blob = blob_base;
    card->crtc_count = card->has_modes ? (unsigned)word_number(words, "crtcs", 1) : 0;
    if (card->crtc_count > max_crtcs) card->crtc_count = max_crtcs;
    const char *formats = word_value(words, "formats");
    if (formats == NULL) formats = "XR24,AR24,RG16";
    for (unsigned i = 0; i < card->crtc_count; i++) {
        card->crtcs[i].id = crtc_base + i;
        add_plane(card, plane_primary, 1u << i, formats);
        card->planes[card->plane_count - 1].takes_clips = word_is(words, "clips", false);
    }
    if (word_is(words, "overlay", false)) add_plane(card, plane_overlay, 1, formats);
    if (word_is(words, "cursor-plane", false)) add_plane(card, plane_cursor, 1, "AR24");
    configure(card, words);
    return card;
}

/* --- Connectors ------------------------------------------------------------------- */

static uint32_t type_named(const char *name, size_t length) {
    static const char *const names[] = {
        "Unknown", "VGA", "DVI-I", "DVI-D", "DVI-A", "Composite", "SVIDEO", "LVDS", "Component", "DIN", "DP",
        "HDMI-A", "HDMI-B", "TV", "eDP", "Virtual", "DSI", "DPI", "Writeback", "SPI", "USB"};
    for (uint32_t i = 0; i < COUNT(names); i++)
        if (strlen(names[i]) == length && strncmp(names[i], name, length) == 0) return i;
    return 99;      /* a type of a kernel to come */
}

/* state=, mm=WxH, modes=list, orientation=, non-desktop=; as they are given. */
bool card_set_connector(struct connector *connector, char **words) {
    static const char *const states[] = {"", "connected", "disconnected", "unknown"};
    const char *value = word_value(words, "state");
    for (uint32_t i = 1; value != NULL && i < COUNT(states); i++)
        if (strcmp(states[i], value) == 0) connector->state = i;
    if ((value = word_value(words, "mm")) != NULL) {
        long width = 0, height = 0;
        sscanf(value, "%ldx%ld", &width, &height);
        connector->width = (uint32_t)width;
        connector->height = (uint32_t)height;
    }
    connector->orientation = (int)word_number(words, "orientation", connector->orientation);
    connector->is_non_desktop = word_is(words, "non-desktop", connector->is_non_desktop);
    connector->possible_crtcs = (uint32_t)word_number(words, "possible", connector->possible_crtcs);
    if ((value = word_value(words, "modes")) == NULL) return true;
    connector->mode_count = 0;
    for (; *value != 0 && connector->mode_count < max_modes; value += strcspn(value, ","), value += *value == ',') {
        char text[200];
        snprintf(text, sizeof text, "%.*s", (int)strcspn(value, ","), value);
        if (!parse_mode(text, &connector->modes[connector->mode_count++])) return false;
    }
    return true;
}

bool card_add_connector(struct card *card, char **words) {
    const char *dash = words[0] != NULL ? strrchr(words[0], '-') : NULL;
    if (dash == NULL || card->connector_count == max_connectors) return false;
    struct connector *connector = &card->connectors[card->connector_count];
    *connector = (struct connector){
        .id = connector_base + card->connector_count, .encoder = encoder_base + card->connector_count,
        .type = type_named(words[0], (size_t)(dash - words[0])), .type_number = (uint32_t)atoi(dash + 1),
        .state = connector_connected, .orientation = -1, .possible_crtcs = (1u << card->crtc_count) - 1};
    snprintf(connector->name, sizeof connector->name, "%s", words[0]);
    card->connector_count++;
    return card_set_connector(connector, words);
}

/* The console lights every connected display, as fbcon does: clones of one
 * another are left out, so each gets the first CRTC that is free. */
void card_light_console(struct card *card) {
    uint32_t taken = 0;
    for (unsigned i = 0; i < card->connector_count; i++) {
        struct connector *connector = &card->connectors[i];
        if (connector->state != connector_connected || connector->mode_count == 0 || connector->is_non_desktop) continue;
        for (unsigned c = 0; c < card->crtc_count; c++) {
            if ((connector->possible_crtcs & ~taken & (1u << c)) == 0) continue;
            struct drm_mode_modeinfo *mode = &connector->modes[0];
            taken |= 1u << c;
            connector->crtc = card->crtcs[c].id;
            framebuffer_of_kernel(card, console_framebuffer, mode->hdisplay, mode->vdisplay);
            scanout_set(card, &card->crtcs[c], console_framebuffer, mode);
            break;
        }
    }
}

/* --- Opened and closed ----------------------------------------------------------------- */

int card_open(const char *device, int number, bool is_render_node) {
    int error = call_begin(device, "open");
    struct card *card = card_numbered(number);
    if (error == 0 && (card == NULL || card->is_gone)) error = ENODEV;
    struct file *file = NULL;
    if (error == 0 && (file = file_new(file_card, device, number)) == NULL) error = errno;
    if (call_end(error) != 0) return -1;
    file->card = card;
    file->is_render_node = is_render_node;
    master_opened(file);
    return file->descriptor;
}

static void count_same(struct file *file, void *context) {
    struct { struct card *card; int count; } *search = context;
    search->count += file->card == search->card;
}

void card_closed(struct file *file) {
    struct card *card = file->card;
    struct { struct card *card; int count; } search = {card, 0};
    objects_closed(file);
    master_closed(file);
    files_each(file_card, count_same, &search);
    /* With the last one the console comes back. */
    if (search.count == 1 && card->has_console && !card->is_gone && !card->is_held) card_light_console(card);
}

/* What each CRTC and plane shows. */
void card_report(struct card *card, FILE *reply) {
    for (unsigned i = 0; i < card->crtc_count; i++) {
        const struct crtc *crtc = &card->crtcs[i];
        fprintf(reply, "%u %s fb=%u mode=%s@%u cursor=%s gamma=%s\n", i, crtc->is_on ? "on" : "off", crtc->shown,
                crtc->mode.name, crtc->mode.vrefresh, crtc->has_cursor ? "shown" : "hidden",
                crtc->gamma_changed ? "changed" : "plain");
        for (unsigned c = 0; c < card->connector_count; c++)
            if (card->connectors[c].crtc == crtc->id) fprintf(reply, "%u feeds %s\n", i, card->connectors[c].name);
    }
    for (unsigned i = 0; i < card->plane_count; i++)
        fprintf(reply, "plane %u %s\n", i, card->planes[i].framebuffer != 0 ? "shown" : "clear");
}


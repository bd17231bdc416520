/* What a program makes on a card: dumb buffers, framebuffers and blobs. Each
 * belongs to an open file and goes with it. */
#include "kernel.h"
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The place of a map offset that names the buffer; the kernel's begin at 4 GiB too. */
enum { offset_shift = 32 };

#define PLACE_OF(list, condition) \
    ({ int found = -1; \
       for (int i = 0; i < max_objects && found < 0; i++) if (condition) found = i; \
       found; })

static uint64_t memory_used(const struct card *card) {
    uint64_t used = 0;
    for (int i = 0; i < max_objects; i++)
        if (card->buffers[i] != NULL) used += card->buffers[i]->size;
    return used;
}

static void buffer_unused(struct card *card, struct buffer *buffer) {
    if (--buffer->uses > 0) return;
    card->buffers[PLACE_OF(buffers, card->buffers[i] == buffer)] = NULL;
    if (buffer->memory >= 0) REAL(close)(buffer->memory);
    free(buffer);
}

static struct buffer *buffer_of(struct file *file, uint32_t handle) {
    int place = PLACE_OF(buffers, file->card->buffers[i] != NULL && file->card->buffers[i]->has_handle
        && file->card->buffers[i]->handle == handle && file->card->buffers[i]->owner == file->opened);
    return place >= 0 ? file->card->buffers[place] : NULL;
}

static struct buffer *buffer_made(struct card *card, uint32_t width, uint32_t height, uint32_t bits) {
    int place = PLACE_OF(buffers, card->buffers[i] == NULL);
    struct buffer *buffer = place >= 0 ? calloc(1, sizeof *buffer) : NULL;
    if (buffer == NULL) return NULL;
    *buffer = (struct buffer){.width = width, .height = height, .bits = bits, .uses = 1, .memory = -1};
    uint32_t row = width * ((bits + 7) / 8);
    buffer->pitch = (row + card->pitch_step - 1) / card->pitch_step * card->pitch_step;
    buffer->size = ((uint64_t)buffer->pitch * height + 4095) / 4096 * 4096;
    if (memory_used(card) + buffer->size <= card->memory_limit)
        buffer->memory = memory_new("dumb buffer", buffer->size);
    if (buffer->memory < 0) {
        free(buffer);
        return NULL;
    }
    card->buffers[place] = buffer;
    return buffer;
}

int buffer_create(struct file *file, struct drm_mode_create_dumb *request) {
    call_note(" %ux%u bpp=%u", request->width, request->height, request->bpp);
    struct card *card = file->card;
    if (!card->has_dumb) return EOPNOTSUPP;
    if (request->width == 0 || request->height == 0 || request->bpp == 0 || request->flags != 0
        || request->width > 16384 || request->height > 16384 || request->bpp > 32) return EINVAL;
    struct buffer *buffer = buffer_made(card, request->width, request->height, request->bpp);
    if (buffer == NULL) return ENOMEM;
    buffer->handle = ++card->next_handle;
    buffer->has_handle = true;
    buffer->owner = file->opened;
    request->handle = buffer->handle;
    request->pitch = buffer->pitch;
    request->size = buffer->size;
    return 0;
}

int buffer_offset(struct file *file, struct drm_mode_map_dumb *request) {
    struct buffer *buffer = buffer_of(file, request->handle);
    if (buffer == NULL) return ENOENT;
    request->offset = (uint64_t)buffer->handle << offset_shift;
    return 0;
}

int buffer_destroy(struct file *file, uint32_t handle) {
    struct buffer *buffer = buffer_of(file, handle);
    call_note(" handle=%u", handle);
    if (buffer == NULL) return EINVAL;
    buffer->has_handle = false;
    buffer_unused(file->card, buffer);
    return 0;
}

void *buffer_map(struct file *file, size_t length, int protection, off_t offset) {
    int error = call_begin(file->device, "mmap");
    call_note(" length=%zu", length);
    struct buffer *buffer = buffer_of(file, (uint32_t)(offset >> offset_shift));
    if (error == 0 && (buffer == NULL || (offset & 0xffffffff) != 0)) error = EINVAL;
    if (call_end(error) != 0) return MAP_FAILED;
    return memory_map(buffer->memory, length, buffer->size, protection);
}

/* --- Framebuffers --------------------------------------------------------------- */

struct framebuffer *card_framebuffer(struct card *card, uint32_t id) {
    int place = PLACE_OF(framebuffers, id != 0 && card->framebuffers[i] != NULL && card->framebuffers[i]->id == id);
    return place >= 0 ? card->framebuffers[place] : NULL;
}

static struct framebuffer *framebuffer_made(struct card *card, uint32_t id, struct buffer *buffer) {
    int place = PLACE_OF(framebuffers, card->framebuffers[i] == NULL);
    struct framebuffer *framebuffer = place >= 0 ? calloc(1, sizeof *framebuffer) : NULL;
    if (framebuffer == NULL) return NULL;
    framebuffer->id = id;
    framebuffer->buffer = buffer;
    buffer->uses++;
    card->framebuffers[place] = framebuffer;
    return framebuffer;
}

static bool is_offered(const struct card *card, uint32_t format) {
    if (format == card->added_format_refused) return false;
    for (unsigned i = 0; i < card->plane_count; i++)
        for (unsigned j = 0; j < card->planes[i].format_count; j++)
            if (card->planes[i].formats[j] == format) return true;
    return card->plane_count == 0;
}

int framebuffer_add(struct file *file, struct drm_mode_fb_cmd2 *request) {
    char name[5];
    struct card *card = file->card;
    struct pixel_layout layout;
    call_note(" %ux%u %s pitch=%u", request->width, request->height, format_name(request->pixel_format, name),
              request->pitches[0]);
    if (!is_offered(card, request->pixel_format)) return EINVAL;
    if (!layout_of_format(request->pixel_format, &layout)) return EINVAL;
    struct buffer *buffer = buffer_of(file, request->handles[0]);
    if (buffer == NULL) return ENOENT;
    uint64_t row = (uint64_t)request->width * ((layout.bits + 7) / 8);
    if (request->pitches[0] < row || request->pitches[0] > card->pitch_limit) {
        rule_broken("pitch %u of a row of %llu bytes", request->pitches[0], (unsigned long long)row);
        return EINVAL;
    }
    if (request->offsets[0] + (uint64_t)request->pitches[0] * request->height > buffer->size) return EINVAL;
    if (request->pitches[0] != buffer->pitch) rule_broken("pitch %u, the buffer's is %u", request->pitches[0], buffer->pitch);
    if (layout.bits != buffer->bits) rule_broken("format of %u bits, the buffer's has %u", layout.bits, buffer->bits);
    struct framebuffer *framebuffer = framebuffer_made(card, card->next_object++, buffer);
    if (framebuffer == NULL) return ENOMEM;
    framebuffer->width = request->width;
    framebuffer->height = request->height;
    framebuffer->format = request->pixel_format;
    framebuffer->pitch = request->pitches[0];
    framebuffer->offset = request->offsets[0];
    framebuffer->owner = file->opened;
    request->fb_id = framebuffer->id;
    call_note(" fb=%u", framebuffer->id);
    return 0;
}

/* A framebuffer of the console or of another program, painted in one colour;
 * large enough for every display that shows it. */
struct framebuffer *framebuffer_of_kernel(struct card *card, uint32_t id, uint32_t width, uint32_t height) {
    struct framebuffer *framebuffer = card_framebuffer(card, id);
    if (framebuffer != NULL && framebuffer->width >= width && framebuffer->height >= height) return framebuffer;
    if (framebuffer != NULL && framebuffer->width > width) width = framebuffer->width;
    if (framebuffer != NULL && framebuffer->height > height) height = framebuffer->height;
    struct buffer *buffer = buffer_made(card, width, height, 32);
    if (buffer == NULL) return framebuffer;
    uint32_t colour = id == console_framebuffer ? 0xff202020 : 0xff0000c0;
    void *pixels = REAL(mmap)(NULL, buffer->size, PROT_READ | PROT_WRITE, MAP_SHARED, buffer->memory, 0);
    for (size_t i = 0; pixels != MAP_FAILED && i < buffer->size / 4; i++) ((uint32_t *)pixels)[i] = colour;
    if (pixels != MAP_FAILED) REAL(munmap)(pixels, buffer->size);
    if (framebuffer == NULL) framebuffer = framebuffer_made(card, id, buffer);
    else {
        buffer_unused(card, framebuffer->buffer);
        framebuffer->buffer = buffer;
        buffer->uses++;
    }
    buffer_unused(card, buffer);
    if (framebuffer == NULL) return NULL;
    framebuffer->width = width;
    framebuffer->height = height;
    framebuffer->format = DRM_FORMAT_XRGB8888;
    framebuffer->pitch = buffer->pitch;
    return framebuffer;
}

static void framebuffer_free(struct card *card, int place) {
    struct framebuffer *framebuffer = card->framebuffers[place];
    card->framebuffers[place] = NULL;
    buffer_unused(card, framebuffer->buffer);
    free(framebuffer);
}

/* Gives a framebuffer back. Where it is shown, the CRTC goes dark, unless the
 * call was the one that lets the picture stand. */
int framebuffer_remove(struct file *file, uint32_t id, bool stays) {
    struct card *card = file->card;
    call_note(" fb=%u", id);
    int place = PLACE_OF(framebuffers, card->framebuffers[i] != NULL && card->framebuffers[i]->id == id
        && card->framebuffers[i]->owner == file->opened);
    if (place < 0) return ENOENT;
    bool is_shown = false;
    for (unsigned i = 0; i < card->crtc_count; i++) {
        if (card->crtcs[i].framebuffer != id && card->crtcs[i].shown != id) continue;
        is_shown = true;
        if (!stays) scanout_off(card, &card->crtcs[i]);
    }
    for (unsigned i = 0; i < card->plane_count && !stays; i++)
        if (card->planes[i].framebuffer == id) card->planes[i].framebuffer = card->planes[i].crtc = 0;
    if (stays && is_shown) card->framebuffers[place]->owner = 0;
    else framebuffer_free(card, place);
    return 0;
}

/* --- Blobs -------------------------------------------------------------------------- */

struct blob *card_blob(struct card *card, uint32_t id) {
    int place = PLACE_OF(blobs, id != 0 && card->blobs[i] != NULL && card->blobs[i]->id == id);
    return place >= 0 ? card->blobs[place] : NULL;
}

static struct blob *blob_made(struct card *card, const void *data, uint32_t length, uint64_t owner) {
    int place = PLACE_OF(blobs, card->blobs[i] == NULL);
    struct blob *blob = place >= 0 ? calloc(1, sizeof *blob) : NULL;
    if (blob == NULL) return NULL;
    blob->data = malloc(length);
    memcpy(blob->data, data, length);
    blob->length = length;
    blob->owner = owner;
    blob->id = card->next_blob++;
    card->blobs[place] = blob;
    return blob;
}

static void blob_free(struct card *card, int place) {
    free(card->blobs[place]->data);
    free(card->blobs[place]);
    card->blobs[place] = NULL;
}

int blob_create(struct file *file, struct drm_mode_create_blob *request) {
    if (request->length == 0 || request->length > 65536 || request->data == 0) return EINVAL;
    struct blob *blob = blob_made(file->card, (void *)(uintptr_t)request->data, request->length, file->opened);
    if (blob == NULL) return ENOMEM;
    request->blob_id = blob->id;
    return 0;
}

/* A copy of the kernel's own, in the place of the former one. */
uint32_t blob_of_kernel(struct card *card, uint32_t former, const void *data, uint32_t length) {
    int place = PLACE_OF(blobs, former != 0 && card->blobs[i] != NULL && card->blobs[i]->id == former
        && card->blobs[i]->owner == 0);
    if (place >= 0) blob_free(card, place);
    struct blob *blob = blob_made(card, data, length, 0);
    return blob != NULL ? blob->id : 0;
}

int blob_destroy(struct file *file, uint32_t id) {
    struct card *card = file->card;
    int place = PLACE_OF(blobs, card->blobs[i] != NULL && card->blobs[i]->id == id);
    if (place < 0) return ENOENT;
    if (card->blobs[place]->owner != file->opened) return EPERM;
    blob_free(card, place);
    return 0;
}

int blob_read(struct card *card, struct drm_mode_get_blob *request) {
    struct blob *blob = card_blob(card, request->blob_id);
    if (blob == NULL) return ENOENT;
    if (request->length == blob->length) memcpy((void *)(uintptr_t)request->data, blob->data, blob->length);
    request->length = blob->length;
    return 0;
}

/* --- The end of a file, and the count ------------------------------------------------ */

void objects_closed(struct file *file) {
    struct card *card = file->card;
    for (int i = 0; i < max_objects; i++) {
        struct framebuffer *framebuffer = card->framebuffers[i];
        if (framebuffer != NULL && framebuffer->owner == file->opened) framebuffer_remove(file, framebuffer->id, false);
        if (card->blobs[i] != NULL && card->blobs[i]->owner == file->opened) blob_free(card, i);
        struct buffer *buffer = card->buffers[i];
        if (buffer == NULL || !buffer->has_handle || buffer->owner != file->opened) continue;
        buffer->has_handle = false;
        buffer_unused(card, buffer);
    }
}

/* What is alive on behalf of the program. */
void objects_report(FILE *reply) {
    int framebuffers = 0, buffers = 0, blobs = 0;
    for (int c = 0; c < max_cards; c++) {
        for (int i = 0; i < max_objects && cards[c].exists; i++) {
            struct card *card = &cards[c];
            framebuffers += card->framebuffers[i] != NULL && card->framebuffers[i]->owner != 0;
            buffers += card->buffers[i] != NULL && card->buffers[i]->has_handle;
            blobs += card->blobs[i] != NULL && card->blobs[i]->owner != 0;
        }
    }
    fprintf(reply, "framebuffers %d\nbuffers %d\nblobs %d\nmappings %d\n", framebuffers, buffers, blobs,
            mapping_count());
    fprintf(reply, "cards %d\nfbdevs %d\nterminals %d\nuevents %d\n", file_count(file_card),
            file_count(file_framebuffer), file_count(file_terminal), file_count(file_uevents));
}

/* What the parts of the fake kernel share: its objects, and who does what.
 *
 * The library is loaded before the program under test (LD_PRELOAD) and answers
 * its calls on displays, framebuffers, terminals and kernel events. The folder
 * named by FIELDFB_FAKE_KERNEL holds everything that is seen from outside:
 *
 *     scenario   commands carried out before the program starts (control.c)
 *     control    a local socket that takes the same commands while it runs
 *     root/      the /dev and /sys that the program sees
 *     state      what outlives a process: terminals, and who is master */
#pragma once
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <drm.h>
#include <drm_fourcc.h>
#include <drm_mode.h>
#include <errno.h>
#include <linux/fb.h>
#include <linux/kd.h>
#include <linux/vt.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/types.h>

/* Values of the kernel's answers that its headers for programs do not name. */
enum { connector_connected = 1, connector_disconnected = 2, connector_unknown = 3 };
enum { plane_overlay = 0, plane_primary = 1, plane_cursor = 2 };

#define EXPORT __attribute__((visibility("default")))
#define COUNT(array) (sizeof(array) / sizeof *(array))

/* The function of that name behind this library. */
void *real_function(void **place, const char *name);
#define REAL(name) \
    ({ static void *place; (__typeof__(&name))real_function(&place, #name); })

/* One lock around everything; held while a call is answered. */
void kernel_lock(void);
void kernel_unlock(void);
int64_t kernel_now(void);

/* --- calls.c: counted, traced, slowed down, refused ----------------------- */

/* Begins a call on a device; the errno that was scripted for it, or 0. */
int call_begin(const char *device, const char *name);
/* Adds arguments to the line of the trace. */
void call_note(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Ends it: 0, or the errno, which is set then. Returns 0 or -1. */
int call_end(int error);
/* A call that has nothing to say but whether it is refused: 0 or -1 with errno. */
int call_passes(const char *device, const char *name);
/* The program broke a rule that a driver may rely on. */
void rule_broken(const char *format, ...) __attribute__((format(printf, 1, 2)));

bool calls_fail(const char *call, int error, const char *when, unsigned number);
/* The call takes long, or much of a processor. */
bool calls_slow(const char *call, int milliseconds, bool burns);
unsigned calls_heal(void);
void calls_report(FILE *reply, bool reset);
void calls_trace(FILE *reply, bool on, bool with_times);
void calls_rules(FILE *reply);
int errno_named(const char *name);
const char *errno_name(int error);

/* --- paths.c, tree.c: the files that are seen ------------------------------ */

/* Where a path of the program is in truth; the path itself when it is not ours. */
const char *path_seen(const char *path, char buffer[4096]);
/* The device file that a path leads to, such as dri/card0; false for other files. */
bool path_device(const char *path, char device[64]);
extern char kernel_folder[256];
extern char root_folder[300];

void tree_write(const char *path, const char *format, ...) __attribute__((format(printf, 2, 3)));
void tree_link(const char *path, const char *target);
void tree_remove(const char *path);

/* --- files.c: open descriptors -------------------------------------------- */

enum file_kind { file_none, file_card, file_framebuffer, file_terminal, file_uevents };
struct card;

struct file {
    enum file_kind kind;
    int descriptor;
    char device[64];
    int number;             /* of the card, the framebuffer or the terminal */
    int other_end;          /* of the pair of sockets that carries events */
    struct card *card;
    bool is_render_node, is_atomic, has_universal_planes;
    uint64_t opened;        /* a number of its own, for the master's place */
};

struct file *file_of(int descriptor);
struct file *file_new(enum file_kind kind, const char *device, int number);
/* The same file under another descriptor, whatever that was before. */
struct file *file_moved(struct file *, int descriptor);
int file_count(enum file_kind kind);
void files_each(enum file_kind kind, void (*body)(struct file *, void *), void *context);

/* --- memory.c: buffers and mappings ---------------------------------------- */

int memory_new(const char *name, size_t size);
void *memory_map(int memory, size_t length, size_t size, int protection);
int mapping_count(void);

/* --- DRM ------------------------------------------------------------------- */

enum { max_cards = 8, max_crtcs = 4, max_connectors = 8, max_planes = 12, max_modes = 64, max_formats = 32,
       max_objects = 512 };
enum { plane_base = 20, crtc_base = 40, connector_base = 60, encoder_base = 80, console_framebuffer = 99,
       foreign_framebuffer = 98, first_object = 100, property_base = 500, blob_base = 1000 };

struct buffer {
    uint32_t handle, width, height, bits, pitch;
    uint64_t size;
    int memory;
    int uses;               /* the handle, and each framebuffer on it */
    bool has_handle;
    uint64_t owner;
};

struct framebuffer {
    uint32_t id, width, height, format, pitch, offset;
    struct buffer *buffer;
    uint64_t owner;
};

struct blob {
    uint32_t id, length;
    void *data;
    uint64_t owner;         /* 0: the kernel's own */
    int uses;
};

struct plane {
    uint32_t id, type, possible_crtcs, crtc, framebuffer;
    int32_t x, y;
    uint32_t width, height, source_x, source_y, source_width, source_height;
    uint32_t formats[max_formats];
    unsigned format_count;
    bool takes_clips;
    uint32_t clips;
};

struct picture {            /* what a display remembers by itself */
    uint32_t width, height, format, pitch;
    uint8_t *pixels;
};

struct flip {
    bool is_pending, wants_event, has_clips;
    uint32_t framebuffer;
    uint64_t tag, file;
    int64_t due;            /* monotonic; INT64_MAX for never */
};

struct crtc {
    uint32_t id, framebuffer, shown, x, y;
    bool is_on;
    struct drm_mode_modeinfo mode;
    uint32_t mode_blob;
    struct flip flip;
    uint32_t sequence;
    bool has_cursor;
    bool gamma_changed;
    struct picture glass;
};

struct connector {
    uint32_t id, type, type_number, state, width, height, encoder, crtc, possible_crtcs;
    char name[32];
    struct drm_mode_modeinfo modes[max_modes];
    unsigned mode_count;
    int orientation;        /* DRM_MODE_PANEL_ORIENTATION_*, -1 for none */
    bool is_non_desktop;
    uint64_t power;         /* DPMS */
};

enum flip_manner { flip_at_vblank, flip_at_once, flip_late, flip_stuck, flip_lost, flip_twice, flip_foreign };

struct card {
    bool exists, is_visible, is_gone, is_held;
    int number;
    char driver[32], bus[64];
    bool has_modes, has_dumb, has_atomic, has_render_node, has_async, has_console;
    bool is_manual;         /* shows only what it is told of by DIRTYFB, a flip or a mode set */
    bool has_dirty, has_cursor, has_closefb, forgets_when_unplugged, has_capability_dumb;
    uint32_t depth, pitch_step, pitch_limit;
    uint64_t memory_limit;
    enum flip_manner flips;
    int flip_delay;
    struct crtc crtcs[max_crtcs];
    unsigned crtc_count;
    struct connector connectors[max_connectors];
    unsigned connector_count;
    struct plane planes[max_planes];
    unsigned plane_count;
    struct buffer *buffers[max_objects];
    struct framebuffer *framebuffers[max_objects];
    struct blob *blobs[max_objects];
    uint32_t next_handle, next_object, next_blob;
    uint32_t refused_formats[16];
    unsigned refused_format_count;
    unsigned refused_modes;         /* so many mode sets are refused with EINVAL */
    uint32_t added_format_refused;  /* ADDFB2 refuses it */
};

extern struct card cards[max_cards];

struct card *card_numbered(int number);
struct card *card_named(const char *name);
struct crtc *card_crtc(struct card *, uint32_t id);
struct connector *card_connector(struct card *, uint32_t id);
struct connector *card_connector_named(struct card *, const char *name);
struct plane *card_plane(struct card *, uint32_t id);
struct plane *card_primary_plane(struct card *, const struct crtc *);
struct card *card_make(int number, char **words);
bool card_add_connector(struct card *, char **words);
bool card_set_connector(struct connector *, char **words);
void card_show(struct card *);
void card_remove(struct card *, bool hangs_up);
void card_light_console(struct card *);
void card_report(struct card *, FILE *reply);
int card_open(const char *device, int number, bool is_render_node);
void card_closed(struct file *);
int card_ioctl(struct file *, unsigned long request, void *payload);
bool parse_mode(const char *text, struct drm_mode_modeinfo *mode);
const char *format_name(uint32_t format, char name[5]);

/* master.c */
bool master_is(const struct file *);
int master_take(struct file *);
int master_drop(struct file *);
void master_opened(struct file *);
void master_closed(struct file *);
void master_foreign(struct card *, bool takes);

/* objects.c */
struct framebuffer *card_framebuffer(struct card *, uint32_t id);
struct blob *card_blob(struct card *, uint32_t id);
int buffer_create(struct file *, struct drm_mode_create_dumb *);
int buffer_offset(struct file *, struct drm_mode_map_dumb *);
int buffer_destroy(struct file *, uint32_t handle);
void *buffer_map(struct file *, size_t length, int protection, off_t offset);
int framebuffer_add(struct file *, struct drm_mode_fb_cmd2 *);
int framebuffer_remove(struct file *, uint32_t id, bool stays);
struct framebuffer *framebuffer_of_kernel(struct card *, uint32_t id, uint32_t width, uint32_t height);
int blob_create(struct file *, struct drm_mode_create_blob *);
int blob_destroy(struct file *, uint32_t id);
int blob_read(struct card *, struct drm_mode_get_blob *);
uint32_t blob_of_kernel(struct card *, uint32_t former, const void *data, uint32_t length);
void objects_closed(struct file *);
void objects_report(FILE *reply);

/* former.c */
bool former_run(struct card *, char **words);

/* resources.c */
int resources_ioctl(struct file *, unsigned number, void *payload);

/* properties.c */
enum property {
    property_type, property_fb, property_crtc, property_crtc_x, property_crtc_y, property_crtc_w,
    property_crtc_h, property_src_x, property_src_y, property_src_w, property_src_h, property_clips,
    property_active, property_mode, property_power, property_orientation, property_non_desktop,
    property_end
};
int properties_ioctl(struct file *, unsigned number, void *payload);

/* scanout.c */
int scanout_check(struct card *, const struct framebuffer *, const struct drm_mode_modeinfo *, bool mode_set);
void scanout_set(struct card *, struct crtc *, uint32_t framebuffer, const struct drm_mode_modeinfo *);
int scanout_flip(struct card *, struct crtc *, struct file *, uint32_t framebuffer, bool event, uint64_t tag,
                 const struct drm_mode_rect *clips, unsigned clip_count);
void scanout_finish(struct card *, struct crtc *);
int scanout_dirty(struct file *, struct drm_mode_fb_dirty_cmd *);
void scanout_off(struct card *, struct crtc *);
int64_t scanout_due(void);
void scanout_run(int64_t now);
bool scanout_write(struct card *, struct crtc *, FILE *picture);

/* commit.c, modeset.c */
int commit_ioctl(struct file *, struct drm_mode_atomic *);
int modeset_ioctl(struct file *, unsigned number, void *payload);

/* --- The framebuffer device (fbdev.c) --------------------------------------- */

int fbdev_open(const char *device, int number);
int fbdev_ioctl(struct file *, unsigned long request, void *payload);
void *fbdev_map(struct file *, size_t length, int protection, off_t offset);
ssize_t fbdev_write(struct file *, const void *bytes, size_t count, off_t offset);
bool fbdev_make(int number, char **words);
bool fbdev_change(int number, char **words);
void fbdev_remove(int number);
bool fbdev_screen(int number, FILE *picture);
void fbdev_report(FILE *reply);

/* --- Terminals (terminal.c) -------------------------------------------------- */

int terminal_open(const char *device, int number);
int terminal_ioctl(struct file *, unsigned long request, void *payload);
void terminal_closed(struct file *);
void terminals_make(int active);
void terminals_switch(int number);
void terminals_give_back(int number);
void terminals_report(FILE *reply);

/* What outlives a process: shared by all that use the folder. */
struct shared_state {
    bool is_made;
    int active, wanted;
    struct { int mode, keyboard, pid; struct vt_mode switching; } terminals[64];
    struct { int pid; uint64_t file; } masters[max_cards];  /* pid -1: somebody else */
    uint64_t opened;
};
extern struct shared_state *shared;

/* --- Kernel events (uevents.c) ------------------------------------------------ */

void uevent_send(const char *action, const char *path, const char *subsystem, const char *more);
void uevent_of_card(struct card *, const char *action, const char *more);

/* --- Pictures (picture.c) ------------------------------------------------------ */

struct channel { uint8_t offset, length; };
struct pixel_layout { unsigned bits; struct channel red, green, blue; bool is_palette, is_mono, ones_are_black; };
bool layout_of_format(uint32_t format, struct pixel_layout *layout);
void picture_write(FILE *file, const uint8_t *pixels, uint32_t width, uint32_t height, uint32_t pitch,
                   const struct pixel_layout *layout, const uint16_t palette[3][256]);

/* --- Commands (control.c, words.c) ---------------------------------------------- */

void control_start(void);
void control_wake(void);
void command_run(char *line, FILE *reply);
/* The value of key=value among words that end with NULL, or NULL. */
const char *word_value(char **words, const char *key);
long word_number(char **words, const char *key, long otherwise);
bool word_is(char **words, const char *key, bool otherwise);
unsigned words_split(char *line, char *words[64]);

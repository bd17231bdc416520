/* Virtual terminals: text and graphics mode, and switching with the two signals. */
#include "kernel.h"
#include <signal.h>
#include <string.h>
#include <unistd.h>

void terminals_make(int active) {
    if (!shared->is_made) {
        shared->is_made = true;
        shared->active = active;
        for (unsigned i = 0; i < COUNT(shared->terminals); i++) shared->terminals[i].keyboard = K_UNICODE;
    }
    for (int i = 0; i < 8; i++) {
        char path[32];
        snprintf(path, sizeof path, "/dev/tty%d", i);
        tree_write(path, "%s", "");
    }
    tree_write("/dev/tty", "%s", "");
    tree_write("/sys/class/tty/tty0/active", "tty%d\n", active);
}

int terminal_open(const char *device, int number) {
    int error = call_begin(device, "open");
    if (error == 0 && (number < 0 || number > 63)) error = ENXIO;
    struct file *file = NULL;
    if (error == 0 && (file = file_new(file_terminal, device, number)) == NULL) error = errno;
    return call_end(error) == 0 ? file->descriptor : -1;
}

static bool follows_switches(int number) {
    return shared->terminals[number].switching.mode == VT_PROCESS && shared->terminals[number].pid > 0
        && kill(shared->terminals[number].pid, 0) == 0;
}

static void arrive(int number) {
    shared->active = number;
    shared->wanted = 0;
    tree_write("/sys/class/tty/tty0/active", "tty%d\n", number);
    if (follows_switches(number)) kill(shared->terminals[number].pid, shared->terminals[number].switching.acqsig);
}

/* Goes to another terminal, with leave of who owns the one that is shown. */
void terminals_switch(int number) {
    if (number == shared->active) return;
    shared->wanted = number;
    if (follows_switches(shared->active))
        kill(shared->terminals[shared->active].pid, shared->terminals[shared->active].switching.relsig);
    else arrive(number);
}

void terminals_give_back(int number) {
    if (number < 0 || number >= (int)COUNT(shared->terminals)) return;
    shared->terminals[number].mode = KD_TEXT;
    shared->terminals[number].switching = (struct vt_mode){.mode = VT_AUTO};
}

static int released(int answer) {
    call_note(" %d", answer);
    if (answer == VT_ACKACQ) return 0;
    if (shared->wanted == 0) return EINVAL;
    if (answer == 0) shared->wanted = 0;
    else arrive(shared->wanted);
    return 0;
}

/* The terminal that a descriptor stands for: tty0 is the one that is shown. */
static int terminal_of(const struct file *file) { return file->number != 0 ? file->number : shared->active; }

static int answer(struct file *file, unsigned long request, void *payload) {
    int number = terminal_of(file), value = (int)(uintptr_t)payload;
    switch (request) {
    case KDGETMODE: *(int *)payload = shared->terminals[number].mode; return 0;
    case KDSETMODE:
        call_note(" %s", value == KD_TEXT ? "text" : "graphics");
        if (value != KD_TEXT && value != KD_GRAPHICS) return EINVAL;
        shared->terminals[number].mode = value;
        return 0;
    case KDGKBMODE: *(int *)payload = shared->terminals[number].keyboard; return 0;
    case KDSKBMODE: shared->terminals[number].keyboard = value; return 0;
    case VT_GETSTATE:
        *(struct vt_stat *)payload = (struct vt_stat){.v_active = (unsigned short)shared->active, .v_state = 0xff};
        return 0;
    case VT_GETMODE: *(struct vt_mode *)payload = shared->terminals[number].switching; return 0;
    case VT_SETMODE:
        shared->terminals[number].switching = *(struct vt_mode *)payload;
        shared->terminals[number].pid = getpid();
        call_note(" %s", shared->terminals[number].switching.mode == VT_PROCESS ? "process" : "auto");
        return 0;
    case VT_RELDISP: return released(value);
    case VT_OPENQRY: *(int *)payload = 7; return 0;
    case VT_ACTIVATE: terminals_switch(value); return 0;
    case VT_WAITACTIVE: return shared->active == value ? 0 : EINTR;
    case VT_DISALLOCATE: return EBUSY;
    default: return ENOTTY;
    }
}

int terminal_ioctl(struct file *file, unsigned long request, void *payload) {
    static const struct { unsigned long request; const char *name; } names[] = {
        {KDGETMODE, "KDGETMODE"}, {KDSETMODE, "KDSETMODE"}, {KDGKBMODE, "KDGKBMODE"}, {KDSKBMODE, "KDSKBMODE"},
        {VT_GETSTATE, "VT_GETSTATE"}, {VT_GETMODE, "VT_GETMODE"}, {VT_SETMODE, "VT_SETMODE"},
        {VT_RELDISP, "VT_RELDISP"}, {VT_OPENQRY, "VT_OPENQRY"}, {VT_ACTIVATE, "VT_ACTIVATE"},
        {VT_WAITACTIVE, "VT_WAITACTIVE"}, {VT_DISALLOCATE, "VT_DISALLOCATE"}};
    const char *name = "ioctl";
    for (unsigned i = 0; i < COUNT(names); i++)
        if (names[i].request == request) name = names[i].name;
    int error = call_begin(file->device, name);
    return call_end(error != 0 ? error : answer(file, request, payload));
}

void terminal_closed(struct file *file) { (void)file; }

void terminals_report(FILE *reply) {
    fprintf(reply, "active %d\n", shared->active);
    for (int i = 1; i < 8; i++)
        fprintf(reply, "tty%d %s %s keyboard=%d\n", i, shared->terminals[i].mode == KD_GRAPHICS ? "graphics" : "text",
                follows_switches(i) ? "process" : "auto", shared->terminals[i].keyboard);
}

/* Who is master of a card: one open file among all processes. */
#include "kernel.h"
#include <signal.h>
#include <unistd.h>

enum { somebody_else = -1 };

static bool is_free(int card) {
    int pid = shared->masters[card].pid;
    return pid == 0 || (pid != somebody_else && kill(pid, 0) != 0);
}

bool master_is(const struct file *file) {
    return shared->masters[file->number].pid == getpid() && shared->masters[file->number].file == file->opened
        && !file->is_render_node;
}

static void become(struct file *file) {
    shared->masters[file->number].pid = getpid();
    shared->masters[file->number].file = file->opened;
}

/* The first to open a card while nobody is master becomes master by itself. */
void master_opened(struct file *file) {
    if (!file->is_render_node && is_free(file->number)) become(file);
}

int master_take(struct file *file) {
    if (master_is(file)) return 0;
    if (!is_free(file->number)) return EBUSY;
    become(file);
    return 0;
}

int master_drop(struct file *file) {
    if (!master_is(file)) return EINVAL;
    shared->masters[file->number].pid = 0;
    return 0;
}

void master_closed(struct file *file) {
    if (master_is(file)) shared->masters[file->number].pid = 0;
}

void master_foreign(struct card *card, bool takes) {
    shared->masters[card->number].pid = takes ? somebody_else : 0;
    shared->masters[card->number].file = 0;
}

/* Start and end of the fake kernel, its lock and its clock. */
#include "kernel.h"
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static __thread int depth;
static __thread sigset_t former;
struct shared_state *shared;

/* A signal waits until the call is answered, as it does in a kernel: its handler
 * may make calls itself. */
void kernel_lock(void) {
    sigset_t all, mask;
    sigfillset(&all);
    if (depth++ > 0) return;
    pthread_sigmask(SIG_BLOCK, &all, &mask);
    pthread_mutex_lock(&lock);
    former = mask;
}

void kernel_unlock(void) {
    sigset_t mask = former;
    if (--depth > 0) return;
    pthread_mutex_unlock(&lock);
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
}

int64_t kernel_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static void give_up(void) { syscall(SYS_exit_group, 125); }

__attribute__((constructor)) static void start(void) {
    const char *folder = getenv("FIELDFB_FAKE_KERNEL");
    char path[4096];
    if (folder == NULL || folder[0] == 0) {
        fprintf(stderr, "fake kernel: FIELDFB_FAKE_KERNEL names no folder\n");
        give_up();
    }
    snprintf(kernel_folder, sizeof kernel_folder, "%s", folder);
    snprintf(root_folder, sizeof root_folder, "%s/root", folder);
    REAL(mkdir)(root_folder, 0755);
    /* Its folders are always there, as in a kernel; what is in them is the scenario's. */
    tree_write("/dev/dri/by-path/.keep", "%s", "");
    tree_remove("/dev/dri/by-path");
    tree_write("/sys/class/drm/version", "drm 1.1.0 20060810\n");
    if (path_seen("/sys/class/graphics/fbcon/rotate", path) == path && REAL(access)(path, F_OK) != 0)
        tree_write("/sys/class/graphics/fbcon/rotate", "0\n");
    tree_write("/run/fieldfb/.keep", "%s", "");
    snprintf(path, sizeof path, "%s/state", folder);
    int state = REAL(open)(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (state < 0 || ftruncate(state, sizeof *shared) != 0) give_up();
    shared = REAL(mmap)(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED, state, 0);
    REAL(close)(state);
    if (shared == MAP_FAILED) give_up();
    control_start();
}

/* What the program left at its end is written down. */
__attribute__((destructor)) static void stop(void) {
    char path[400];
    snprintf(path, sizeof path, "%s/left", kernel_folder);
    FILE *file = REAL(fopen)(path, "we");
    if (file == NULL) return;
    kernel_lock();
    objects_report(file);
    fprintf(file, "struck %u\n", calls_heal());
    terminals_report(file);
    fbdev_report(file);
    for (int i = 0; i < max_cards; i++)
        if (cards[i].exists) card_report(&cards[i], file);
    calls_trace(file, false, false);
    calls_rules(file);
    kernel_unlock();
    fclose(file);
}

/* A program that ends at once leaves the same report. */
EXPORT void _exit(int code) {
    stop();
    for (;;) syscall(SYS_exit_group, code);
}

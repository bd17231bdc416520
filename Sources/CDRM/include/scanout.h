/* Memory of a display that may go away under the program. */
#pragma once

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

/* A store to mapped memory of a removed device raises SIGBUS. The handler must
 * find the mapping without the program's help, so the mappings are kept here.
 * Inside a function, since Swift leaves out what stands alone in a header. */
struct cdrm_guarded_memory {
    volatile uintptr_t start;
    volatile uintptr_t end;
    volatile sig_atomic_t is_lost;
};
enum { cdrm_guarded_most = 64 };
struct cdrm_guards {
    struct cdrm_guarded_memory memory[cdrm_guarded_most];
    struct sigaction former;
};
static inline struct cdrm_guards *cdrm_guards(void) {
    static struct cdrm_guards guards;
    return &guards;
}

/* Puts ordinary memory in the place of what is gone and lets the store happen
 * again. What is not guarded goes to the handler that was there before. */
static inline void cdrm_guard_fault(int number, siginfo_t *info, void *context) {
    (void)context;
    int error = errno;
    uintptr_t address = (uintptr_t)info->si_addr;
    for (int slot = 0; info->si_code > 0 && slot < cdrm_guarded_most; slot++) {
        struct cdrm_guarded_memory *memory = &cdrm_guards()->memory[slot];
        if (memory->start == 0 || address < memory->start || address >= memory->end) continue;
        void *place = mmap((void *)memory->start, memory->end - memory->start, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1, 0);
        if (place == MAP_FAILED) break;
        memory->is_lost = 1;
        errno = error;
        return;
    }
    sigaction(number, &cdrm_guards()->former, NULL);
    if (info->si_code <= 0) raise(number);
    errno = error;
}

/* Makes the handler the one that is called; others may have come since. */
static inline void cdrm_guard_arm(void) {
    struct sigaction present;
    if (sigaction(SIGBUS, NULL, &present) != 0) return;
    if ((present.sa_flags & SA_SIGINFO) && present.sa_sigaction == cdrm_guard_fault) return;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = cdrm_guard_fault;
    action.sa_flags = SA_SIGINFO;
    cdrm_guards()->former = present;
    sigaction(SIGBUS, &action, NULL);
}

/* The number of the guarded memory, or -1 when there are too many. */
static inline int cdrm_guard_begin(void *address, size_t byte_count) {
    for (int slot = 0; slot < cdrm_guarded_most; slot++) {
        struct cdrm_guarded_memory *memory = &cdrm_guards()->memory[slot];
        if (memory->start != 0) continue;
        memory->is_lost = 0;
        memory->end = (uintptr_t)address + byte_count;
        memory->start = (uintptr_t)address;
        return slot;
    }
    return -1;
}

static inline void cdrm_guard_end(int slot) {
    if (slot >= 0 && slot < cdrm_guarded_most) cdrm_guards()->memory[slot].start = 0;
}

static inline int cdrm_guard_is_lost(int slot) {
    return slot >= 0 && slot < cdrm_guarded_most && cdrm_guards()->memory[slot].is_lost;
}

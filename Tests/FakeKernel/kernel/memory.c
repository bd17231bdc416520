/* The memory of buffers, and mappings of it between pages that nobody may touch. */
#include "kernel.h"
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { max_mappings = 256 };
static struct { uint8_t *start; size_t length; } mappings[max_mappings];

/* A file in memory, out of the way of the program's own descriptors. */
int memory_new(const char *name, size_t size) {
    int memory = memfd_create(name, MFD_CLOEXEC);
    if (memory < 0) return -1;
    int away = fcntl(memory, F_DUPFD_CLOEXEC, 1024);
    if (away >= 0) {
        REAL(close)(memory);
        memory = away;
    }
    if (ftruncate(memory, (off_t)size) == 0) return memory;
    REAL(close)(memory);
    return -1;
}

static size_t in_pages(size_t length) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    return (length + page - 1) / page * page;
}

/* Maps the beginning of a memory. A page in front and one behind catch what is
 * written outside; inside the last page nothing can be caught. */
void *memory_map(int memory, size_t length, size_t size, int protection) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    unsigned place = 0;
    while (place < max_mappings && mappings[place].start != NULL) place++;
    if (length == 0 || in_pages(length) > in_pages(size)) {
        errno = EINVAL;
        return MAP_FAILED;
    }
    if (place == max_mappings) {
        errno = ENOMEM;
        return MAP_FAILED;
    }
    uint8_t *whole = REAL(mmap)(NULL, in_pages(length) + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (whole == MAP_FAILED) return MAP_FAILED;
    void *start = REAL(mmap)(whole + page, in_pages(length), protection, MAP_SHARED | MAP_FIXED, memory, 0);
    if (start == MAP_FAILED) {
        REAL(munmap)(whole, in_pages(length) + 2 * page);
        return MAP_FAILED;
    }
    mappings[place].start = start;
    mappings[place].length = length;
    return start;
}

int mapping_count(void) {
    int count = 0;
    for (unsigned i = 0; i < max_mappings; i++) count += mappings[i].start != NULL;
    return count;
}

EXPORT int munmap(void *address, size_t length) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    for (unsigned i = 0; address != NULL && i < max_mappings; i++) {
        if (mappings[i].start != address) continue;
        kernel_lock();
        call_begin("process", "munmap");
        if (length != mappings[i].length) rule_broken("%zu bytes mapped, %zu unmapped", mappings[i].length, length);
        mappings[i].start = NULL;
        int result = REAL(munmap)((uint8_t *)address - page, in_pages(mappings[i].length) + 2 * page);
        call_end(0);
        kernel_unlock();
        return result;
    }
    return REAL(munmap)(address, length);
}

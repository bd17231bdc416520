/* What a benchmark must know that Swift cannot tell: how often memory was
 * asked for, and how much processor time this thread has had. */
#pragma once

#include <stdint.h>

/* Calls of malloc, calloc, realloc and aligned_alloc so far. */
uint64_t bench_allocations(void);

/* Nanoseconds of processor time of this thread. */
uint64_t bench_thread_nanoseconds(void);

/* What compiled Swift asks of a C library, where there is none: WebAssembly
 * without a system. Memory is only ever handed out, since the program makes one
 * frame and ends. */
#include <stddef.h>
#include <stdint.h>

extern unsigned char __heap_base;
static uintptr_t next_free;

int posix_memalign(void **result, size_t alignment, size_t count) {
    if (next_free == 0) next_free = (uintptr_t)&__heap_base;
    uintptr_t start = (next_free + alignment - 1) & ~(uintptr_t)(alignment - 1);
    uintptr_t end = start + count;
    uintptr_t have = __builtin_wasm_memory_size(0) * 65536;
    if (end < start) return 12;
    if (end > have && __builtin_wasm_memory_grow(0, (end - have + 65535) / 65536) == (size_t)-1) return 12;
    next_free = end;
    *result = (void *)start;
    return 0;
}

void *malloc(size_t count) {
    void *result = NULL;
    return posix_memalign(&result, 16, count) == 0 ? result : NULL;
}

void free(void *memory) { (void)memory; }

/* The bytes are moved by instructions of WebAssembly itself. */
void *memmove(void *target, const void *source, size_t count) {
    return __builtin_memmove(target, source, count);
}

void *memcpy(void *target, const void *source, size_t count) {
    return __builtin_memcpy(target, source, count);
}

void *memset(void *target, int value, size_t count) { return __builtin_memset(target, value, count); }

/* The remainder of a division, exactly, as IEEE 754 has it: the divisor is taken
 * away at each power of two that it fits at. */
double fmod(double value, double divisor) {
    double left = __builtin_fabs(value);
    double step = __builtin_fabs(divisor);
    if (!(step > 0) || !(left < __builtin_inf())) return __builtin_nan("");
    if (step == __builtin_inf()) return value;
    double scaled = step;
    while (scaled <= left * 0.5) scaled *= 2;
    for (; scaled >= step; scaled *= 0.5)
        if (left >= scaled) left -= scaled;
    return __builtin_copysign(left, value);
}

/* To the nearest whole number, halves away from zero. */
double round(double value) {
    double whole = __builtin_trunc(value);
    if (__builtin_fabs(value - whole) < 0.5) return whole;
    return whole + __builtin_copysign(1, value);
}

/* The product of two 128-bit numbers, as LLVM calls it; built of 32-bit digits,
 * so that it does not call itself. */
__int128 __multi3(__int128 first, __int128 second) {
    unsigned __int128 sum = 0;
    for (int i = 0; i < 4; i++)
        for (int j = 0; i + j < 4; j++) {
            uint64_t digits = (uint64_t)(uint32_t)((unsigned __int128)first >> 32 * i)
                * (uint32_t)((unsigned __int128)second >> 32 * j);
            sum += (unsigned __int128)digits << 32 * (i + j);
        }
    return (__int128)sum;
}

/* Every call that the program makes on a device passes here: it is counted and
 * traced, and slowed down or refused when that was scripted. */
#include "kernel.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { max_calls = 512, max_faults = 32, max_trace = 200000, max_rules = 64 };

static struct { char device[64], name[40]; unsigned count; } counts[max_calls];
static unsigned count_count;

enum moment { moment_once, moment_always, moment_nth, moment_times, moment_every };
static struct fault {
    char call[104];
    int error, milliseconds;
    bool burns;
    enum moment moment;
    unsigned number, seen;
} faults[max_faults];
static unsigned fault_count, hits;

static char *trace[max_trace];
static unsigned trace_count;
static bool traces, traces_times;
static char rules[max_rules][200];
static unsigned rule_count;
static __thread char line[1000];

static const struct { int number; const char *name; } names[] = {
    {EPERM, "EPERM"}, {ENOENT, "ENOENT"}, {EINTR, "EINTR"}, {EIO, "EIO"}, {ENXIO, "ENXIO"},
    {EBADF, "EBADF"}, {EAGAIN, "EAGAIN"}, {ENOMEM, "ENOMEM"}, {EACCES, "EACCES"}, {EBUSY, "EBUSY"},
    {ENODEV, "ENODEV"}, {EINVAL, "EINVAL"}, {EMFILE, "EMFILE"}, {ENOTTY, "ENOTTY"}, {EFBIG, "EFBIG"},
    {ENOSPC, "ENOSPC"}, {ERANGE, "ERANGE"}, {ENOSYS, "ENOSYS"}, {EOPNOTSUPP, "EOPNOTSUPP"},
    {ETIMEDOUT, "ETIMEDOUT"}, {EFAULT, "EFAULT"}, {ENFILE, "ENFILE"}, {ENOBUFS, "ENOBUFS"},
    {EPROTONOSUPPORT, "EPROTONOSUPPORT"}, {EAFNOSUPPORT, "EAFNOSUPPORT"}, {EADDRINUSE, "EADDRINUSE"},
};

int errno_named(const char *name) {
    for (unsigned i = 0; i < COUNT(names); i++)
        if (strcmp(names[i].name, name) == 0) return names[i].number;
    return 0;
}

const char *errno_name(int error) {
    for (unsigned i = 0; i < COUNT(names); i++)
        if (names[i].number == error) return names[i].name;
    return "E?";
}

static void counted(const char *device, const char *name) {
    unsigned i = 0;
    while (i < count_count && (strcmp(counts[i].name, name) != 0 || strcmp(counts[i].device, device) != 0)) i++;
    if (i == max_calls) return;
    if (i == count_count) {
        snprintf(counts[i].device, sizeof counts[i].device, "%s", device);
        snprintf(counts[i].name, sizeof counts[i].name, "%s", name);
        counts[i].count = 0;
        count_count++;
    }
    counts[i].count++;
}

/* A fault names a call, or a call of one device: SETCRTC, card0:SETCRTC. */
static bool concerns(const struct fault *fault, const char *device, const char *name) {
    const char *colon = strrchr(fault->call, ':');
    if (colon == NULL) return strcmp(fault->call, name) == 0;
    size_t length = (size_t)(colon - fault->call);
    return strcmp(colon + 1, name) == 0 && strlen(device) == length
        && strncmp(fault->call, device, length) == 0;
}

static bool strikes(struct fault *fault) {
    fault->seen++;
    switch (fault->moment) {
    case moment_once: return fault->seen == 1;
    case moment_always: return true;
    case moment_nth: return fault->seen == fault->number;
    case moment_times: return fault->seen <= fault->number;
    case moment_every: return fault->seen % fault->number == 0;
    }
    return false;
}

/* Keeps the caller on a processor for so long. */
static void burn(int milliseconds) {
    struct timespec first, now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &first);
    do clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    while ((now.tv_sec - first.tv_sec) * 1000 + (now.tv_nsec - first.tv_nsec) / 1000000 < milliseconds);
}

int call_begin(const char *device, const char *name) {
    int error = 0, milliseconds = 0, burnt = 0;
    counted(device, name);
    snprintf(line, sizeof line, "%s %s", device, name);
    for (unsigned i = 0; i < fault_count; i++) {
        if (!concerns(&faults[i], device, name)) continue;
        if (faults[i].burns) burnt = faults[i].milliseconds;
        else if (faults[i].milliseconds > 0) milliseconds = faults[i].milliseconds;
        else if (error == 0 && strikes(&faults[i])) error = faults[i].error;
    }
    if (error != 0) hits++;
    if (burnt > 0) burn(burnt);
    if (milliseconds > 0) {
        struct timespec pause = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
        kernel_unlock();
        nanosleep(&pause, NULL);
        kernel_lock();
    }
    return error;
}

void call_note(const char *format, ...) {
    size_t length = strlen(line);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line + length, sizeof line - length, format, arguments);
    va_end(arguments);
}

int call_end(int error) {
    if (traces && trace_count < max_trace) {
        call_note(" = %s", error == 0 ? "0" : errno_name(error));
        if (traces_times) call_note(" at %lld", (long long)(kernel_now() / 1000000));
        trace[trace_count++] = strdup(line);
    }
    if (error == 0) return 0;
    errno = error;
    return -1;
}

int call_passes(const char *device, const char *name) {
    kernel_lock();
    int result = call_end(call_begin(device, name));
    kernel_unlock();
    return result;
}

void rule_broken(const char *format, ...) {
    if (rule_count == max_rules) return;
    char *place = rules[rule_count++];
    int length = snprintf(place, sizeof rules[0], "%s: ", line);
    va_list arguments;
    va_start(arguments, format);
    if (length < (int)sizeof rules[0])
        vsnprintf(place + length, sizeof rules[0] - (size_t)length, format, arguments);
    va_end(arguments);
}

/* --- Commands --------------------------------------------------------------- */

static struct fault *added(const char *call) {
    if (fault_count == max_faults) return NULL;
    struct fault *fault = &faults[fault_count++];
    *fault = (struct fault){0};
    snprintf(fault->call, sizeof fault->call, "%s", call);
    return fault;
}

bool calls_fail(const char *call, int error, const char *when, unsigned number) {
    static const char *const moments[] = {"once", "always", "nth", "times", "every"};
    for (unsigned i = 0; i < COUNT(moments); i++) {
        if (strcmp(when, moments[i]) != 0) continue;
        struct fault *fault = error != 0 && (i < moment_nth || number > 0) ? added(call) : NULL;
        if (fault == NULL) return false;
        fault->error = error;
        fault->moment = (enum moment)i;
        fault->number = number;
        return true;
    }
    return false;
}

bool calls_slow(const char *call, int milliseconds, bool burns) {
    struct fault *fault = milliseconds > 0 ? added(call) : NULL;
    if (fault == NULL) return false;
    fault->milliseconds = milliseconds;
    fault->burns = burns;
    return true;
}

unsigned calls_heal(void) {
    unsigned result = hits;
    fault_count = hits = 0;
    return result;
}

void calls_report(FILE *reply, bool reset) {
    for (unsigned i = 0; i < count_count; i++)
        fprintf(reply, "%s %s %u\n", counts[i].device, counts[i].name, counts[i].count);
    if (reset) count_count = 0;
}

void calls_trace(FILE *reply, bool on, bool with_times) {
    for (unsigned i = 0; i < trace_count; i++) {
        fprintf(reply, "%s\n", trace[i]);
        free(trace[i]);
    }
    trace_count = 0;
    traces = on;
    traces_times = with_times;
}

void calls_rules(FILE *reply) {
    for (unsigned i = 0; i < rule_count; i++) fprintf(reply, "%s\n", rules[i]);
    rule_count = 0;
}

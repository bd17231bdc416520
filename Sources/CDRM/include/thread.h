/* A thread that prepares pictures. Embedded Swift has no tasks; these are the
 * few calls of POSIX threads with what Swift cannot spell. */
#pragma once

#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

struct cdrm_thread {
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t condition;
};

/* The lock lives at one address for as long as a thread may wait for it: it is
 * allocated here. Returns NULL when there is no memory. */
static inline struct cdrm_thread *cdrm_thread_create(void) {
    struct cdrm_thread *thread = (struct cdrm_thread *)calloc(1, sizeof *thread);
    if (thread == NULL) return NULL;
    pthread_mutex_init(&thread->mutex, NULL);
    pthread_cond_init(&thread->condition, NULL);
    return thread;
}

/* Starts the thread with every signal blocked: they are the event loop's, and a
 * new thread takes over the mask of the one that starts it. */
static inline int cdrm_thread_start(struct cdrm_thread *thread, void *(*body)(void *), void *argument) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 512 * 1024);
    int code = pthread_create(&thread->thread, &attributes, body, argument);
    pthread_attr_destroy(&attributes);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return code;
}

static inline void cdrm_thread_lock(struct cdrm_thread *thread) { pthread_mutex_lock(&thread->mutex); }
static inline void cdrm_thread_unlock(struct cdrm_thread *thread) { pthread_mutex_unlock(&thread->mutex); }
static inline void cdrm_thread_wait(struct cdrm_thread *thread) {
    pthread_cond_wait(&thread->condition, &thread->mutex);
}
static inline void cdrm_thread_wake(struct cdrm_thread *thread) { pthread_cond_signal(&thread->condition); }
static inline void cdrm_thread_join(struct cdrm_thread *thread) { pthread_join(thread->thread, NULL); }

static inline void cdrm_thread_free(struct cdrm_thread *thread) {
    pthread_cond_destroy(&thread->condition);
    pthread_mutex_destroy(&thread->mutex);
    free(thread);
}

/* A descriptor that is readable once something was told to it. */
static inline int cdrm_event_open(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }
static inline void cdrm_event_tell(int descriptor) { eventfd_write(descriptor, 1); }
static inline void cdrm_event_take(int descriptor) {
    eventfd_t value;
    eventfd_read(descriptor, &value);
}

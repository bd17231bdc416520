/* What the outside says: the scenario at the start, and commands while the
 * program runs, one a line. The reply ends with `ok` or `error`.
 *
 *   card N key=value...            make a card (hidden=yes: not yet there), or change one
 *   connector cardN NAME key=...   make a connector, or change one, without an event
 *   add cardN | remove cardN [hangup]
 *   plug|unplug cardN NAME [key=...] [quietly]
 *   fb N key=value... | remove-fb N
 *   terminals N                    virtual terminals, of which N is shown
 *   switch-to N                    as Ctrl-Alt-FN does
 *   text-mode N                    as a program does that gives a terminal back
 *   fail [DEVICE:]CALL ERRNO once|always|nth N|times N|every N
 *   slow [DEVICE:]CALL MILLISECONDS
 *   burn [DEVICE:]CALL MILLISECONDS        of the program's processor time
 *   heal                           end all of that; tells how often it struck
 *   take-master cardN | leave-master cardN
 *   hold cardN                     another program keeps it open, so no console comes back
 *   foreign-picture cardN CRTC     another program shows its own
 *   former cardN FD CONNECTOR...   what a former run left, in the scenario
 *   leftovers cardN                another program left a pointer, overlays and colours
 *   uevent ACTION PATH SUBSYSTEM   an event out of nothing
 *   counts | calls [reset] | trace on|times|off | rules | terminals? | fbs? | crtcs cardN
 *   screen cardN CONNECTOR|CRTC PATH | screen fbN PATH      what is shown, as a PPM */
#include "kernel.h"
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static int listener = -1, waker = -1;

/* --- Commands ------------------------------------------------------------------------- */

static bool change_plug(struct card *card, char **words, bool connects) {
    struct connector *connector = card_connector_named(card, words[0]);
    if (connector == NULL) return false;
    connector->state = connects ? connector_connected : connector_disconnected;
    if (!connects && card->forgets_when_unplugged && card_crtc(card, connector->crtc) != NULL)
        scanout_off(card, card_crtc(card, connector->crtc));
    if (!card_set_connector(connector, words)) return false;
    for (char **word = words; *word != NULL; word++)
        if (strcmp(*word, "quietly") == 0) return true;
    char lines[64];
    snprintf(lines, sizeof lines, "HOTPLUG=1\nCONNECTOR=%u\n", connector->id);
    uevent_of_card(card, "change", lines);
    return true;
}

/* A CRTC by its place, or the one that feeds a connector; NULL for none. */
static struct crtc *crtc_named(struct card *card, const char *name) {
    struct connector *connector = card_connector_named(card, name);
    if (connector != NULL) return card_crtc(card, connector->crtc);
    char *end;
    unsigned long place = strtoul(name, &end, 10);
    return *end == 0 && place < card->crtc_count ? &card->crtcs[place] : NULL;
}

static bool show_screen(char **words, FILE *reply) {
    int number;
    if (words[0] == NULL || words[1] == NULL) return false;
    bool is_framebuffer = sscanf(words[0], "fb%d", &number) == 1;
    struct card *card = card_named(words[0]);
    if (!is_framebuffer && (card == NULL || words[2] == NULL)) return false;
    struct crtc *crtc = is_framebuffer ? NULL : crtc_named(card, words[1]);
    FILE *picture = REAL(fopen)(words[is_framebuffer ? 1 : 2], "we");
    if (picture == NULL) return false;
    bool is_lit = is_framebuffer ? fbdev_screen(number, picture) : crtc != NULL && scanout_write(card, crtc, picture);
    fclose(picture);
    fprintf(reply, "%s\n", is_lit ? "lit" : "dark");
    return true;
}

static bool foreign_picture(struct card *card, const char *place) {
    if (place == NULL || (unsigned)atoi(place) >= card->crtc_count) return false;
    struct crtc *crtc = &card->crtcs[atoi(place)];
    struct drm_mode_modeinfo mode = crtc->is_on ? crtc->mode : card->connectors[0].modes[0];
    framebuffer_of_kernel(card, foreign_framebuffer, mode.hdisplay, mode.vdisplay);
    scanout_set(card, crtc, foreign_framebuffer, &mode);
    return true;
}

static bool run_on_card(const char *command, struct card *card, char **words, FILE *reply) {
    if (strcmp(command, "add") == 0) card_show(card);
    else if (strcmp(command, "remove") == 0) card_remove(card, words[0] != NULL && strcmp(words[0], "hangup") == 0);
    else if (strcmp(command, "plug") == 0) return change_plug(card, words, true);
    else if (strcmp(command, "unplug") == 0) return change_plug(card, words, false);
    else if (strcmp(command, "take-master") == 0) master_foreign(card, true);
    else if (strcmp(command, "leave-master") == 0) master_foreign(card, false);
    else if (strcmp(command, "hold") == 0) card->is_held = true;
    else if (strcmp(command, "crtcs") == 0) card_report(card, reply);
    else if (strcmp(command, "foreign-picture") == 0) return foreign_picture(card, words[0]);
    else if (strcmp(command, "former") == 0) return former_run(card, words);
    else if (strcmp(command, "leftovers") == 0) {
        card->crtcs[0].has_cursor = card->crtcs[0].gamma_changed = true;
        for (unsigned i = 0; i < card->plane_count; i++)
            if (card->planes[i].type != plane_primary) {
                card->planes[i].framebuffer = foreign_framebuffer;
                card->planes[i].crtc = card->crtcs[0].id;
            }
    }
    else if (strcmp(command, "connector") == 0) {
        struct connector *connector = card_connector_named(card, words[0]);
        return connector != NULL ? card_set_connector(connector, words) : card_add_connector(card, words);
    } else return false;
    return true;
}

/* Cards of the scenario are shown when all of it was read. */
static bool is_started;

static bool make_card(char **words) {
    if (words[0] == NULL) return false;
    struct card *card = card_numbered(atoi(words[0]));
    bool is_new = card == NULL;
    card = card_make(atoi(words[0]), words);
    if (card == NULL) return false;
    if (is_new) card->is_visible = !word_is(words, "hidden", is_started);
    return true;
}

static bool run_words(char **words, FILE *reply) {
    const char *command = words[0], *first = words[1];
    struct card *card = card_named(first);
    if (strcmp(command, "card") == 0) return make_card(words + 1);
    if (card != NULL && strcmp(command, "screen") != 0) return run_on_card(command, card, words + 2, reply);
    if (strcmp(command, "screen") == 0) return show_screen(words + 1, reply);
    if (strcmp(command, "counts") == 0) objects_report(reply);
    else if (strcmp(command, "calls") == 0) calls_report(reply, first != NULL);
    else if (strcmp(command, "rules") == 0) calls_rules(reply);
    else if (strcmp(command, "heal") == 0) fprintf(reply, "%u\n", calls_heal());
    else if (strcmp(command, "terminals?") == 0) terminals_report(reply);
    else if (strcmp(command, "fbs?") == 0) fbdev_report(reply);
    else if (first == NULL) return false;
    else if (strcmp(command, "trace") == 0) calls_trace(reply, strcmp(first, "off") != 0, strcmp(first, "times") == 0);
    else if (strcmp(command, "fb") == 0) return fbdev_change(atoi(first), words + 2) || fbdev_make(atoi(first), words + 2);
    else if (strcmp(command, "remove-fb") == 0) fbdev_remove(atoi(first));
    else if (strcmp(command, "terminals") == 0) terminals_make(atoi(first));
    else if (strcmp(command, "switch-to") == 0) terminals_switch(atoi(first));
    else if (strcmp(command, "text-mode") == 0) terminals_give_back(atoi(first));
    else if (strcmp(command, "slow") == 0 || strcmp(command, "burn") == 0)
        return words[2] != NULL && calls_slow(first, atoi(words[2]), command[0] == 'b');
    else if (strcmp(command, "fail") == 0)
        return words[2] != NULL && words[3] != NULL
            && calls_fail(first, errno_named(words[2]), words[3], words[4] != NULL ? (unsigned)atoi(words[4]) : 0);
    else if (strcmp(command, "uevent") == 0 && words[2] != NULL && words[3] != NULL)
        uevent_send(first, words[2], words[3], "");
    else return false;
    return true;
}

void command_run(char *line, FILE *reply) {
    char *words[64], copy[200];
    snprintf(copy, sizeof copy, "%s", line);
    if (words_split(line, words) == 0) return;
    kernel_lock();
    bool is_done = run_words(words, reply);
    kernel_unlock();
    fprintf(reply, is_done ? "ok\n" : "error %s\n", copy);
}

static void run_scenario(void) {
    char path[400], line[4096];
    snprintf(path, sizeof path, "%s/scenario", kernel_folder);
    FILE *file = REAL(fopen)(path, "re");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        char *reply = NULL;
        size_t length;
        FILE *stream = open_memstream(&reply, &length);
        command_run(line, stream);
        fclose(stream);
        if (strstr(reply, "error") != NULL) fprintf(stderr, "fake kernel: scenario: %s", reply);
        free(reply);
    }
    if (file != NULL) fclose(file);
    for (int i = 0; i < max_cards; i++)
        if (cards[i].exists && cards[i].is_visible) card_show(&cards[i]);
    is_started = true;
}

/* --- The threads ---------------------------------------------------------------------------- */

void control_wake(void) {
    uint64_t one = 1;
    if (waker >= 0 && REAL(write)(waker, &one, sizeof one) < 0) return;
}

/* Ends the flips when they are due. */
static void *run_flips(void *nothing) {
    while (true) {
        kernel_lock();
        int64_t now = kernel_now();
        scanout_run(now);
        int64_t due = scanout_due();
        kernel_unlock();
        struct timespec limit = {(due - now) / 1000000000, (due - now) % 1000000000};
        struct pollfd entry = {waker, POLLIN, 0};
        uint64_t count;
        REAL(ppoll)(&entry, 1, due == INT64_MAX ? NULL : &limit, NULL);
        if (entry.revents != 0 && REAL(read)(waker, &count, sizeof count) < 0) continue;
    }
    return nothing;
}

static void *serve(void *number) {
    int client = (int)(intptr_t)number;
    FILE *stream = fdopen(client, "r");
    char line[4096];
    while (stream != NULL && fgets(line, sizeof line, stream) != NULL) {
        char *reply = NULL;
        size_t length;
        FILE *memory = open_memstream(&reply, &length);
        command_run(line, memory);
        fclose(memory);
        send(client, reply, length, MSG_NOSIGNAL);
        free(reply);
    }
    if (stream != NULL) fclose(stream);
    return NULL;
}

/* Threads of the kernel's get none of the program's signals. */
static void start_thread(void *(*body)(void *), void *argument) {
    sigset_t all, former;
    pthread_t thread;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &former);
    if (pthread_create(&thread, NULL, body, argument) == 0) pthread_detach(thread);
    pthread_sigmask(SIG_SETMASK, &former, NULL);
}

/* Out of the way of the program's own descriptors. */
static int moved_away(int descriptor) {
    int away = descriptor >= 0 ? fcntl(descriptor, F_DUPFD_CLOEXEC, 1024) : -1;
    if (away < 0) return descriptor;
    REAL(close)(descriptor);
    return away;
}

static void *run_listener(void *nothing) {
    while (true) {
        int client = moved_away(accept4(listener, NULL, NULL, SOCK_CLOEXEC));
        if (client >= 0) start_thread(serve, (void *)(intptr_t)client);
    }
    return nothing;
}

void control_start(void) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    const char *name = getenv("FIELDFB_FAKE_CONTROL");
    snprintf(address.sun_path, sizeof address.sun_path, "%.80s/%.20s", kernel_folder, name != NULL ? name : "control");
    run_scenario();
    waker = moved_away(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    listener = moved_away(REAL(socket)(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    REAL(unlink)(address.sun_path);
    if (REAL(bind)(listener, (struct sockaddr *)&address, sizeof address) != 0 || listen(listener, 8) != 0)
        fprintf(stderr, "fake kernel: %s: %m\n", address.sun_path);
    start_thread(run_flips, NULL);
    start_thread(run_listener, NULL);
}

/* console-mode: says how a text console stands, and takes the parts of other
 * programs. Runs inside the machines; busybox has nothing alike.
 *
 *   console-mode [TERMINAL]           text or graphics
 *   console-mode switching TERMINAL   auto, or process and its two signals
 *   console-mode keyboard TERMINAL    unicode, xlate, off or raw
 *   console-mode blanked TERMINAL     yes or no
 *   console-mode blank TERMINAL       makes the console dark, as after minutes without a key
 *   console-mode keyboard-off TERMINAL
 *   console-mode hang-up TERMINAL     and sets text mode, as a login prompt that starts there
 *   console-mode take TERMINAL        takes graphics mode and switching, says so, and stays
 *
 * TERMINAL is a number; 0, which is also meant without one, is the shown one. */
#include <fcntl.h>
#include <linux/kd.h>
#include <linux/tiocl.h>
#include <linux/vt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

static int terminal;

static void must(int result, const char *what) {
    if (result >= 0) return;
    fprintf(stderr, "console-mode: ");
    perror(what);
    exit(1);
}

static void say_mode(void) {
    int mode = -1;
    must(ioctl(terminal, KDGETMODE, &mode), "KDGETMODE");
    puts(mode == KD_TEXT ? "text" : mode == KD_GRAPHICS ? "graphics" : "neither");
}

static void say_switching(void) {
    struct vt_mode mode;
    must(ioctl(terminal, VT_GETMODE, &mode), "VT_GETMODE");
    if (mode.mode == VT_PROCESS) printf("process %d %d\n", mode.relsig, mode.acqsig);
    else puts("auto");
}

static void say_keyboard(void) {
    int mode = -1;
    must(ioctl(terminal, KDGKBMODE, &mode), "KDGKBMODE");
    puts(mode == K_UNICODE ? "unicode" : mode == K_XLATE ? "xlate" : mode == K_OFF ? "off" : "raw");
}

static void say_blanked(void) {
    char request = TIOCL_BLANKEDSCREEN;
    int blanked = ioctl(terminal, TIOCLINUX, &request);
    must(blanked, "TIOCL_BLANKEDSCREEN");
    puts(blanked ? "yes" : "no");
}

static void blank(void) {
    char request = TIOCL_BLANKSCREEN;
    must(ioctl(terminal, TIOCLINUX, &request), "TIOCL_BLANKSCREEN");
}

/* A hang-up needs the terminal as the controlling one of a session. */
static void hang_up(const char *path) {
    pid_t child = fork();
    must(child, "fork");
    if (child != 0) {
        int status = 0;
        must(waitpid(child, &status, 0), "waitpid");
        exit(status != 0);
    }
    setsid();
    int own = open(path, O_RDWR);
    must(own, path);
    must(ioctl(own, TIOCSCTTY, 1), "TIOCSCTTY");
    signal(SIGHUP, SIG_IGN);
    must(vhangup(), "vhangup");
    int again = open(path, O_RDWR | O_NOCTTY);
    must(again, path);
    must(ioctl(again, KDSETMODE, KD_TEXT), "KDSETMODE");
    exit(0);
}

static void take(void) {
    struct vt_mode mode = {.mode = VT_PROCESS, .relsig = SIGUSR1, .acqsig = SIGUSR1};
    signal(SIGUSR1, SIG_IGN);
    must(ioctl(terminal, VT_SETMODE, &mode), "VT_SETMODE");
    must(ioctl(terminal, KDSETMODE, KD_GRAPHICS), "KDSETMODE");
    puts("taken");
    fflush(stdout);
    for (;;) pause();
}

int main(int count, char **words) {
    const char *number = count > 1 ? words[count - 1] : "0";
    const char *verb = count > 2 ? words[1] : "mode";
    char path[32];
    snprintf(path, sizeof path, "/dev/tty%s", number);
    terminal = open(path, O_RDWR | O_NOCTTY);
    must(terminal, path);
    if (strcmp(verb, "mode") == 0) say_mode();
    else if (strcmp(verb, "switching") == 0) say_switching();
    else if (strcmp(verb, "keyboard") == 0) say_keyboard();
    else if (strcmp(verb, "blanked") == 0) say_blanked();
    else if (strcmp(verb, "blank") == 0) blank();
    else if (strcmp(verb, "keyboard-off") == 0) must(ioctl(terminal, KDSKBMODE, K_OFF), "KDSKBMODE");
    else if (strcmp(verb, "hang-up") == 0) hang_up(path);
    else if (strcmp(verb, "take") == 0) take();
    else {
        fprintf(stderr, "console-mode: unknown word %s\n", verb);
        return 64;
    }
    return 0;
}

/* console-mode: says whether the console draws text or leaves the screen to a
 * program ("graphics"). Runs inside the machines; busybox has nothing alike. */
#include <fcntl.h>
#include <linux/kd.h>
#include <stdio.h>
#include <sys/ioctl.h>

int main(void) {
    int mode = -1;
    int console = open("/dev/tty0", O_RDWR | O_NOCTTY);
    if (console < 0 || ioctl(console, KDGETMODE, &mode) != 0) {
        perror("console-mode: /dev/tty0");
        return 1;
    }
    puts(mode == KD_TEXT ? "text" : mode == KD_GRAPHICS ? "graphics" : "neither");
    return 0;
}

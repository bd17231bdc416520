/* framebuffer: what of a framebuffer device only its own requests tell.
 *
 *     framebuffer palette [DEVICE]   its 256 colours, a line of red, green and blue each
 *     framebuffer layout [DEVICE]    bits a pixel, visual, and where each channel lies */
#include <fcntl.h>
#include <linux/fb.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>

static int print_palette(int device) {
    __u16 red[256], green[256], blue[256];
    struct fb_cmap map = {.start = 0, .len = 256, .red = red, .green = green, .blue = blue};
    if (ioctl(device, FBIOGETCMAP, &map) != 0) return -1;
    for (int i = 0; i < 256; i++) printf("%u %u %u\n", red[i] >> 8, green[i] >> 8, blue[i] >> 8);
    return 0;
}

static int print_layout(int device) {
    struct fb_var_screeninfo screen;
    struct fb_fix_screeninfo memory;
    if (ioctl(device, FBIOGET_VSCREENINFO, &screen) != 0) return -1;
    if (ioctl(device, FBIOGET_FSCREENINFO, &memory) != 0) return -1;
    printf("bits %u visual %u red %u/%u green %u/%u blue %u/%u\n", screen.bits_per_pixel, memory.visual,
           screen.red.offset, screen.red.length, screen.green.offset, screen.green.length,
           screen.blue.offset, screen.blue.length);
    return 0;
}

int main(int count, char **words) {
    const char *path = count > 2 ? words[2] : "/dev/fb0";
    int device = open(path, O_RDWR | O_CLOEXEC);
    int result = -1;
    if (device >= 0 && count > 1) {
        if (strcmp(words[1], "palette") == 0) result = print_palette(device);
        if (strcmp(words[1], "layout") == 0) result = print_layout(device);
    }
    if (result != 0) perror(path);
    return result == 0 ? 0 : 1;
}

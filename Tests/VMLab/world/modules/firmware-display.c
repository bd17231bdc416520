// SPDX-License-Identifier: GPL-2.0
/*
 * The display that firmware left behind, as a device of its own.
 *
 * The BIOS sets a mode, the kernel's vesafb would use it; without vesafb this
 * module offers the same memory to simpledrm, as firmware on boards does:
 *
 *     modprobe firmware-display format=x8r8g8b8
 */
#include <linux/err.h>
#include <linux/ioport.h>
#include <linux/module.h>
#include <linux/platform_data/simplefb.h>
#include <linux/platform_device.h>
#include <linux/screen_info.h>

static char *format = "x8r8g8b8";
module_param(format, charp, 0444);
MODULE_PARM_DESC(format, "order of the channels, as simplefb names it");

static int __init firmware_display_init(void)
{
	struct simplefb_platform_data layout = {
		.width = screen_info.lfb_width,
		.height = screen_info.lfb_height,
		.stride = screen_info.lfb_linelength,
		.format = format,
	};
	struct resource memory = DEFINE_RES_MEM(screen_info.lfb_base, layout.stride * layout.height);
	struct platform_device *device;

	if (!screen_info.lfb_base)
		return -ENODEV;
	/* The driver's name is the one that `build` gives to simpledrm. */
	device = platform_device_register_resndata(NULL, "firmware-framebuffer", PLATFORM_DEVID_NONE,
						   &memory, 1, &layout, sizeof(layout));
	return PTR_ERR_OR_ZERO(device);
}
module_init(firmware_display_init);

MODULE_DESCRIPTION("The display that firmware left behind");
MODULE_LICENSE("GPL");

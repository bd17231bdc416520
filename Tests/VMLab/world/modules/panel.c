// SPDX-License-Identifier: GPL-2.0
/*
 * A small panel on a slow serial bus, that remembers what it was sent.
 *
 * To the kernel's ili9341 driver this is an SPI controller, the one wire that
 * tells commands from data, and a panel behind them. In debugfs, under `panel`:
 *
 *     memory    what the panel shows: 16 bits a pixel, rows from the top
 *     pixels    how many pixels it was sent, ever
 *     updates   how many times a window was written, ever
 *     delay     microseconds that a kilobyte takes on the bus; may be written
 */
#include <linux/debugfs.h>
#include <linux/delay.h>
#include <linux/dma-mapping.h>
#include <linux/gpio/driver.h>
#include <linux/gpio/machine.h>
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/property.h>
#include <linux/spi/spi.h>
#include <video/mipi_display.h>

enum { width = 320, height = 240 };

static u16 memory[width * height];
static u32 pixels, updates, delay;
module_param(delay, uint, 0444);

static struct {
	u8 command;
	u8 arguments[4];		/* of the window's columns or rows */
	unsigned int count;
	u16 left, right, top, bottom;
	u16 x, y;			/* where the next pixel goes */
	bool is_data;
} state;

static void take_command(u8 command)
{
	state.command = command;
	state.count = 0;
	if (command == MIPI_DCS_WRITE_MEMORY_START) {
		state.x = state.left;
		state.y = state.top;
		updates++;
	}
}

static void take_argument(u8 byte)
{
	u16 first, last;

	if (state.count == ARRAY_SIZE(state.arguments))
		return;
	state.arguments[state.count++] = byte;
	if (state.count < ARRAY_SIZE(state.arguments))
		return;
	first = state.arguments[0] << 8 | state.arguments[1];
	last = state.arguments[2] << 8 | state.arguments[3];
	if (state.command == MIPI_DCS_SET_COLUMN_ADDRESS) {
		state.left = first;
		state.right = last;
	} else if (state.command == MIPI_DCS_SET_PAGE_ADDRESS) {
		state.top = first;
		state.bottom = last;
	}
}

static void take_pixel(u16 pixel)
{
	if (state.x < width && state.y < height)
		memory[state.y * width + state.x] = pixel;
	pixels++;
	if (state.x++ < state.right)
		return;
	state.x = state.left;
	if (state.y++ >= state.bottom)
		state.y = state.top;
}

static int panel_transfer(struct spi_controller *controller, struct spi_device *spi,
			  struct spi_transfer *transfer)
{
	const u8 *bytes = transfer->tx_buf;
	unsigned int i;

	if (transfer->rx_buf)
		memset(transfer->rx_buf, 0, transfer->len);
	if (!bytes)
		return 0;
	if (transfer->bits_per_word == 16) {
		for (i = 0; i + 1 < transfer->len; i += 2)
			take_pixel(*(const u16 *)(bytes + i));
	} else {
		for (i = 0; i < transfer->len; i++)
			state.is_data ? take_argument(bytes[i]) : take_command(bytes[i]);
	}
	if (delay)
		fsleep((unsigned long)delay * transfer->len / 1024);
	return 0;
}

/* The wire: low while a command is sent, high while data is. */
static void wire_set(struct gpio_chip *chip, unsigned int line, int value)
{
	state.is_data = value;
}

static int wire_direction(struct gpio_chip *chip, unsigned int line, int value)
{
	wire_set(chip, line, value);
	return 0;
}

static struct gpio_chip wire = {
	.label = "panel-wire",
	.owner = THIS_MODULE,
	.base = -1,
	.ngpio = 1,
	.direction_output = wire_direction,
	.set = wire_set,
	.can_sleep = true,
};

static struct gpiod_lookup_table wire_of_panel = {
	.dev_id = "spi0.0",
	.table = { GPIO_LOOKUP("panel-wire", 0, "dc", GPIO_ACTIVE_HIGH), { } },
};

static const struct property_entry properties[] = { PROPERTY_ENTRY_U32("rotation", 90), { } };
static const struct software_node panel_node = { .properties = properties };
static struct spi_board_info board = {
	.modalias = "yx240qv29",
	.max_speed_hz = 32000000,
	.swnode = &panel_node,
};

static struct debugfs_blob_wrapper memory_file = { .data = memory, .size = sizeof(memory) };
static struct platform_device *platform;
static struct dentry *folder;

static int __init panel_init(void)
{
	struct spi_controller *controller;
	struct spi_device *spi;
	int error;

	platform = platform_device_register_simple("panel-bus", PLATFORM_DEVID_NONE, NULL, 0);
	if (IS_ERR(platform))
		return PTR_ERR(platform);
	error = gpiochip_add_data(&wire, NULL);
	if (error)
		goto no_wire;
	gpiod_add_lookup_table(&wire_of_panel);

	error = -ENOMEM;
	controller = spi_alloc_master(&platform->dev, 0);
	if (!controller)
		goto no_controller;
	controller->bus_num = 0;
	controller->num_chipselect = 1;
	controller->bits_per_word_mask = SPI_BPW_MASK(8) | SPI_BPW_MASK(16);
	controller->transfer_one = panel_transfer;
	error = devm_spi_register_controller(&platform->dev, controller);
	if (error) {
		spi_controller_put(controller);
		goto no_controller;
	}

	folder = debugfs_create_dir("panel", NULL);
	debugfs_create_blob("memory", 0444, folder, &memory_file);
	debugfs_create_u32("pixels", 0444, folder, &pixels);
	debugfs_create_u32("updates", 0444, folder, &updates);
	debugfs_create_u32("delay", 0644, folder, &delay);

	error = -ENODEV;
	spi = spi_new_device(controller, &board);
	if (!spi)
		goto no_panel;
	return 0;

no_panel:
	debugfs_remove(folder);
no_controller:
	gpiod_remove_lookup_table(&wire_of_panel);
	gpiochip_remove(&wire);
no_wire:
	platform_device_unregister(platform);
	return error;
}
module_init(panel_init);

MODULE_DESCRIPTION("A small panel on a slow serial bus");
MODULE_LICENSE("GPL");

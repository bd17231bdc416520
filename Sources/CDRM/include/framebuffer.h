/* The fbdev interface of /dev/fb0. */
#pragma once

#include <linux/fb.h>
#include <sys/ioctl.h>

/* Virtual terminals and console graphics mode. */
#pragma once

#include <linux/kd.h>
#include <linux/vt.h>
#include <sys/ioctl.h>

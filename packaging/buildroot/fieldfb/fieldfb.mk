################################################################################
#
# fieldfb
#
################################################################################

# A local copy of the source; for a release name its archive in FIELDFB_SITE
# and put its sha256 into fieldfb.hash.
FIELDFB_VERSION = 0.1.0
FIELDFB_SITE ?= $(BR2_EXTERNAL_FIELDFB_PATH)/../..
FIELDFB_SITE_METHOD = local
FIELDFB_LICENSE = MIT
FIELDFB_LICENSE_FILES = LICENSE
FIELDFB_DEPENDENCIES = libdrm libpng jpeg-turbo webp giflib freetype host-pkgconf

FIELDFB_TRIPLE = $(BR2_ARCH)-unknown-linux-gnu
FIELDFB_SWIFT = $(call qstrip,$(BR2_PACKAGE_FIELDFB_SWIFT))/usr
FIELDFB_PROGRAM = $(call qstrip,$(BR2_PACKAGE_FIELDFB_PROGRAM))

ifeq ($(FIELDFB_PROGRAM),)
FIELDFB_PROGRAM = $(@D)/.build-embedded/release/fieldfb
# GCC's start files lie in a folder of its own, outside the sysroot.
define FIELDFB_BUILD_CMDS
	start=$$(dirname $$($(TARGET_CC) -print-file-name=crtbeginS.o)) && \
	cd $(@D) && $(HOST_MAKE_ENV) PATH="$(FIELDFB_SWIFT)/bin:$(BR_PATH)" FIELDFB_EMBEDDED=1 \
		FIELDFB_FREETYPE_HEADERS=$(STAGING_DIR)/usr/include/freetype2 \
		FIELDFB_EMBEDDED_LIBRARIES=$(FIELDFB_SWIFT)/lib/swift/embedded/$(FIELDFB_TRIPLE) \
		swift build -c release --product fieldfb --disable-default-traits --scratch-path .build-embedded \
		--omit-frame-pointers --triple $(FIELDFB_TRIPLE) --sdk $(STAGING_DIR) \
		-Xcc -I$(STAGING_DIR)/usr/include/libdrm \
		-Xswiftc -Xclang-linker -Xswiftc --sysroot=$(STAGING_DIR) \
		-Xswiftc -Xclang-linker -Xswiftc -B$$start -Xlinker -L$$start
endef
endif

define FIELDFB_INSTALL_TARGET_CMDS
	$(INSTALL) -D -m 755 $(FIELDFB_PROGRAM) $(TARGET_DIR)/usr/bin/fieldfb
	ln -sf fieldfb $(TARGET_DIR)/usr/bin/fieldctl
	$(INSTALL) -d $(TARGET_DIR)/etc/fieldfb
endef

# Buildroot strips the program itself, and enables the units by its presets.
define FIELDFB_INSTALL_INIT_SYSTEMD
	cd $(@D) && DESTDIR=$(TARGET_DIR) PREFIX=/usr PROGRAM=$(FIELDFB_PROGRAM) STRIP=: INITRAMFS=none \
		scripts/install
endef

# Without systemd the daemon is started by an ordinary script, and makes its socket itself.
define FIELDFB_INSTALL_INIT_SYSV
	$(INSTALL) -D -m 755 $(FIELDFB_PKGDIR)/S03fieldfb $(TARGET_DIR)/etc/init.d/S03fieldfb
endef

define FIELDFB_USERS
	- -1 fieldfb -1 - - - -
endef

$(eval $(generic-package))

# From a program that was built elsewhere: by `make embedded` on a machine of the
# device's architecture, with a C library no newer than the image's.
require fieldfb.inc

# Where it is.
FIELDFB_PROGRAM = "${THISDIR}/files/fieldfb-${TARGET_ARCH}"
do_install[file-checksums] += "${FIELDFB_PROGRAM}:True"

do_configure[noexec] = "1"
do_compile[noexec] = "1"

PROVIDES += "fieldfb"
RPROVIDES:${PN} += "fieldfb"
RCONFLICTS:${PN} += "fieldfb"
# Nothing was linked here, so the packager must look for the libraries itself.
RDEPENDS:${PN} += "libdrm"
INSANE_SKIP:${PN} += "ldflags"

# From source, by a Swift toolchain of the build machine: OpenEmbedded has none.
require fieldfb.inc

# Of fonts and pictures only the headers are needed: the program loads the
# libraries when they are there. giflib is in meta-oe. Without raqm letters are
# set one by one.
DEPENDS = "libdrm libpng libjpeg-turbo libwebp giflib freetype"
RRECOMMENDS:${PN} += "libpng freetype ttf-dejavu-sans"

# The folder of a Swift 6.3 toolchain (or newer) for the build machine, from
# swift.org: the one that holds usr/bin/swift. For a device of another architecture
# it also needs usr/lib/swift/embedded of the toolchain for that one.
SWIFT_TOOLCHAIN ?= "/opt/swift"

do_configure[noexec] = "1"

# The C headers and libraries come from the recipe's sysroot; GCC's start files
# lie in a folder named after the target and the version of GCC.
do_compile() {
    cd ${S}
    export PATH="${SWIFT_TOOLCHAIN}/usr/bin:$PATH"
    export HOME=${WORKDIR}
    export FIELDFB_EMBEDDED=1
    export FIELDFB_FREETYPE_HEADERS=${STAGING_INCDIR}/freetype2
    triple=${TARGET_ARCH}-unknown-linux-gnu
    export FIELDFB_EMBEDDED_LIBRARIES=${SWIFT_TOOLCHAIN}/usr/lib/swift/embedded/$triple
    start=$(dirname $(${CC} -print-file-name=crtbeginS.o))
    swift build -c release --product fieldfb --disable-default-traits --scratch-path .build-embedded \
        --disable-sandbox --omit-frame-pointers --triple $triple --sdk ${RECIPE_SYSROOT} \
        -Xcc -I${STAGING_INCDIR}/libdrm \
        -Xswiftc -Xclang-linker -Xswiftc --sysroot=${RECIPE_SYSROOT} \
        -Xswiftc -Xclang-linker -Xswiftc -B$start -Xlinker -L$start
}

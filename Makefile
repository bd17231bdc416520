# Each target is a few lines; what needs more is in scripts/.

SWIFT ?= swift
EMBEDDED = FIELDFB_EMBEDDED=1 $(SWIFT) build -c release --product fieldfb \
    --omit-frame-pointers --scratch-path .build-embedded
PREFIX ?= /usr/local
DESTDIR ?=
# What scripts/install knows besides.
export PREFIX DESTDIR PROGRAM STRIP UNITS SYSUSERS MAN DOC BASH_COMPLETIONS ZSH_COMPLETIONS LIBEXEC INITRAMFS

ARCHITECTURES = amd64 arm64 armhf armel

.PHONY: run test build embedded world fuzz bench sizes pictures install uninstall deb clean toolchain
.PHONY: dist wasm initramfs $(ARCHITECTURES) $(ARCHITECTURES:%=%-dynamic)

# Shows the field: on the display, else in the terminal, else in a file.
run: build
	@scripts/run .build/release/fieldfb

build: toolchain
	@scripts/install-packages build
	@$(SWIFT) build -c release --product fieldfb

# The flavour that ships: no Swift runtime, only libdrm and libc.
embedded: toolchain
	@scripts/install-packages build
	@$(EMBEDDED)

# A program for a board, in out/linux-ARCHITECTURE: static, or with libc and
# libdrm of the board. They fetch the libraries of the board by themselves.
$(ARCHITECTURES): toolchain
	@scripts/cross $@ static

$(ARCHITECTURES:%=%-dynamic): toolchain
	@scripts/cross $(@:%-dynamic=%) dynamic

# Archives of them for others, in out/. DIST="arm64 armhf-dynamic" makes these only.
dist: toolchain
	@scripts/install-packages cross
	@scripts/dist $(DIST)

# What makes pictures, for a browser.
wasm: toolchain
	@scripts/wasm

# The example of an initial file system that holds the field alone.
initramfs: toolchain
	@scripts/install-packages cross
	@examples/initramfs/build $(ARCHITECTURE)

# Everything: unit tests, the program from outside in both flavours, and real
# kernels in virtual machines.
test: toolchain
	@scripts/install-packages build test cross deb vm
	@scripts/test

# Words, pictures and setting files that nobody would write, to the parts that read them.
fuzz: toolchain
	@scripts/install-packages build test
	@scripts/fuzz

# Kernel, drivers and initial file system of the virtual machines.
world:
	@Tests/VMLab/world/build

# What a frame costs, beside cairo drawing the same marks.
bench: toolchain
	@scripts/install-packages build bench
	@scripts/bench

# Bytes of the program, and memory of the running daemon.
sizes: embedded
	@scripts/sizes .build-embedded/release/fieldfb

# The pictures of the README, made anew by the program itself.
pictures: build
	@scripts/pictures .build/release/fieldfb

# Builds nothing: under sudo the toolchain is often out of reach.
install:
	@scripts/install

uninstall:
	@scripts/install --remove

# The Debian package, in out/.
deb: embedded
	@scripts/install-packages deb
	@scripts/deb

clean:
	rm -rf .build .build-fuzz .build-embedded .build-cross .build-wasm Benchmarks/.build out

toolchain:
	@command -v $(SWIFT) >/dev/null || { \
	    echo "fieldfb: no Swift toolchain: install Swift 6.3 or newer and put its bin folder in PATH" >&2; exit 1; }

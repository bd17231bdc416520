/* Reading pictures: libpng and TurboJPEG, found at run time as those that write
 * are (image.h). TurboJPEG and not libjpeg, since it returns from an error in a
 * file; libjpeg ends the program or jumps over Swift's frames. */
#pragma once

#include "image.h"

#ifndef CDRM_WITHOUT_PICTURES

#include <dlfcn.h>
#include <png.h>
#include <stddef.h>
#include <turbojpeg.h>

#define CDRM_POINTER(name) __typeof__(&name) name
#define CDRM_FIND(table, library, name) \
    (((table)->name = (__typeof__(&name))dlsym((library), #name)) != NULL)

struct cdrm_png_reader {
    CDRM_POINTER(png_image_begin_read_from_memory);
    CDRM_POINTER(png_image_finish_read);
    CDRM_POINTER(png_image_free);
};

/* Needs __typeof__ and a cast from an object pointer to a function pointer. */
static inline const char *cdrm_png_open_reader(struct cdrm_png_reader *table) {
    static const char name[] = "libpng16.so.16";
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return name;
    return CDRM_FIND(table, library, png_image_begin_read_from_memory)
            && CDRM_FIND(table, library, png_image_finish_read)
            && CDRM_FIND(table, library, png_image_free)
        ? NULL : name;
}

/* Macros of combined flags. */
static const png_uint_32 cdrm_png_format_bgra = PNG_FORMAT_BGRA;
static const png_uint_32 cdrm_png_format_alpha = PNG_FORMAT_FLAG_ALPHA;

struct cdrm_jpeg_reader {
    CDRM_POINTER(tjInitDecompress);
    CDRM_POINTER(tjDecompressHeader3);
    CDRM_POINTER(tjDecompress2);
    CDRM_POINTER(tjDestroy);
    CDRM_POINTER(tjGetErrorStr2);
};

/* Needs __typeof__ and a cast from an object pointer to a function pointer. */
static inline const char *cdrm_jpeg_open_reader(struct cdrm_jpeg_reader *table) {
    static const char name[] = "libturbojpeg.so.0";
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return name;
    return CDRM_FIND(table, library, tjInitDecompress) && CDRM_FIND(table, library, tjDecompressHeader3)
            && CDRM_FIND(table, library, tjDecompress2) && CDRM_FIND(table, library, tjDestroy)
            && CDRM_FIND(table, library, tjGetErrorStr2)
        ? NULL : name;
}

/* Macros. A file that asks for hundreds of passes is refused, and one with
 * missing parts too. */
static const int cdrm_jpeg_flags = TJFLAG_LIMITSCANS | TJFLAG_STOPONWARNING | TJFLAG_ACCURATEDCT;
static inline int cdrm_jpeg_scaled(int size, int eighths) { return (size * eighths + 7) / 8; }

#undef CDRM_POINTER
#undef CDRM_FIND

#endif

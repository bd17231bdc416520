/* Picture libraries, found at run time.
 *
 * The daemon must start on a board that has none of them, so nothing is linked:
 * each table below is filled by dlopen and dlsym when a picture is asked for.
 * The pointers take their types from the libraries' own headers, which Swift
 * cannot do by itself. Every open function returns NULL, or the name of the
 * library that is missing or lacks a function. */
#pragma once

#ifndef CDRM_WITHOUT_PICTURES

#include <dlfcn.h>
#include <gif_lib.h>
#include <png.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <webp/encode.h>
#include <webp/mux.h>
#include <zlib.h>

#define CDRM_POINTER(name) __typeof__(&name) name
#define CDRM_FIND(table, library, name) \
    (((table)->name = (__typeof__(&name))dlsym((library), #name)) != NULL)

struct cdrm_png_library {
    CDRM_POINTER(png_image_write_to_memory);
    CDRM_POINTER(png_image_free);
};

/* Needs __typeof__ and a cast from an object pointer to a function pointer. */
static inline const char *cdrm_png_open(struct cdrm_png_library *table) {
    static const char name[] = "libpng16.so.16";
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return name;
    return CDRM_FIND(table, library, png_image_write_to_memory)
            && CDRM_FIND(table, library, png_image_free)
        ? NULL : name;
}

struct cdrm_zlib_library {
    CDRM_POINTER(crc32);
    CDRM_POINTER(compress2);
    CDRM_POINTER(compressBound);
};

/* Needs __typeof__ and a cast from an object pointer to a function pointer. */
static inline const char *cdrm_zlib_open(struct cdrm_zlib_library *table) {
    static const char name[] = "libz.so.1";
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return name;
    return CDRM_FIND(table, library, crc32) && CDRM_FIND(table, library, compress2)
            && CDRM_FIND(table, library, compressBound)
        ? NULL : name;
}

struct cdrm_gif_library {
    CDRM_POINTER(EGifOpen);
    CDRM_POINTER(EGifSetGifVersion);
    CDRM_POINTER(EGifPutScreenDesc);
    CDRM_POINTER(EGifPutExtension);
    CDRM_POINTER(EGifPutExtensionLeader);
    CDRM_POINTER(EGifPutExtensionBlock);
    CDRM_POINTER(EGifPutExtensionTrailer);
    CDRM_POINTER(EGifPutImageDesc);
    CDRM_POINTER(EGifPutLine);
    CDRM_POINTER(EGifCloseFile);
    CDRM_POINTER(GifMakeMapObject);
    CDRM_POINTER(GifFreeMapObject);
};

/* Needs __typeof__ and a cast from an object pointer to a function pointer. */
static inline const char *cdrm_gif_open(struct cdrm_gif_library *table) {
    static const char name[] = "libgif.so.7";
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return name;
    return CDRM_FIND(table, library, EGifOpen) && CDRM_FIND(table, library, EGifSetGifVersion)
            && CDRM_FIND(table, library, EGifPutScreenDesc)
            && CDRM_FIND(table, library, EGifPutExtension)
            && CDRM_FIND(table, library, EGifPutExtensionLeader)
            && CDRM_FIND(table, library, EGifPutExtensionBlock)
            && CDRM_FIND(table, library, EGifPutExtensionTrailer)
            && CDRM_FIND(table, library, EGifPutImageDesc)
            && CDRM_FIND(table, library, EGifPutLine)
            && CDRM_FIND(table, library, EGifCloseFile)
            && CDRM_FIND(table, library, GifMakeMapObject)
            && CDRM_FIND(table, library, GifFreeMapObject)
        ? NULL : name;
}

/* Encoded bytes in memory, until they are written to the file. */
struct cdrm_bytes {
    uint8_t *bytes;
    size_t count;
    size_t capacity;
};

/* giflib hands its output to a C function that it calls with its own object;
 * this one keeps it in the struct cdrm_bytes that was given to EGifOpen. */
static inline int cdrm_gif_append(GifFileType *gif, const GifByteType *bytes, int count) {
    struct cdrm_bytes *output = (struct cdrm_bytes *)gif->UserData;
    if (count < 0) return 0;
    size_t needed = output->count + (size_t)count;
    if (needed > output->capacity) {
        size_t capacity = needed + needed / 2 + 65536;
        uint8_t *larger = (uint8_t *)realloc(output->bytes, capacity);
        if (larger == NULL) return 0;
        output->bytes = larger;
        output->capacity = capacity;
    }
    memcpy(output->bytes + output->count, bytes, (size_t)count);
    output->count = needed;
    return count;
}

/* A C function handed over by name keeps its linkage out of Swift. */
static inline GifFileType *cdrm_gif_begin(
    const struct cdrm_gif_library *table, struct cdrm_bytes *output, int *error) {
    return table->EGifOpen(output, cdrm_gif_append, error);
}

struct cdrm_webp_library {
    CDRM_POINTER(WebPConfigInitInternal);
    CDRM_POINTER(WebPConfigLosslessPreset);
    CDRM_POINTER(WebPPictureInitInternal);
    CDRM_POINTER(WebPPictureImportBGRX);
    CDRM_POINTER(WebPPictureFree);
    CDRM_POINTER(WebPFree);
    CDRM_POINTER(WebPAnimEncoderOptionsInitInternal);
    CDRM_POINTER(WebPAnimEncoderNewInternal);
    CDRM_POINTER(WebPAnimEncoderAdd);
    CDRM_POINTER(WebPAnimEncoderAssemble);
    CDRM_POINTER(WebPAnimEncoderGetError);
    CDRM_POINTER(WebPAnimEncoderDelete);
};

/* Needs __typeof__ and a cast from an object pointer to a function pointer. */
static inline const char *cdrm_webp_open(struct cdrm_webp_library *table) {
    static const char name[] = "libwebp.so.7";
    static const char muxer_name[] = "libwebpmux.so.3";
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return name;
    if (!(CDRM_FIND(table, library, WebPConfigInitInternal)
            && CDRM_FIND(table, library, WebPConfigLosslessPreset)
            && CDRM_FIND(table, library, WebPPictureInitInternal)
            && CDRM_FIND(table, library, WebPPictureImportBGRX)
            && CDRM_FIND(table, library, WebPPictureFree)
            && CDRM_FIND(table, library, WebPFree)))
        return name;
    void *muxer = dlopen(muxer_name, RTLD_NOW | RTLD_LOCAL);
    if (muxer == NULL) return muxer_name;
    return CDRM_FIND(table, muxer, WebPAnimEncoderOptionsInitInternal)
            && CDRM_FIND(table, muxer, WebPAnimEncoderNewInternal)
            && CDRM_FIND(table, muxer, WebPAnimEncoderAdd)
            && CDRM_FIND(table, muxer, WebPAnimEncoderAssemble)
            && CDRM_FIND(table, muxer, WebPAnimEncoderGetError)
            && CDRM_FIND(table, muxer, WebPAnimEncoderDelete)
        ? NULL : muxer_name;
}

/* Macros with casts are not imported. */
static const int cdrm_webp_encoder_version = WEBP_ENCODER_ABI_VERSION;
static const int cdrm_webp_muxer_version = WEBP_MUX_ABI_VERSION;
static const uint32_t cdrm_png_format_rgb = PNG_FORMAT_RGB;
static const uint32_t cdrm_png_version = PNG_IMAGE_VERSION;
static const int cdrm_gif_control_code = GRAPHICS_EXT_FUNC_CODE;
static const int cdrm_gif_application_code = APPLICATION_EXT_FUNC_CODE;

#undef CDRM_POINTER
#undef CDRM_FIND

#endif

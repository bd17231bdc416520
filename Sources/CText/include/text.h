/* The libraries that set words: FreeType for the shapes of letters, raqm (with
 * HarfBuzz and FriBidi) for which shapes stand where.
 *
 * A daemon that shows no words must start on a board that has neither, so
 * nothing is linked: the table below is filled by dlopen and dlsym when the
 * first words are to be set. A static program cannot do that: there FreeType is
 * in the program (CTEXT_STATIC). The pointers take their types from the
 * libraries' own headers, which Swift cannot do by itself. */
#pragma once

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H
#include <stddef.h>
#include <stdint.h>

#define CTEXT_POINTER(name) __typeof__(&name) name

struct ctext_freetype {
    CTEXT_POINTER(FT_Init_FreeType);
    CTEXT_POINTER(FT_Done_FreeType);
    CTEXT_POINTER(FT_New_Memory_Face);
    CTEXT_POINTER(FT_Done_Face);
    CTEXT_POINTER(FT_Set_Char_Size);
    CTEXT_POINTER(FT_Get_Char_Index);
    CTEXT_POINTER(FT_Get_Next_Char);
    CTEXT_POINTER(FT_Load_Glyph);
    CTEXT_POINTER(FT_Render_Glyph);
    CTEXT_POINTER(FT_Get_Kerning);
    CTEXT_POINTER(FT_Outline_Translate);
};

#ifdef CTEXT_STATIC

/* Taking the address of a function that C declares is not Swift's. */
static inline const char *ctext_open_freetype(struct ctext_freetype *table) {
    table->FT_Init_FreeType = FT_Init_FreeType;
    table->FT_Done_FreeType = FT_Done_FreeType;
    table->FT_New_Memory_Face = FT_New_Memory_Face;
    table->FT_Done_Face = FT_Done_Face;
    table->FT_Set_Char_Size = FT_Set_Char_Size;
    table->FT_Get_Char_Index = FT_Get_Char_Index;
    table->FT_Get_Next_Char = FT_Get_Next_Char;
    table->FT_Load_Glyph = FT_Load_Glyph;
    table->FT_Render_Glyph = FT_Render_Glyph;
    table->FT_Get_Kerning = FT_Get_Kerning;
    table->FT_Outline_Translate = FT_Outline_Translate;
    return NULL;
}

#else

#include <dlfcn.h>

#define CTEXT_FIND(table, library, name) \
    (((table)->name = (__typeof__(&name))dlsym((library), #name)) != NULL)

/* Needs __typeof__ and a cast from an object pointer to a function pointer.
 * Returns NULL, or the name of the library that is missing or lacks a function. */
static inline const char *ctext_open_freetype(struct ctext_freetype *table) {
    static const char name[] = "libfreetype.so.6";
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return name;
    return CTEXT_FIND(table, library, FT_Init_FreeType) && CTEXT_FIND(table, library, FT_Done_FreeType)
            && CTEXT_FIND(table, library, FT_New_Memory_Face) && CTEXT_FIND(table, library, FT_Done_Face)
            && CTEXT_FIND(table, library, FT_Set_Char_Size) && CTEXT_FIND(table, library, FT_Get_Char_Index)
            && CTEXT_FIND(table, library, FT_Get_Next_Char)
            && CTEXT_FIND(table, library, FT_Load_Glyph) && CTEXT_FIND(table, library, FT_Render_Glyph)
            && CTEXT_FIND(table, library, FT_Get_Kerning)
            && CTEXT_FIND(table, library, FT_Outline_Translate)
        ? NULL : name;
}

#endif

/* A macro with a shift of constants, which Swift does not read. */
static const int ctext_load_outline = FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP;

/* Whether a face has outlines and can be drawn in any size; a macro in C. */
static inline int ctext_is_scalable(FT_Face face) { return FT_IS_SCALABLE(face) ? 1 : 0; }
/* The same of pairs of letters that stand closer. */
static inline int ctext_has_kerning(FT_Face face) { return FT_HAS_KERNING(face) ? 1 : 0; }
/* Whether a glyph that was loaded is an outline; the tag is made by a macro. */
static inline int ctext_is_outline(FT_GlyphSlot slot) { return slot->format == FT_GLYPH_FORMAT_OUTLINE ? 1 : 0; }

/* Without its header a program can be built that sets letters one by one. */
#if !defined(CTEXT_STATIC) && __has_include(<raqm.h>)

#include <raqm.h>

struct ctext_raqm {
    CTEXT_POINTER(raqm_create);
    CTEXT_POINTER(raqm_destroy);
    CTEXT_POINTER(raqm_set_text);
    CTEXT_POINTER(raqm_set_par_direction);
    CTEXT_POINTER(raqm_set_freetype_face_range);
    CTEXT_POINTER(raqm_set_freetype_load_flags);
    CTEXT_POINTER(raqm_layout);
    CTEXT_POINTER(raqm_get_glyphs);
};

/* Needs __typeof__ and a cast from an object pointer to a function pointer. */
static inline const char *ctext_open_raqm(struct ctext_raqm *table) {
    static const char name[] = "libraqm.so.0";
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return name;
    return CTEXT_FIND(table, library, raqm_create) && CTEXT_FIND(table, library, raqm_destroy)
            && CTEXT_FIND(table, library, raqm_set_text)
            && CTEXT_FIND(table, library, raqm_set_par_direction)
            && CTEXT_FIND(table, library, raqm_set_freetype_face_range)
            && CTEXT_FIND(table, library, raqm_set_freetype_load_flags)
            && CTEXT_FIND(table, library, raqm_layout) && CTEXT_FIND(table, library, raqm_get_glyphs)
        ? NULL : name;
}

#endif

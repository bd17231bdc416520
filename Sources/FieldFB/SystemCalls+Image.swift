import CDRM

// The picture libraries: each is opened when it is asked for, and called
// through the table of its functions that was filled then.

/// A call that a picture library refused.
struct LibraryFailure: Error {
    let call: StaticString
    let reason: String
}

extension PictureError {
    init(_ failure: LibraryFailure, place: String) {
        self = .encoder(call: "\(failure.call)", reason: failure.reason, place: place)
    }
}

// MARK: - Opening

func systemOpenPNGLibrary() throws(PictureError) -> cdrm_png_library {
    var table = cdrm_png_library()
    unsafe try requireLibrary(cdrm_png_open(&table), package: "libpng16-16")
    return table
}

func systemOpenZLibrary() throws(PictureError) -> cdrm_zlib_library {
    var table = cdrm_zlib_library()
    unsafe try requireLibrary(cdrm_zlib_open(&table), package: "zlib1g")
    return table
}

func systemOpenGIFLibrary() throws(PictureError) -> cdrm_gif_library {
    var table = cdrm_gif_library()
    unsafe try requireLibrary(cdrm_gif_open(&table), package: "libgif7")
    return table
}

func systemOpenWebPLibrary() throws(PictureError) -> cdrm_webp_library {
    var table = cdrm_webp_library()
    unsafe try requireLibrary(cdrm_webp_open(&table), package: "libwebp7 and libwebpmux3")
    return table
}

private func requireLibrary(_ missing: UnsafePointer<CChar>?, package: String) throws(PictureError) {
    guard let name = unsafe missing else { return }
    throw .missingLibrary(name: unsafe String(cString: name), package: package)
}

// MARK: - zlib

/// The most bytes that deflating so many can give.
func systemDeflatedLimit(_ library: cdrm_zlib_library, _ count: Int) -> Int {
    Int(clamping: library.compressBound(uLong(count)))
}

/// Deflates the first bytes of `source`, fast; the number of bytes in
/// `target`, or nil when it has no room for them.
func systemDeflate(
    _ library: cdrm_zlib_library, _ source: [UInt8], _ count: Int, into target: inout [UInt8]
) -> Int? {
    precondition(count <= source.count)
    var length = uLongf(target.count)
    let result = unsafe target.withUnsafeMutableBufferPointer { target in
        unsafe source.withUnsafeBufferPointer { source in
            unsafe library.compress2(target.baseAddress, &length, source.baseAddress, uLong(count), 1)
        }
    }
    return result == Z_OK ? Int(length) : nil
}

/// CRC-32, as PNG has it.
func systemChecksum(_ library: cdrm_zlib_library, _ bytes: [UInt8]) -> UInt32 {
    unsafe bytes.withUnsafeBufferPointer {
        UInt32(truncatingIfNeeded: unsafe library.crc32(0, $0.baseAddress, uInt($0.count)))
    }
}

// MARK: - libpng

/// Encodes rows of red, green and blue bytes. The number of bytes of the
/// picture; when `target` has room for fewer, nothing was encoded.
func systemEncodePNG(
    _ library: cdrm_png_library, _ colours: [UInt8], width: Int, height: Int, into target: inout [UInt8]
) throws(LibraryFailure) -> Int {
    precondition(colours.count == width * height * 3)
    var image = unsafe png_image()
    unsafe image.version = cdrm_png_version
    unsafe image.width = png_uint_32(width)
    unsafe image.height = png_uint_32(height)
    unsafe image.format = cdrm_png_format_rgb
    defer { unsafe library.png_image_free(&image) }
    let room = target.count
    var needed = png_alloc_size_t(room)
    let succeeded = unsafe target.withUnsafeMutableBytes { target in
        unsafe colours.withUnsafeBytes { source in
            unsafe library.png_image_write_to_memory(
                &image, target.baseAddress, &needed, 0, source.baseAddress, png_int_32(width * 3), nil)
        }
    }
    let count = Int(clamping: needed)
    if succeeded != 0 || count > room { return count }
    throw LibraryFailure(call: "png_image_write_to_memory", reason: unsafe systemText(image.message))
}

// MARK: - giflib

/// Begins a GIF in memory. `output` must stay where it is until the close.
func systemOpenGIF(
    _ library: cdrm_gif_library, _ output: UnsafeMutablePointer<cdrm_bytes>
) throws(LibraryFailure) -> UnsafeMutablePointer<GifFileType> {
    var library = library
    var code: CInt = 0
    guard let gif = unsafe cdrm_gif_begin(&library, output, &code) else {
        throw LibraryFailure(call: "EGifOpen", reason: "giflib error \(code)")
    }
    return unsafe gif
}

/// Writes the end of the file and frees it, whatever the outcome.
func systemCloseGIF(
    _ library: cdrm_gif_library, _ gif: UnsafeMutablePointer<GifFileType>
) throws(LibraryFailure) {
    var code: CInt = 0
    guard unsafe library.EGifCloseFile(gif, &code) == GIF_OK else {
        throw LibraryFailure(call: "EGifCloseFile", reason: "giflib error \(code)")
    }
}

/// Frees what was gathered in memory.
func systemFreeGIFOutput(_ output: UnsafeMutablePointer<cdrm_bytes>) {
    unsafe free(output.pointee.bytes)
    unsafe output.deallocate()
}

/// Writes the size of the file, the colours of all its frames (as 0xRRGGBB),
/// and that it is repeated for ever.
func systemBeginGIF(
    _ library: cdrm_gif_library, _ gif: UnsafeMutablePointer<GifFileType>, width: Int, height: Int,
    _ colours: [UInt32]
) throws(LibraryFailure) {
    unsafe library.EGifSetGifVersion(gif, true)
    let map = try unsafe makeGIFMap(library, colours)
    defer { unsafe library.GifFreeMapObject(map) }
    try unsafe check(
        gif, library.EGifPutScreenDesc(gif, CInt(width), CInt(height), 8, 0, map), "EGifPutScreenDesc")
    let repeatForEver: [UInt8] = [1, 0, 0]
    try unsafe check(
        gif, library.EGifPutExtensionLeader(gif, cdrm_gif_application_code), "EGifPutExtensionLeader")
    try unsafe check(
        gif, library.EGifPutExtensionBlock(gif, 11, "NETSCAPE2.0"), "EGifPutExtensionBlock")
    try unsafe check(gif, library.EGifPutExtensionBlock(gif, 3, repeatForEver), "EGifPutExtensionBlock")
    try unsafe check(gif, library.EGifPutExtensionTrailer(gif), "EGifPutExtensionTrailer")
}

/// Writes a graphics control extension of four bytes.
func systemWriteGIFControl(
    _ library: cdrm_gif_library, _ gif: UnsafeMutablePointer<GifFileType>, _ block: [UInt8]
) throws(LibraryFailure) {
    precondition(block.count == 4)
    try unsafe check(
        gif, library.EGifPutExtension(gif, cdrm_gif_control_code, 4, block), "EGifPutExtension")
}

/// Begins a frame at its place, with colours of its own or those of the file.
func systemBeginGIFFrame(
    _ library: cdrm_gif_library, _ gif: UnsafeMutablePointer<GifFileType>, _ rect: PixelRect,
    ownColours: [UInt32]?
) throws(LibraryFailure) {
    var map: UnsafeMutablePointer<ColorMapObject>?
    if let ownColours { unsafe map = try makeGIFMap(library, ownColours) }
    defer { unsafe library.GifFreeMapObject(map) }
    let result = unsafe library.EGifPutImageDesc(
        gif, CInt(rect.x), CInt(rect.y), CInt(rect.width), CInt(rect.height), false, map)
    try unsafe check(gif, result, "EGifPutImageDesc")
}

/// Writes a row of a frame, as numbers of its colours.
func systemWriteGIFRow(
    _ library: cdrm_gif_library, _ gif: UnsafeMutablePointer<GifFileType>, _ row: inout [UInt8]
) throws(LibraryFailure) {
    let result = unsafe row.withUnsafeMutableBufferPointer {
        unsafe library.EGifPutLine(gif, $0.baseAddress, CInt($0.count))
    }
    try unsafe check(gif, result, "EGifPutLine")
}

/// giflib wants a power of two of at least two colours.
private func makeGIFMap(
    _ library: cdrm_gif_library, _ colours: [UInt32]
) throws(LibraryFailure) -> UnsafeMutablePointer<ColorMapObject> {
    var count = 2
    while count < colours.count { count *= 2 }
    var entries = [GifColorType](repeating: GifColorType(), count: count)
    for (number, colour) in colours.enumerated() {
        entries[number] = GifColorType(
            Red: UInt8(colour >> 16 & 0xFF), Green: UInt8(colour >> 8 & 0xFF), Blue: UInt8(colour & 0xFF))
    }
    guard let map = unsafe library.GifMakeMapObject(CInt(count), entries) else {
        throw LibraryFailure(call: "GifMakeMapObject", reason: "no memory")
    }
    return unsafe map
}

private func check(
    _ gif: UnsafeMutablePointer<GifFileType>, _ result: CInt, _ call: StaticString
) throws(LibraryFailure) {
    guard result != GIF_OK else { return }
    throw LibraryFailure(call: call, reason: "giflib error \(unsafe gif.pointee.Error)")
}

// MARK: - libwebp

/// The settings of a lossless picture, with an effort of 0 to 9; nil when the
/// library has another version than the headers.
func systemWebPConfiguration(_ library: cdrm_webp_library, effort: CInt) -> WebPConfig? {
    var configuration = WebPConfig()
    guard
        unsafe library.WebPConfigInitInternal(
            &configuration, WEBP_PRESET_DEFAULT, 75, cdrm_webp_encoder_version) != 0,
        unsafe library.WebPConfigLosslessPreset(&configuration, effort) != 0
    else { return nil }
    return configuration
}

/// Begins an animation that is repeated for ever.
func systemOpenWebP(
    _ library: cdrm_webp_library, width: Int, height: Int
) throws(LibraryFailure) -> OpaquePointer {
    var options = WebPAnimEncoderOptions()
    guard unsafe library.WebPAnimEncoderOptionsInitInternal(&options, cdrm_webp_muxer_version) != 0 else {
        throw LibraryFailure(call: "WebPAnimEncoderOptionsInit", reason: "another version of libwebpmux")
    }
    options.anim_params.loop_count = 0
    let encoder = unsafe library.WebPAnimEncoderNewInternal(
        CInt(width), CInt(height), &options, cdrm_webp_muxer_version)
    guard let encoder = unsafe encoder else {
        throw LibraryFailure(call: "WebPAnimEncoderNew", reason: "no memory")
    }
    return unsafe encoder
}

/// Adds a frame of XRGB8888 pixels that is shown from `moment` on, in milliseconds.
func systemAddWebPFrame(
    _ library: cdrm_webp_library, _ encoder: OpaquePointer, _ surface: borrowing Surface, moment: CInt,
    _ configuration: inout WebPConfig
) throws(LibraryFailure) {
    var picture = unsafe WebPPicture()
    guard unsafe library.WebPPictureInitInternal(&picture, cdrm_webp_encoder_version) != 0 else {
        throw LibraryFailure(call: "WebPPictureInit", reason: "another version of libwebp")
    }
    defer { unsafe library.WebPPictureFree(&picture) }
    unsafe picture.use_argb = 1
    unsafe picture.width = CInt(surface.width)
    unsafe picture.height = CInt(surface.height)
    let bytesInRow = CInt(surface.width * 4)
    let imported = unsafe surface.pixels.withUnsafeBytes { bytes in
        unsafe library.WebPPictureImportBGRX(
            &picture, bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytesInRow)
    }
    guard imported != 0 else {
        throw LibraryFailure(call: "WebPPictureImportBGRX", reason: "no memory")
    }
    let result = unsafe library.WebPAnimEncoderAdd(encoder, &picture, moment, &configuration)
    try unsafe check(library, encoder, result, "WebPAnimEncoderAdd")
}

/// Ends the animation at `moment`, in milliseconds. The file is to be freed
/// with `systemFreeWebP`.
func systemAssembleWebP(
    _ library: cdrm_webp_library, _ encoder: OpaquePointer, moment: CInt
) throws(LibraryFailure) -> WebPData {
    try unsafe check(
        library, encoder, library.WebPAnimEncoderAdd(encoder, nil, moment, nil), "WebPAnimEncoderAdd")
    var data = unsafe WebPData()
    try unsafe check(
        library, encoder, library.WebPAnimEncoderAssemble(encoder, &data), "WebPAnimEncoderAssemble")
    return unsafe data
}

func systemFreeWebP(_ library: cdrm_webp_library, _ data: WebPData) {
    unsafe library.WebPFree(UnsafeMutableRawPointer(mutating: data.bytes))
}

func systemCloseWebP(_ library: cdrm_webp_library, _ encoder: OpaquePointer) {
    unsafe library.WebPAnimEncoderDelete(encoder)
}

private func check(
    _ library: cdrm_webp_library, _ encoder: OpaquePointer, _ result: CInt, _ call: StaticString
) throws(LibraryFailure) {
    guard result == 0 else { return }
    let text = unsafe library.WebPAnimEncoderGetError(encoder)
    throw LibraryFailure(call: call, reason: unsafe text.map { unsafe String(cString: $0) } ?? "libwebp failed")
}

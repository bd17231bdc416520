import CDRM

// libpng and TurboJPEG: pictures from the bytes of a file.

private func requireReader(
    _ missing: UnsafePointer<CChar>?, package: String, path: String
) throws(PictureReadError) {
    guard let name = unsafe missing else { return }
    throw .missingLibrary(path: path, name: unsafe String(cString: name), package: package)
}

/// Whether so many bytes could be had.
func systemHasMemory(_ byteCount: Int) -> Bool { cdrm_has_memory(byteCount) == 1 }

func systemDecodePNG(_ bytes: [UInt8], path: String) throws(PictureReadError) -> Picture {
    var library = cdrm_png_reader()
    unsafe try requireReader(cdrm_png_open_reader(&library), package: "libpng16-16", path: path)
    var image = unsafe png_image()
    unsafe image.version = cdrm_png_version
    defer { unsafe library.png_image_free(&image) }
    guard unsafe library.png_image_begin_read_from_memory(&image, bytes, bytes.count) != 0 else {
        throw .corrupt(path: path, reason: unsafe systemText(image.message))
    }
    let (width, height) = unsafe (Int(image.width), Int(image.height))
    // The library may want as much again for a picture in passes.
    try PictureReader.check(width, height, bytesAPixel: 16, path: path)
    let hasAlpha = unsafe image.format & cdrm_png_format_alpha != 0
    unsafe image.format = cdrm_png_format_bgra
    var pixels = [UInt32](repeating: 0, count: width * height)
    let succeeded = unsafe pixels.withUnsafeMutableBytes {
        unsafe library.png_image_finish_read(&image, nil, $0.baseAddress, png_int_32(width * 4), nil)
    }
    guard succeeded != 0 else { throw .corrupt(path: path, reason: unsafe systemText(image.message)) }
    for index in pixels.indices { pixels[index] = UInt32(littleEndian: pixels[index]) }
    if hasAlpha { PictureReader.premultiply(&pixels) }
    return Picture(width: width, height: height, pixels: pixels)
}

func systemDecodeJPEG(
    _ bytes: [UInt8], path: String, widest: Int, highest: Int
) throws(PictureReadError) -> Picture {
    var library = cdrm_jpeg_reader()
    unsafe try requireReader(cdrm_jpeg_open_reader(&library), package: "libturbojpeg0", path: path)
    guard let handle = unsafe library.tjInitDecompress() else {
        throw .memory(path: path, width: 0, height: 0)
    }
    defer { _ = unsafe library.tjDestroy(handle) }
    func refusal() -> PictureReadError {
        guard let text = unsafe library.tjGetErrorStr2(handle) else { return .corrupt(path: path, reason: "unknown") }
        return .corrupt(path: path, reason: unsafe String(cString: text))
    }
    var (width, height, sampling, space): (CInt, CInt, CInt, CInt) = (0, 0, 0, 0)
    guard unsafe library.tjDecompressHeader3(
        handle, bytes, CUnsignedLong(bytes.count), &width, &height, &sampling, &space) == 0
    else { throw refusal() }
    // A picture in many passes is kept as coefficients of 16 bits.
    try PictureReader.check(Int(width), Int(height), bytesAPixel: 12, path: path)
    var eighths: CInt = 8
    while eighths > 1, widest > 0, highest > 0, Int(width) * Int(eighths) / 16 >= widest,
        Int(height) * Int(eighths) / 16 >= highest
    {
        eighths /= 2
    }
    let (smallWidth, smallHeight) = (cdrm_jpeg_scaled(width, eighths), cdrm_jpeg_scaled(height, eighths))
    let isCMYK = space == TJCS_CMYK.rawValue || space == TJCS_YCCK.rawValue
    var pixels = [UInt32](repeating: 0, count: Int(smallWidth) * Int(smallHeight))
    let format = isCMYK ? TJPF_CMYK.rawValue : TJPF_BGRX.rawValue
    let code = unsafe pixels.withUnsafeMutableBytes {
        unsafe library.tjDecompress2(
            handle, bytes, CUnsignedLong(bytes.count), $0.bindMemory(to: UInt8.self).baseAddress, smallWidth, 0,
            smallHeight, CInt(bitPattern: UInt32(truncatingIfNeeded: format)), cdrm_jpeg_flags)
    }
    guard code == 0 else { throw refusal() }
    for index in pixels.indices {
        let pixel = UInt32(littleEndian: pixels[index])
        pixels[index] = isCMYK ? printed(pixel) : pixel | 0xFF00_0000
    }
    return Picture(width: Int(smallWidth), height: Int(smallHeight), pixels: pixels)
}

/// What printing inks look like. Files hold them inverted, as Adobe's do: 255 is no ink.
private func printed(_ inks: UInt32) -> UInt32 {
    let black = inks >> 24
    let red = divideBy255((inks & 0xFF) * black)
    let green = divideBy255((inks >> 8 & 0xFF) * black)
    let blue = divideBy255((inks >> 16 & 0xFF) * black)
    return 0xFF00_0000 | red << 16 | green << 8 | blue
}

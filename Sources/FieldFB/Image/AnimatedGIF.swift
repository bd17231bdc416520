import CDRM

/// Writes an animated GIF through giflib, frame by frame, repeating for ever.
///
/// The colours of the first frame are the table of the file; a later frame with
/// others brings its own, so that every frame of at most 256 colours is exact.
@safe
@usableFromInline
struct AnimatedGIF: ~Copyable {
    private let library: cdrm_gif_library
    private var gif: UnsafeMutablePointer<GifFileType>?
    /// On the heap, since giflib keeps its address.
    private let output: UnsafeMutablePointer<cdrm_bytes>
    private var comparison = FrameComparison()
    private var table: ColourTable?
    private var line: [UInt8] = []
    private let rate: AnimationRate
    private var framesWritten = 0

    static func begin(rate: AnimationRate, place: String) throws(PictureError) -> AnimatedGIF {
        var code: CInt = 0
        let animation = AnimatedGIF(library: try PictureLibraries.gif(), rate: rate, error: &code)
        if unsafe animation.gif == nil {
            throw .encoder(call: "EGifOpen", reason: "giflib error \(code)", place: place)
        }
        return animation
    }

    private init(library: cdrm_gif_library, rate: AnimationRate, error: inout CInt) {
        self.library = library
        self.rate = rate
        unsafe output = .allocate(capacity: 1)
        unsafe output.initialize(to: cdrm_bytes())
        var table = library
        unsafe gif = cdrm_gif_begin(&table, output, &error)
    }

    deinit {
        var code: CInt = 0
        if let gif = unsafe gif { _ = unsafe library.EGifCloseFile(gif, &code) }
        unsafe free(output.pointee.bytes)
        unsafe output.deallocate()
    }

    mutating func add(
        _ surface: borrowing Surface, to file: inout PictureFile
    ) throws(PictureError) {
        guard let gif = unsafe gif else { return }
        let rect = comparison.changedRect(surface) ?? surface.bounds.topLeftPixel
        if framesWritten == 0 {
            let colours = ColourTable(surface, rect)
            unsafe try writeStart(gif, surface.width, surface.height, colours, file.place)
            table = colours
        }
        unsafe try writeControl(gif, file.place)
        if let table, table.holds(surface, rect) {
            unsafe try writeImage(gif, surface, rect, table, ownTable: false, file.place)
        } else {
            let colours = ColourTable(surface, rect)
            unsafe try writeImage(gif, surface, rect, colours, ownTable: true, file.place)
        }
        framesWritten += 1
        try passOn(to: &file)
    }

    mutating func finish(_ file: inout PictureFile) throws(PictureError) {
        guard let open = unsafe gif else { return }
        unsafe gif = nil
        var code: CInt = 0
        try check(unsafe library.EGifCloseFile(open, &code), "EGifCloseFile", file.place)
        try passOn(to: &file)
    }

    private mutating func passOn(to file: inout PictureFile) throws(PictureError) {
        guard let bytes = unsafe output.pointee.bytes else { return }
        let encoded = unsafe Span(_unsafeStart: bytes, count: output.pointee.count)
        try file.append(encoded)
        unsafe output.pointee.count = 0
    }

    private func writeStart(
        _ gif: UnsafeMutablePointer<GifFileType>, _ width: Int, _ height: Int,
        _ colours: ColourTable, _ place: String
    ) throws(PictureError) {
        unsafe library.EGifSetGifVersion(gif, true)
        let map = unsafe try makeMap(colours, place)
        defer { unsafe library.GifFreeMapObject(map) }
        try check(
            unsafe library.EGifPutScreenDesc(gif, CInt(width), CInt(height), 8, 0, map),
            "EGifPutScreenDesc", place)
        let repeatForEver: [UInt8] = [1, 0, 0]
        try check(
            unsafe library.EGifPutExtensionLeader(gif, cdrm_gif_application_code),
            "EGifPutExtensionLeader", place)
        try check(
            unsafe library.EGifPutExtensionBlock(gif, 11, "NETSCAPE2.0"),
            "EGifPutExtensionBlock", place)
        try check(
            unsafe library.EGifPutExtensionBlock(gif, 3, repeatForEver),
            "EGifPutExtensionBlock", place)
        try check(
            unsafe library.EGifPutExtensionTrailer(gif), "EGifPutExtensionTrailer", place)
    }

    /// How long the frame stays: whole hundredths of a second. Viewers show
    /// anything below two hundredths slowly, so two is the least.
    private func writeControl(
        _ gif: UnsafeMutablePointer<GifFileType>, _ place: String
    ) throws(PictureError) {
        let begin = rate.moment(ofFrame: framesWritten, parts: 100)
        let end = rate.moment(ofFrame: framesWritten + 1, parts: 100)
        let delay = UInt16(clamping: max(2, end - begin))
        let leaveStanding: UInt8 = 1 << 2
        let block: [UInt8] = [leaveStanding, UInt8(delay & 0xFF), UInt8(delay >> 8), 0]
        try check(
            unsafe library.EGifPutExtension(gif, cdrm_gif_control_code, 4, block),
            "EGifPutExtension", place)
    }

    private mutating func writeImage(
        _ gif: UnsafeMutablePointer<GifFileType>, _ surface: borrowing Surface,
        _ rect: PixelRect, _ colours: ColourTable, ownTable: Bool, _ place: String
    ) throws(PictureError) {
        let map = ownTable ? unsafe try makeMap(colours, place) : nil
        defer { unsafe library.GifFreeMapObject(map) }
        try check(
            unsafe library.EGifPutImageDesc(
                gif, CInt(rect.x), CInt(rect.y), CInt(rect.width), CInt(rect.height), false, map),
            "EGifPutImageDesc", place)
        if line.count != rect.width { line = [UInt8](repeating: 0, count: rect.width) }
        let pixels = surface.pixels.span
        for y in rect.y..<rect.maxY {
            var last = UInt32.max
            var number: UInt8 = 0
            for x in 0..<rect.width {
                let pixel = pixels[y * surface.width + rect.x + x]
                if pixel != last {
                    last = pixel
                    number = colours.number(of: pixel) ?? 0
                }
                line[x] = number
            }
            let result = unsafe line.withUnsafeMutableBufferPointer { buffer in
                unsafe library.EGifPutLine(gif, buffer.baseAddress, CInt(buffer.count))
            }
            try check(result, "EGifPutLine", place)
        }
    }

    /// giflib wants a power of two of at least two colours.
    private func makeMap(
        _ colours: ColourTable, _ place: String
    ) throws(PictureError) -> UnsafeMutablePointer<ColorMapObject> {
        var count = 2
        while count < colours.colours.count { count *= 2 }
        var entries = [GifColorType](repeating: GifColorType(), count: count)
        for (number, colour) in colours.colours.enumerated() {
            entries[number] = GifColorType(
                Red: UInt8(colour >> 16 & 0xFF), Green: UInt8(colour >> 8 & 0xFF),
                Blue: UInt8(colour & 0xFF))
        }
        guard let map = unsafe library.GifMakeMapObject(CInt(count), entries) else {
            throw .encoder(call: "GifMakeMapObject", reason: "no memory", place: place)
        }
        return unsafe map
    }

    private func check(_ result: CInt, _ call: String, _ place: String) throws(PictureError) {
        guard result == GIF_OK else {
            let code = unsafe gif?.pointee.Error ?? 0
            throw .encoder(call: call, reason: "giflib error \(code)", place: place)
        }
    }
}

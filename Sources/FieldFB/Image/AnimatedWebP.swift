import CDRM

/// Writes a WebP file, lossless: one picture, or an animation that repeats for
/// ever. The encoded frames stay in memory until the end, since the file begins
/// with its length.
@safe
@usableFromInline
struct AnimatedWebP: ~Copyable {
    private let library: cdrm_webp_library
    private let encoder: OpaquePointer
    private var configuration: WebPConfig
    private let rate: AnimationRate
    private var framesAdded = 0

    /// libwebp's scale of effort for lossless pictures, 0 to 9. What is above
    /// takes several times longer and saves a few per cent.
    private static let effort: CInt = 3

    static func begin(
        width: Int, height: Int, rate: AnimationRate, place: String
    ) throws(PictureError) -> AnimatedWebP {
        let library = try PictureLibraries.webp()
        var options = WebPAnimEncoderOptions()
        var configuration = WebPConfig()
        guard
            unsafe library.WebPAnimEncoderOptionsInitInternal(&options, cdrm_webp_muxer_version) != 0,
            unsafe library.WebPConfigInitInternal(
                &configuration, WEBP_PRESET_DEFAULT, 75, cdrm_webp_encoder_version) != 0,
            unsafe library.WebPConfigLosslessPreset(&configuration, AnimatedWebP.effort) != 0
        else {
            throw .missingLibrary(
                name: "a libwebp of this program's version", package: "libwebp7 and libwebpmux3")
        }
        options.anim_params.loop_count = 0
        let encoder = unsafe library.WebPAnimEncoderNewInternal(
            CInt(width), CInt(height), &options, cdrm_webp_muxer_version)
        guard let encoder = unsafe encoder else {
            throw .encoder(call: "WebPAnimEncoderNew", reason: "no memory", place: place)
        }
        return unsafe AnimatedWebP(
            library: library, encoder: encoder, configuration: configuration, rate: rate)
    }

    private init(
        library: cdrm_webp_library, encoder: OpaquePointer, configuration: WebPConfig,
        rate: AnimationRate
    ) {
        self.library = library
        unsafe self.encoder = encoder
        self.configuration = configuration
        self.rate = rate
    }

    deinit {
        unsafe library.WebPAnimEncoderDelete(encoder)
    }

    mutating func add(_ surface: borrowing Surface, place: String) throws(PictureError) {
        var picture = unsafe WebPPicture()
        guard unsafe library.WebPPictureInitInternal(&picture, cdrm_webp_encoder_version) != 0
        else {
            throw .encoder(call: "WebPPictureInit", reason: "another version of libwebp", place: place)
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
            throw .encoder(call: "WebPPictureImportBGRX", reason: "no memory", place: place)
        }
        let moment = CInt(clamping: rate.moment(ofFrame: framesAdded, parts: 1000))
        try check(
            unsafe library.WebPAnimEncoderAdd(encoder, &picture, moment, &configuration),
            "WebPAnimEncoderAdd", place)
        framesAdded += 1
    }

    mutating func finish(_ file: inout PictureFile) throws(PictureError) {
        let end = CInt(clamping: rate.moment(ofFrame: framesAdded, parts: 1000))
        try check(
            unsafe library.WebPAnimEncoderAdd(encoder, nil, end, nil), "WebPAnimEncoderAdd",
            file.place)
        var data = unsafe WebPData()
        defer { unsafe library.WebPFree(UnsafeMutableRawPointer(mutating: data.bytes)) }
        try check(
            unsafe library.WebPAnimEncoderAssemble(encoder, &data), "WebPAnimEncoderAssemble",
            file.place)
        guard let bytes = unsafe data.bytes else { return }
        try file.append(unsafe Span(_unsafeStart: bytes, count: data.size))
    }

    private func check(_ result: CInt, _ call: String, _ place: String) throws(PictureError) {
        guard result == 0 else { return }
        let text = unsafe library.WebPAnimEncoderGetError(encoder)
        let reason = unsafe text.map { unsafe String(cString: $0) } ?? "libwebp failed"
        throw .encoder(call: call, reason: reason, place: place)
    }
}

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
        let library = try systemOpenWebPLibrary()
        guard let configuration = systemWebPConfiguration(library, effort: AnimatedWebP.effort) else {
            throw .missingLibrary(
                name: "a libwebp of this program's version", package: "libwebp7 and libwebpmux3")
        }
        do throws(LibraryFailure) {
            let encoder = unsafe try systemOpenWebP(library, width: width, height: height)
            return unsafe AnimatedWebP(
                library: library, encoder: encoder, configuration: configuration, rate: rate)
        } catch {
            throw PictureError(error, place: place)
        }
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
        unsafe systemCloseWebP(library, encoder)
    }

    mutating func add(_ surface: borrowing Surface, place: String) throws(PictureError) {
        do throws(LibraryFailure) {
            unsafe try systemAddWebPFrame(library, encoder, surface, moment: moment, &configuration)
        } catch {
            throw PictureError(error, place: place)
        }
        framesAdded += 1
    }

    mutating func finish(_ file: inout PictureFile) throws(PictureError) {
        let data: WebPData
        do throws(LibraryFailure) {
            unsafe data = try systemAssembleWebP(library, encoder, moment: moment)
        } catch {
            throw PictureError(error, place: file.place)
        }
        defer { unsafe systemFreeWebP(library, data) }
        guard let bytes = unsafe data.bytes else { return }
        try file.append(unsafe Span(_unsafeStart: bytes, count: data.size))
    }

    /// When the next frame begins, in milliseconds.
    private var moment: CInt { CInt(clamping: rate.moment(ofFrame: framesAdded, parts: 1000)) }
}

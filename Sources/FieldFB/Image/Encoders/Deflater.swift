import CDRM

/// Makes bytes fewer with zlib, where it is installed.
struct Deflater {
    private let library: cdrm_zlib_library

    /// Nil when there is no zlib.
    init?() {
        guard let library = try? systemOpenZLibrary() else { return nil }
        self.library = library
    }

    /// The most bytes that deflating so many can give.
    func limit(_ count: Int) -> Int { systemDeflatedLimit(library, count) }

    /// Deflates the first bytes of `source`; the number of bytes in `target`,
    /// or nil when it has no room for them.
    func deflate(_ source: [UInt8], _ count: Int, into target: inout [UInt8]) -> Int? {
        systemDeflate(library, source, count, into: &target)
    }
}

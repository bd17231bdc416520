/// What makes bytes fewer with zlib, in a program that loads no libraries:
/// there is never one.
struct Deflater {
    init?() { return nil }

    /// The most bytes that deflating so many can give.
    func limit(_ count: Int) -> Int { count }

    /// Deflates the first bytes of `source`, which only zlib can do.
    func deflate(_ source: [UInt8], _ count: Int, into target: inout [UInt8]) -> Int? { nil }
}

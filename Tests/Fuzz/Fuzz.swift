@testable import FieldFB
@testable import fieldfb

/// What libFuzzer calls with one input after the other. FIELDFB_FUZZ_TARGET says
/// what they are: words, pictures, or setting files. Nothing may trap, and no
/// input may take unbounded time or memory.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: start == nil ? 0 : count))
    target(bytes)
    return 0
}

@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
    _ count: UnsafeMutablePointer<CInt>, _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// The start of the program, as the package manager calls it.
@_cdecl("Fuzz_main")
public func start(_ count: CInt, _ words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> CInt {
    var count = count
    var words = words
    return runFuzzer(&count, &words) { testOneInput($0, $1) }
}

nonisolated(unsafe) private let target: ([UInt8]) -> Void = {
    switch SystemCalls.environment("FIELDFB_FUZZ_TARGET") {
    case "text": return setWords
    case "png": return { decodePicture(withRightChecksums($0)) }
    case "jpeg": return decodePicture
    case "settings": return readSettings
    case "font": return openFont
    case let other: fatalError("FIELDFB_FUZZ_TARGET is \(other ?? "not set"): text, png, jpeg, settings or font")
    }
}()

nonisolated(unsafe) private var typeface: Typeface? = try? Typeface(path: nil)

/// The first bytes say how, the others what.
private func setWords(_ bytes: [UInt8]) {
    guard bytes.count > 3, typeface != nil else { return }
    let style = TextStyle(
        size: Double(bytes[0]) / 2, smallest: Double(bytes[1]) / 4, widest: Int(bytes[2]) * 4, highest: 300,
        mostLines: Int(bytes[3] & 7), alignment: .centre)
    guard let block = typeface?.set(Array(bytes[4...]), style: style) else { return }
    precondition(block.coverage.count == block.width * block.height)
}

private func decodePicture(_ bytes: [UInt8]) {
    guard let picture = try? PictureReader.decode(bytes, path: "input", widest: 64, highest: 64),
        picture.width * picture.height < 1 << 20
    else { return }
    let poster = picture.covering(width: 33, height: 21, fit: .fill, background: .black)
    precondition(poster?.pixels.allSatisfy { $0 >> 24 == 255 } ?? false)
}

/// The same with the checksum of every chunk as it should be, so that what is
/// in the chunks is read at all.
private func withRightChecksums(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    var start = 8
    while start + 12 <= bytes.count {
        let length = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
        let end = start + 8 + length
        guard end + 4 <= bytes.count else { break }
        let checksum = ~bytes[start + 4..<end].reduce(~UInt32(0)) { checksum, byte in
            (0..<8).reduce(checksum ^ UInt32(byte)) { value, _ in value >> 1 ^ (value & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
        for index in 0..<4 { bytes[end + index] = UInt8(truncatingIfNeeded: checksum >> (24 - 8 * UInt32(index))) }
        start = end + 4
    }
    return bytes
}

/// A font file is opened by its path.
private func openFont(_ bytes: [UInt8]) {
    guard let file = try? SystemCalls.memoryFile("font") else { return }
    try? SystemCalls.replaceContents(file.number, bytes)
    guard var typeface = try? Typeface(path: "/proc/self/fd/\(file.number)") else { return }
    let style = TextStyle(size: 20, smallest: 5, widest: 200, highest: 100, mostLines: 3, alignment: .centre)
    let block = typeface.set(Array("Ab 1%é".utf8), style: style)
    precondition(block.coverage.count == block.width * block.height)
}

private func readSettings(_ bytes: [UInt8]) {
    let reading = SettingReading()
    SettingFile.apply(bytes, name: "input", to: reading)
    // What was taken is taken again as it reads.
    for setting in Setting.all {
        var settings = Settings()
        precondition(setting.write(&settings, setting.read(reading.settings)), setting.key)
    }
}

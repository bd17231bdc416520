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
    case "png", "jpeg": return decodePicture
    case "settings": return readSettings
    case let other: fatalError("FIELDFB_FUZZ_TARGET is \(other ?? "not set"): text, png, jpeg or settings")
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

private func readSettings(_ bytes: [UInt8]) {
    let reading = SettingReading()
    SettingFile.apply(bytes, name: "input", to: reading)
    // What was taken is taken again as it reads.
    for setting in Setting.all {
        var settings = Settings()
        precondition(setting.write(&settings, setting.read(reading.settings)), setting.key)
    }
}

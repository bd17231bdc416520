import CDRM

/// Where the process starts. Embedded Swift has no `CommandLine`, and /proc
/// may not be mounted yet in an initramfs, so the arguments come from the C
/// entry point; the package manager renames `main` to this symbol.
@c(fieldfb_main)
public func fieldfbMain(
    _ count: CInt, _ vector: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> CInt {
    SystemCalls.reserveStandardDescriptors()
    var arguments: [String] = []
    for index in 0..<Int(count) {
        guard let word = unsafe vector[index] else { break }
        let text = unsafe String(cString: word)
        // A repaired word would name another file than the one that was meant.
        guard index == 0 || text.utf8.elementsEqual(unsafe SystemCalls.bytes(ofText: word)) else {
            StandardError.say("\(ByteText.quoted(text.utf8)) is not valid UTF-8; fieldfb takes nothing else")
            return ExitCode.usage.rawValue
        }
        arguments.append(text)
    }
    return Commands.run(arguments).rawValue
}

import CDRM

/// Where the process starts. Embedded Swift has no `CommandLine`, and /proc
/// may not be mounted yet in an initramfs, so the arguments come from the C
/// entry point; the package manager renames `main` to this symbol.
@c(fieldfb_main)
public func fieldfbMain(
    _ count: CInt, _ vector: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> CInt {
    var arguments: [String] = []
    for index in 0..<Int(count) {
        guard let word = unsafe vector[index] else { break }
        arguments.append(unsafe String(cString: word))
    }
    return Commands.run(arguments).rawValue
}

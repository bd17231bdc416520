import CDRM

/// The virtual terminal that lies under the picture: the one that is shown,
/// wherever the program was started, as the picture covers that one. A program
/// that is restarted behind another terminal has its own by the number.
struct ConsoleSearch {
    /// An open virtual terminal.
    struct Found {
        let descriptor: CInt
        let number: Int
        /// Whether the program was started on it.
        let isOwn: Bool
    }

    /// Where to look. Serial lines and /dev/console are never among it.
    struct Places {
        var folder = "/dev"
        /// Descriptor of the terminal the program may have been started on.
        var input: CInt? = 0
        /// The kernel's word about the shown terminal, which everybody may read.
        var activeFile = "/sys/class/tty/tty0/active"
    }

    let places: Places

    /// Opens the shown terminal, or says why not.
    func open() -> Result<Found, SearchFailure> {
        let own = ownTerminal()
        guard let active = activeTerminal(own) else {
            if let own { systemClose(own.descriptor) }
            return .failure(SearchFailure(reason: "there is no virtual terminal"))
        }
        if let own {
            if own.number == active { return .success(own) }
            systemClose(own.descriptor)
        }
        return open(active)
    }

    /// Opens a terminal by its number, or says why not.
    func open(_ number: Int) -> Result<Found, SearchFailure> {
        let path = "\(places.folder)/tty\(number)"
        do throws(SystemFailure) {
            let descriptor = try systemOpen(path, .readWriteNonBlocking)
            do throws(SystemFailure) {
                _ = try systemConsoleMode(descriptor)
                return .success(Found(descriptor: descriptor, number: number, isOwn: false))
            } catch {
                systemClose(descriptor)
                throw error
            }
        } catch {
            return .failure(SearchFailure(reason: "\(path): \(error.call): \(systemErrorText(error.errno))"))
        }
    }

    /// The virtual terminal that is standard input or controls the process.
    private func ownTerminal() -> Found? {
        var numbers: [Int] = []
        if let input = places.input, let number = systemTerminalNumber(input) { numbers.append(number) }
        for path in numbers.map({ "\(places.folder)/tty\($0)" }) + ["\(places.folder)/tty"] {
            guard let descriptor = try? systemOpen(path, .readWriteNonBlocking) else { continue }
            if let number = systemTerminalNumber(descriptor), (try? systemConsoleMode(descriptor)) != nil {
                return Found(descriptor: descriptor, number: number, isOwn: true)
            }
            systemClose(descriptor)
        }
        return nil
    }

    /// The number of the shown terminal, from whoever may tell it.
    private func activeTerminal(_ own: Found?) -> Int? {
        if let own, let number = try? systemActiveTerminal(own.descriptor), number > 0 { return number }
        if let descriptor = try? systemOpen("\(places.folder)/tty0", .readWriteNonBlocking) {
            defer { systemClose(descriptor) }
            if let number = try? systemActiveTerminal(descriptor), number > 0 { return number }
        }
        return ConsoleSearch.activeTerminal(named: smallFile(places.activeFile))
    }

    /// The number in a word such as `tty7`.
    static func activeTerminal(named word: [UInt8]) -> Int? {
        let prefix = Array("tty".utf8)
        guard word.starts(with: prefix) else { return nil }
        var number = 0
        for byte in word[prefix.count...] {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte), number < 100 else { break }
            number = number * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return (1...63).contains(number) ? number : nil
    }
}

struct SearchFailure: Error {
    let reason: String
}

/// What a small file of the kernel says; nothing when it cannot be read.
func smallFile(_ path: String, limit: Int = 4096) -> [UInt8] {
    guard let descriptor = try? systemOpen(path, .read) else { return [] }
    defer { systemClose(descriptor) }
    var content: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: limit)
    while content.count < limit, let count = try? systemRead(descriptor, into: &piece), count > 0 {
        content += piece[..<count]
    }
    return content
}

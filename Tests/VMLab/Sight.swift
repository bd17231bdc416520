import Foundation

/// What the lab saw of a display: its pixels, or their checksum where the
/// display has no other eye.
public enum Sight: Equatable, Sendable {
    case picture(Screen)
    case checksum(UInt32)

    /// How another sight differs, in words; nil when it is equal.
    func difference(from other: Sight) -> String? {
        switch (self, other) {
        case (.picture(let seen), .picture(let expected)):
            seen.difference(from: expected)
        case (.checksum(let seen), .checksum(let expected)):
            seen == expected ? nil : "the checksum is \(seen), not \(expected)"
        default:
            "a picture and a checksum cannot be compared"
        }
    }
}

extension Machine {
    /// What the display shows when it shows this moment, by `fieldfb render`.
    public func expected(_ moment: Moment) async throws -> Sight {
        let (width, height) = try await size()
        let picture = try await Program.found()
            .render(moment, width: width, height: height, format: display.format)
        return switch display.view {
        case .checksum: .checksum(picture.checksum(as: display.format))
        case .screendump, .memory: .picture(picture.reduced(to: display.format))
        }
    }

    /// Waits until the display shows what is expected. When it does not, saves
    /// both pictures and throws how they differ.
    public func waitUntilShown(_ expected: Sight, within seconds: Double = 30) async throws {
        var seen = try await look()
        do {
            try await eventually("the display", within: seconds, every: .milliseconds(50)) {
                // Twice: a late checksum of vkms may already be of the picture
                // that is being drawn behind the one on display.
                if seen == expected { seen = try await look() }
                if seen == expected { return () }
                seen = try await look()
                return nil
            }
        } catch {
            throw await failure(seen: seen, expected: expected, seconds: seconds)
        }
    }

    /// Waits until the display shows this moment.
    public func waitUntilShown(_ moment: Moment, within seconds: Double = 30) async throws {
        try await waitUntilShown(expected(moment), within: seconds)
    }

    /// Waits until the display shows something else than before.
    public func waitUntilChanged(from before: Sight, within seconds: Double = 30) async throws {
        _ = try await eventually("another picture on \(display)", within: seconds) {
            try await look() == before ? nil : ()
        }
    }

    /// Looks again and again for some seconds of the machine's own time, and
    /// throws when the display changes.
    public func expectNoChange(from before: Sight, seconds: Int = 2) async throws {
        let end = try await uptime() + Double(seconds)
        while try await uptime() < end {
            let seen = try await look()
            guard seen == before else { throw await failure(seen: seen, expected: before, seconds: 0) }
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    /// Seconds since the machine's kernel started.
    public func uptime() async throws -> Double {
        let text = try await shell.call("cut -d ' ' -f 1 /proc/uptime")
        guard let seconds = Double(text) else { throw LabError("no uptime: \(text)") }
        return seconds
    }

    /// Saves what was seen and expected, and says in words what is wrong.
    private func failure(seen: Sight, expected: Sight, seconds: Double) async -> LabError {
        let name = display.name.replacingOccurrences(of: ", ", with: "-").replacingOccurrences(of: " ", with: "-")
        let folder = World.package.appendingPathComponent(
            ".build/vm-failures/\(name)-\(UUID().uuidString.prefix(8))")
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (name, sight) in [("seen", seen), ("expected", expected)] {
            if case .picture(let screen) = sight {
                try? screen.write(to: folder.appendingPathComponent("\(name).ppm"))
            }
        }
        let program = (try? await shell.call("cat /run/fieldfb.log", within: 10)) ?? "nothing"
        let report = "the program: \(program)\n\(await logs())"
        try? report.write(to: folder.appendingPathComponent("log"), atomically: true, encoding: .utf8)
        return LabError(
            """
            \(display): after \(Int(seconds)) seconds \(seen.difference(from: expected) ?? "it is equal"). \
            See \(folder.path). The program said: \(program)
            """)
    }
}

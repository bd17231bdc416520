import Foundation

/// One screen of a running machine, to look at and to compare.
public struct View {
    let machine: Machine
    let eye: Eye
    let number: Int

    /// What the screen shows now.
    public func look() async throws -> Sight { try await machine.look(with: eye) }

    /// How many pixels it has across and down.
    public func size() async throws -> (width: Int, height: Int) { try await machine.size(with: eye) }

    /// What the screen shows when it shows this moment, by `fieldfb render`,
    /// with the picture turned clockwise by so many degrees. The pattern of a
    /// dithered picture that is turned is the program's own affair.
    public func expected(_ moment: Moment, turned degrees: Int = 0) async throws -> Sight {
        let glass = try await size()
        let (width, height) = degrees % 180 == 0 ? glass : (glass.height, glass.width)
        let isDithered = degrees != 0 && eye.format.isShort
        let picture = try await Program.found()
            .render(moment, width: width, height: height, format: isDithered ? .XRGB8888 : eye.format)
            .turned(clockwise: degrees)
        if isDithered { return .dithering(of: picture, to: eye.format) }
        return switch eye.kind {
        case .checksum: .checksum(picture.checksum(as: eye.format))
        default: .picture(picture.reduced(to: eye.format))
        }
    }

    /// Waits until the screen shows what is expected. When it does not, saves
    /// both pictures and throws how they differ.
    public func waitUntilShown(_ expected: Sight, within seconds: Double = 30) async throws {
        var seen = try await look()
        do {
            try await eventually("the display", within: seconds, every: .milliseconds(50)) {
                // Twice: a late checksum of vkms may already be of the picture
                // that is being drawn behind the one on display.
                if seen.isShowing(expected) { seen = try await look() }
                if seen.isShowing(expected) { return () }
                seen = try await look()
                return nil
            }
        } catch {
            throw await failure(seen: seen, expected: expected, seconds: seconds)
        }
    }

    /// Waits until the screen shows this moment, in the size it then has.
    public func waitUntilShown(
        _ moment: Moment, turned degrees: Int = 0, within seconds: Double = 30
    ) async throws {
        let size = try await self.size()
        do {
            try await waitUntilShown(expected(moment, turned: degrees), within: seconds)
        } catch {
            // A screen may have got its size only meanwhile.
            guard try await self.size() != size else { throw error }
            try await waitUntilShown(expected(moment, turned: degrees), within: seconds)
        }
    }

    /// Waits until the screen shows something else than before.
    public func waitUntilChanged(from before: Sight, within seconds: Double = 30) async throws {
        _ = try await eventually("another picture on \(machine.display)", within: seconds) {
            try await look() == before ? nil : ()
        }
    }

    /// Waits until the screen has changed twice: it moves.
    public func waitUntilMoving() async throws {
        for _ in 0..<2 { try await waitUntilChanged(from: look()) }
    }

    /// Looks again and again for some seconds of the machine's own time, and
    /// throws when the screen changes.
    public func expectNoChange(from before: Sight, seconds: Int = 2) async throws {
        let end = try await machine.uptime() + Double(seconds)
        while try await machine.uptime() < end {
            let seen = try await look()
            guard seen == before else { throw await failure(seen: seen, expected: before, seconds: 0) }
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    /// Saves what was seen and expected, and says in words what is wrong.
    private func failure(seen: Sight, expected: Sight, seconds: Double) async -> LabError {
        let folder = await machine.reportFolder()
        for (name, sight) in [("seen", seen), ("expected", expected)] {
            if case .picture(let screen) = sight {
                try? screen.write(to: folder.appendingPathComponent("\(name).ppm"))
            }
        }
        let screen = machine.display.eyes.count == 1 ? "" : ", screen \(number)"
        return LabError(
            """
            \(machine.display)\(screen): after \(Int(seconds)) seconds \
            \(seen.difference(from: expected) ?? "it is equal"). See \(folder.path). \
            The program said: \(await machine.programLog())
            """)
    }
}

extension Machine {
    /// The screens, in the order of the display's row.
    public var views: [View] {
        display.eyes.enumerated().map { View(machine: self, eye: $1, number: $0) }
    }

    /// A screen that is in no row: of a card plugged in meanwhile.
    public func view(ofCard name: String) -> View {
        View(machine: self, eye: Eye(.screendump(card: name, head: 0)), number: display.eyes.count)
    }

    /// The first screen, as a driver that took it over shows it.
    public func view(format: PixelFormat) -> View {
        View(machine: self, eye: Eye(display.eyes[0].kind, format: format), number: 0)
    }

    /// The first screen, which most machines have alone.
    public var view: View { views[0] }

    public func look() async throws -> Sight { try await view.look() }
    public func size() async throws -> (width: Int, height: Int) { try await view.size() }
    public func waitUntilShown(_ expected: Sight, within seconds: Double = 30) async throws {
        try await view.waitUntilShown(expected, within: seconds)
    }
    public func waitUntilShown(
        _ moment: Moment, turned degrees: Int = 0, within seconds: Double = 30
    ) async throws {
        try await view.waitUntilShown(moment, turned: degrees, within: seconds)
    }
    public func waitUntilChanged(from before: Sight, within seconds: Double = 30) async throws {
        try await view.waitUntilChanged(from: before, within: seconds)
    }
    public func waitUntilMoving() async throws { try await view.waitUntilMoving() }
    public func expectNoChange(from before: Sight, seconds: Int = 2) async throws {
        try await view.expectNoChange(from: before, seconds: seconds)
    }
}

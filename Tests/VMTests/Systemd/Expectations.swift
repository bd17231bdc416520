import Testing
import VMLab

extension Machine {
    /// Waits until the frozen field is on the glass, running.
    func waitUntilFieldShown(within seconds: Double = 90) async throws {
        try await waitUntilShown(view.expected(.frozen), within: seconds)
    }

    /// Parks the field, so that a daemon that forgot would be found out, and
    /// waits until it is still.
    @discardableResult
    func park() async throws -> Sight {
        try await shell.call("fieldctl park")
        let still = try await view.expected(.still)
        try await waitUntilShown(still)
        return still
    }

    /// Waits until the text console is on the glass: its terminal holds these
    /// words, and what is written there changes the picture.
    func waitUntilConsoleShown(saying words: String = "", within seconds: Double = 60) async throws {
        let look = "grep -aq -- '\(words)' /dev/vcs"
        do {
            try await eventually("a text console saying '\(words)'", within: seconds, every: .milliseconds(300)) {
                let isText = try await consoleMode() == "text"
                let isSaid = try await shell.run(words.isEmpty ? "true" : look).status == 0
                return isText && isSaid ? () : nil
            }
        } catch {
            let text = try await shell.run("fold -w 80 /dev/vcs").output
            throw LabError("\(error): it is in mode \(try await consoleMode()): \(text)")
        }
        let before = try await self.look()
        try await shell.call("echo; echo 'a line of the test' >/dev/tty0")
        try await waitUntilChanged(from: before)
        let seen = try await self.look(), still = try await view.expected(.still)
        #expect(seen != still)
    }

    /// Has the daemon do nothing any more, whatever signal it gets but KILL:
    /// systemd would wake one that is only stopped, so it is traced (ptrace's 16).
    func hangDaemon() async throws {
        let daemon = try await service()
        try await shell.call(
            """
            perl -e '$_ = \(daemon.processID); syscall(101, 16, $_, 0, 0) == 0 or die; 1 while waitpid($_, 0) > 0' &
            until grep -q '^State:.t' /proc/\(daemon.processID)/status; do sleep 0.1; done
            """)
    }

    /// What systemd counts as failed.
    func failedUnits() async throws -> String {
        try await shell.call("systemctl --failed --no-legend --plain")
    }

    /// The warnings and errors of the daemon itself.
    func complaints() async throws -> [String] {
        try await journal("_SYSTEMD_UNIT=fieldfb.service -p 4").map(\.message)
    }
}

extension Recording {
    /// Ends it: only these pictures were shown, from the first to the last one.
    func endShowing(only allowed: Sight...) async throws {
        try expect(try await endWithTimes(), toBeOnly: allowed)
    }
}

/// Throws when there are other pictures than these, or none.
func expect(_ pictures: [Glimpse], toBeOnly allowed: Sight...) throws {
    try expect(pictures, toBeOnly: allowed)
}

func expect(_ pictures: [Glimpse], toBeOnly allowed: [Sight]) throws {
    try #require(!pictures.isEmpty)
    let others = pictures.enumerated().filter { !allowed.contains(.picture($1.screen)) }
    guard let first = others.first else { return }
    throw LabError(
        """
        \(others.count) of \(pictures.count) pictures are none of the field's, the first of them the \
        one with number \(first.offset + 1): \(first.element.saved())
        """)
}

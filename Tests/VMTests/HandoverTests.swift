import Testing
import VMLab

/// From the field to another program and back. What is on the glass is looked
/// at as fast as the machine tells: between the still frame and the other's
/// first picture there is nothing that is ours.
@Suite("On a real kernel, handing over")
struct HandoverTests {
    static let display = Display.virtio(640, 480).withPeers()

    @Test("is answered when the still frame is shown and another program may be master at once")
    func replyMeansReady() async throws {
        try await Lab.withMachine(Self.display) { machine in
            let program = try await machine.startProgram()
            try await machine.waitUntilMoving()
            try await program.request("release keep")
            #expect(try await machine.look() == machine.view.expected(.still))
            #expect(try await program.status().display == "released")
            #expect(try await machine.consoleMode() == "graphics", "no text comes between")
            #expect(try await machine.master() == nil)

            let other = try await machine.startModetest(mode: "640x480")
            try await other.waitUntilShown()
            #expect(try await machine.master() == "modetest")
            try await other.end()
        }
    }

    @Test("leaves no black frame of ours before the other's first picture, nor after its last", arguments: [
        "modetest", "weston", "cage",
    ])
    func thereAndBack(_ name: String) async throws {
        try await Lab.withMachine(Self.display) { machine in
            let program = try await machine.startProgram()
            try await machine.waitUntilMoving()
            let still = try await machine.view.expected(.still)
            let there = try await machine.startRecording()
            try await program.request("release keep")
            try await machine.expectNoChange(from: still, seconds: 1)
            let other = try await machine.start(name)
            try await other.waitUntilShown()
            let pictures = try await there.end()
            // Each picture up to the still frame is the field's, and then comes the other's.
            let last = try #require(pictures.lastIndex { .picture($0) == still }, "the still frame was shown")
            #expect(pictures[...last].allSatisfy { !$0.isPlain }, "no empty frame before the other's first")

            // The other one has not ended: it is not pushed aside.
            let busy = try await machine.shell.run("fieldfb ctl acquire")
            #expect(busy.status != 0 && busy.output.contains("busy"))

            try await other.end()
            try await program.request("acquire")
            try await machine.waitUntilMoving()
            try await program.request("park")
            try await machine.waitUntilShown(.still)
            #expect(try await machine.consoleMode() == "graphics")
        }
    }

    @Test("with clear gives the console back, and acquire takes the display again")
    func clear() async throws {
        try await Lab.withMachine(Self.display) { machine in
            let console = try await machine.look()
            let program = try await machine.startProgram(frozenAt: 12)
            try await machine.waitUntilShown(.running(seconds: 12))
            for _ in 0..<3 {
                try await program.request("release clear")
                try await machine.waitUntilShown(console)
                #expect(try await machine.consoleMode() == "text")
                #expect(try await machine.master() == nil)
                try await program.request("acquire")
                try await machine.waitUntilShown(.running(seconds: 12))
                #expect(try await machine.consoleMode() == "graphics")
            }
        }
    }

    @Test("for good ends the program when the other's picture is shown, and not before")
    func quitKeep() async throws {
        try await Lab.withMachine(Self.display) { machine in
            let program = try await machine.startProgram()
            try await machine.waitUntilMoving()
            try await program.request("quit keep")
            let still = try await machine.view.expected(.still)
            try await machine.expectNoChange(from: still, seconds: 3)

            let recording = try await machine.startRecording()
            let other = try await machine.startModetest(mode: "640x480")
            try await other.waitUntilShown()
            #expect(try await program.waitForEnd() == 0)
            let bars = try await machine.look()
            try await machine.expectNoChange(from: bars, seconds: 2)
            let pictures = try await recording.end()
            #expect(pictures.allSatisfy { !$0.isPlain }, "from one picture to the other")
        }
    }

    @Test("for good to nobody ends the program after half a minute")
    func quitKeepForNobody() async throws {
        try await Lab.withMachine(.vkms) { machine in
            let program = try await machine.startProgram()
            try await program.request("quit keep")
            #expect(try await program.waitForEnd(within: 90) == 0)
        }
    }

    @Test("of a framebuffer leaves the still frame in it", arguments: [Display.vfb(16, .BGR565)])
    func framebuffer(_ display: Display) async throws {
        try await Lab.withMachine(display) { machine in
            let program = try await machine.startProgram()
            try await machine.waitUntilMoving()
            try await program.request("release keep")
            try await machine.waitUntilShown(.still)
            try await machine.shell.call("head -c 100000 /dev/zero >/dev/fb0")
            try await machine.expectNoChange(from: machine.look(), seconds: 1)
            try await program.request("acquire")
            try await machine.waitUntilMoving()
        }
    }

    @Test("for good leaves the still frame of a framebuffer", arguments: [Display.vfb(16, .BGR565)])
    func quitKeepFramebuffer(_ display: Display) async throws {
        try await Lab.withMachine(display) { machine in
            let program = try await machine.startProgram()
            try await machine.waitUntilMoving()
            try await program.request("quit keep")
            #expect(try await program.waitForEnd() == 0)
            try await machine.waitUntilShown(.still)
            #expect(try await machine.consoleMode() == "graphics", "no text comes between")
        }
    }

    @Test("goes back and forth between two daemons, each with its own picture")
    func twoDaemons() async throws {
        try await Lab.withMachine(.virtio(640, 480)) { machine in
            let first = try await machine.startProgram(frozenAt: 12)
            try await first.request("release keep")
            try await machine.shell.call(
                """
                fieldfb run --socket /run/second --set EaseTime=0 >/run/second.log 2>&1 &
                until fieldfb ctl --socket /run/second park >/dev/null 2>&1; do usleep 50000; done
                """)
            for _ in 0..<3 {
                try await machine.waitUntilShown(.still)
                try await machine.shell.call("fieldfb ctl --socket /run/second release keep")
                try await first.request("acquire")
                try await machine.waitUntilShown(.running(seconds: 12))
                try await first.request("release keep")
                try await machine.shell.call("fieldfb ctl --socket /run/second acquire")
            }
        }
    }

    @Test("of all cards leaves the still frame on each")
    func severalCards() async throws {
        try await Lab.withMachine(.fourCards) { machine in
            let program = try await machine.startProgram()
            for view in machine.views { try await view.waitUntilMoving() }
            try await program.request("release keep")
            for view in machine.views { try await view.waitUntilShown(.still, within: 1) }
            #expect(try await machine.master() == nil)
            try await program.request("acquire")
            for view in machine.views { try await view.waitUntilMoving() }
        }
    }
}

extension Machine {
    func start(_ name: String) async throws -> OtherProgram {
        switch name {
        case "weston": try await startWeston()
        case "cage": try await startCage()
        default: try await startModetest(mode: "640x480")
        }
    }

    /// The program that is master of a card, by the kernel's own list.
    func master() async throws -> String? {
        let name = try await shell.call("awk '$4 == \"y\" { print $1; exit }' /sys/kernel/debug/dri/*/clients")
        return name.isEmpty ? nil : name
    }
}

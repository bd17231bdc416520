import Testing
import VMLab

/// The text console under the picture: taken, followed, and given back on
/// every way out. SIGUSR1 is signal 10, SIGUSR2 is 12.
@Suite("On a real kernel, the console under the picture")
struct ConsoleTests {
    @Test("draws no text, keeps its keyboard, and asks before another terminal is shown")
    func taken() async throws {
        try await Lab.withMachine(.virtio) { machine in
            _ = try await machine.startProgram(frozenAt: 12)
            try await machine.waitUntilShown(.running(seconds: 12))
            #expect(try await machine.console("mode", 1) == "graphics")
            #expect(try await machine.console("switching", 1) == "process 12 10")
            #expect(try await machine.console("keyboard", 1) == "unicode")
        }
    }

    @Test("keeps kernel messages and text away from the picture", arguments: [
        Display.virtio.with(consoles: ["ttyS0", "tty0"]), .vfb(32, .XBGR8888).with(consoles: ["tty0"]),
    ])
    func messages(_ display: Display) async throws {
        try await Lab.withMachine(display) { machine in
            _ = try await machine.startProgram(frozenAt: 12)
            try await machine.waitUntilShown(.running(seconds: 12))
            let picture = try await machine.look()
            try await machine.shell.call(
                """
                dmesg -n 8
                for i in 1 2 3 4 5; do echo "<1>a message of the kernel $i" >/dev/kmsg; done
                for i in 1 2 3 4 5; do echo "a line of text $i" >/dev/tty1; done
                """)
            try await machine.expectNoChange(from: picture)
        }
    }

    @Test("is given back whatever signal asks to end", arguments: ["TERM", "INT", "QUIT"])
    func asked(_ signal: String) async throws {
        try await Lab.withMachine(.virtio) { machine in
            let console = try await machine.look()
            let program = try await machine.startProgram()
            try await machine.waitUntilChanged(from: console)
            try await program.signal(signal)
            #expect(try await program.waitForEnd() == 0)
            try await machine.expectOrdinaryConsole(showing: console)
            #expect(try await machine.shell.run("ls /run/fieldfb/console").status != 0)
        }
    }

    @Test("is given back by the program itself when it dies of a fault",
        arguments: ["SEGV", "ABRT", "ILL", "BUS"], [Display.virtio, .vfb(16, .BGR565)])
    func fault(_ signal: String, _ display: Display) async throws {
        try await Lab.withMachine(display) { machine in
            let console = try await machine.look()
            let program = try await machine.startProgram()
            try await machine.waitUntilChanged(from: console)
            try await program.signal(signal)
            #expect(try await program.waitForEnd() > 128)
            try await machine.expectOrdinaryConsole(showing: console)
            // Nothing is left for the guard outside but to throw the note away.
            #expect(try await machine.restoreConsole() == "")
            #expect(try await machine.shell.run("ls /run/fieldfb/console").status != 0)
        }
    }

    @Test("is given back after a kill by restore-console", arguments: [
        Display.virtio, .bochs, .vfb(16, .BGR565), .vesafb("0x344", .XRGB8888),
    ])
    func killed(_ display: Display) async throws {
        try await Lab.withMachine(display) { machine in
            let console = try await machine.look()
            let program = try await machine.startProgram()
            try await machine.waitUntilChanged(from: console)
            try await program.signal("KILL")
            #expect(try await program.waitForEnd() == 128 + 9)
            #expect(try await machine.console("mode", 1) == "graphics")
            try await machine.shell.call("console-mode keyboard-off 1")

            #expect(try await machine.restoreConsole().contains("/dev/tty1: in text mode again"))
            try await machine.expectOrdinaryConsole(showing: console)
            #expect(try await machine.console("keyboard", 1) == "unicode")
            // A second time there is nothing to do.
            #expect(try await machine.restoreConsole() == "")
        }
    }

    @Test("comes back too when somebody switched terminals after the kill and before the guard")
    func killedAndSwitched() async throws {
        try await Lab.withMachine(.virtio) { machine in
            let console = try await machine.killProgramUnderPicture()
            try await machine.shell.call("timeout 10 chvt 2 && timeout 10 chvt 1")

            #expect(try await machine.restoreConsole().contains("its text is shown again"))
            try await machine.expectOrdinaryConsole(showing: console)
        }
    }

    @Test("of a daemon that lives is left alone by restore-console")
    func alive() async throws {
        try await Lab.withMachine(.virtio) { machine in
            _ = try await machine.startProgram(frozenAt: 12)
            try await machine.waitUntilShown(.running(seconds: 12))
            let picture = try await machine.look()
            #expect(try await machine.restoreConsole() == "")
            #expect(try await machine.console("mode", 1) == "graphics")
            #expect(try await machine.console("switching", 1) == "process 12 10")
            try await machine.expectNoChange(from: picture)
        }
    }

    @Test("that another program has taken after the kill is left to it")
    func successor() async throws {
        try await Lab.withMachine(.virtio) { machine in
            let program = try await machine.startProgram()
            try await program.signal("KILL")
            _ = try await program.waitForEnd()
            try await machine.shell.call(
                """
                console-mode take 1 >/run/taken &
                until grep -q taken /run/taken; do sleep 0.1; done
                """)
            #expect(try await machine.restoreConsole().contains("another program has it now"))
            #expect(try await machine.console("mode", 1) == "graphics")
            #expect(try await machine.console("switching", 1) == "process 10 10")
        }
    }

    @Test("is given back to a person who asks for all of them")
    func all() async throws {
        try await Lab.withMachine(.virtio) { machine in
            let console = try await machine.killProgramUnderPicture()
            try await machine.shell.call("rm /run/fieldfb/console")
            #expect(try await machine.restoreConsole() == "")
            #expect(try await machine.console("mode", 1) == "graphics")

            #expect(try await machine.restoreConsole("--all").contains("/dev/tty1: in text mode again"))
            try await machine.expectOrdinaryConsole(showing: console)
        }
    }

    @Test("gives way to another terminal and comes back with the whole picture", arguments: [
        Display.virtio, .bochs, .vfb(32, .XBGR8888),
    ])
    func switched(_ display: Display) async throws {
        try await Lab.withMachine(display) { machine in
            let program = try await machine.startProgram(frozenAt: 12)
            try await machine.waitUntilShown(.running(seconds: 12))
            for _ in 1...3 {
                try await machine.shell.call("timeout 10 chvt 2; echo 'the second terminal' >/dev/tty2")
                #expect(try await machine.console("mode", 0) == "text")
                try await machine.waitUntilNotShown(.running(seconds: 12))
                // Somebody else's terminal is not drawn over.
                try await program.request("park")
                let terminal = try await machine.look()
                try await machine.expectNoChange(from: terminal, seconds: 1)
                try await program.request("active")

                try await machine.shell.call("timeout 10 chvt 1")
                #expect(try await machine.console("mode", 0) == "graphics")
                try await machine.waitUntilShown(.running(seconds: 12))
            }
        }
    }

    @Test("that is in the background when the program ends or is killed stays there", arguments: ["TERM", "KILL"])
    func endedInBackground(_ signal: String) async throws {
        try await Lab.withMachine(.virtio) { machine in
            let program = try await machine.startProgram(frozenAt: 12)
            try await machine.waitUntilShown(.running(seconds: 12))
            try await machine.shell.call("timeout 10 chvt 2; echo 'the second terminal' >/dev/tty2")
            try await machine.waitUntilNotShown(.running(seconds: 12))
            let terminal = try await machine.look()
            try await program.signal(signal)
            _ = try await program.waitForEnd()
            _ = try await machine.restoreConsole()
            #expect(try await machine.console("mode", 1) == "text")
            #expect(try await machine.console("switching", 1) == "auto")
            try await machine.expectNoChange(from: terminal, seconds: 1)
        }
    }

    @Test("is taken again from a login prompt that starts on it", arguments: [Display.virtio, .vfb(32, .XBGR8888)])
    func hungUp(_ display: Display) async throws {
        try await Lab.withMachine(display) { machine in
            let program = try await machine.startProgram(frozenAt: 12)
            try await machine.waitUntilShown(.running(seconds: 12))
            try await machine.shell.call("console-mode hang-up 1; echo 'login:' >/dev/tty1")
            try await machine.shell.call(
                "until [ $(console-mode mode 1) = graphics ]; do sleep 0.1; done", within: 20)
            try await machine.waitUntilShown(.running(seconds: 12))

            try await program.request("quit")
            #expect(try await program.waitForEnd() == 0)
            #expect(try await machine.console("mode", 1) == "text")
            #expect(try await machine.console("switching", 1) == "auto")
        }
    }

    @Test("that went dark for want of keys is lit by the picture", arguments: [Display.virtio, .bochs])
    func dark(_ display: Display) async throws {
        try await Lab.withMachine(display) { machine in
            try await machine.shell.call("console-mode blank 1")
            #expect(try await machine.console("blanked", 1) == "yes")
            _ = try await machine.startProgram(frozenAt: 12)
            try await machine.waitUntilShown(.running(seconds: 12))
        }
    }

    @Test("may be missing altogether", arguments: [Display.virtio, .vfb(16, .BGR565)])
    func missing(_ display: Display) async throws {
        try await Lab.withMachine(display) { machine in
            try await machine.shell.call("rm /dev/tty*; mount -t tmpfs none /sys/class/tty")
            let program = try await machine.startProgram(frozenAt: 12)
            try await machine.waitUntilShown(.running(seconds: 12))
            #expect(try await program.log().contains("no text console to switch off"))
            // Harmless here too: it ends well, whatever it could not open.
            _ = try await machine.restoreConsole("--all")
        }
    }

    @Test("may be out of reach of a user who has rights on the display only")
    func noRights() async throws {
        try await Lab.withMachine(.virtio) { machine in
            try await machine.shell.call(
                """
                chmod 1777 /tmp; chmod 666 /dev/dri/card0
                mkdir -p /etc; echo 'user:x:1000:1000::/tmp:/bin/sh' >/etc/passwd; echo 'user:x:1000:' >/etc/group
                su user -c 'fieldfb run --socket /tmp/control --set StartTime=12 --set EaseTime=0 \
                    --set DriftSpeed=0 --set FoldSpeed=0 >/tmp/log 2>&1 &'
                until fieldfb ctl --socket /tmp/control ping; do sleep 0.1; done
                """)
            try await machine.waitUntilShown(.running(seconds: 12))
            #expect(try await machine.console("mode", 1) == "text")
            #expect(try await machine.shell.call("cat /tmp/log").contains("the kernel may write over the picture"))
        }
    }
}

extension Machine {
    /// Starts the program, kills it once its picture is shown, and gives what
    /// the console showed before.
    func killProgramUnderPicture() async throws -> Sight {
        let console = try await look()
        let program = try await startProgram()
        try await waitUntilChanged(from: console)
        try await program.signal("KILL")
        _ = try await program.waitForEnd()
        return console
    }

    /// What `console-mode` says about a terminal; 0 is the shown one.
    func console(_ word: String, _ number: Int) async throws -> String {
        try await shell.call("console-mode \(word) \(number)")
    }

    /// Runs `fieldfb restore-console`, and returns what it said.
    func restoreConsole(_ words: String = "") async throws -> String {
        try await shell.call("fieldfb restore-console \(words)")
    }

    /// Waits until the console is as it was before, and proves that it works:
    /// what is written to it appears.
    func expectOrdinaryConsole(showing before: Sight) async throws {
        #expect(try await console("mode", 1) == "text")
        #expect(try await console("switching", 1) == "auto")
        #expect(try await console("blanked", 1) == "no")
        try await waitUntilShown(before)
        try await shell.call("echo 'a new line' >/dev/tty1")
        try await waitUntilChanged(from: before)
    }

    /// Waits until the display shows something else than this moment.
    func waitUntilNotShown(_ moment: Moment) async throws {
        try await waitUntilChanged(from: view.expected(moment))
    }
}

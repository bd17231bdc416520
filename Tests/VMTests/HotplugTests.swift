import Testing
import VMLab

/// Displays that come, go and change while the daemon runs.
@Suite("On a real kernel, a display that comes and goes")
struct HotplugTests {
    @Test("is lit when it is plugged in, follows its new size, and is let go when it is pulled out")
    func secondOutput() async throws {
        try await Lab.withMachine(.twoOutputs) { machine in
            let program = try await machine.startParked()
            try await machine.views[0].waitUntilShown(.still)

            try await machine.resize(output: 1, width: 640, height: 480)
            try await program.waitUntilLit("Virtual-1", "Virtual-2")
            try await machine.views[1].waitUntilShown(.still)

            try await machine.resize(output: 1, width: 1024, height: 600)
            try await program.waitUntil("the new size") { $0.outputs.contains { $0.width == 1024 } }
            try await machine.views[1].waitUntilShown(.still)

            try await machine.resize(output: 1, width: 0, height: 0)
            try await program.waitUntilLit("Virtual-1")
            try await machine.views[0].waitUntilShown(.still)
        }
    }

    @Test("may be the only one: then it waits, with an empty glass, and goes on where it was")
    func onlyOutput() async throws {
        try await Lab.withMachine(.virtio) { machine in
            let program = try await machine.startProgram()
            try await machine.waitUntilMoving()
            try await machine.force(connector: "Virtual-1", "off")
            try await program.waitUntil("nothing lit") { $0.display == "waiting" && $0.outputs.isEmpty }
            #expect(try await !machine.shownBy().contains("fieldfb"), "no picture is kept on a cable that is pulled")

            try await program.request("park")
            try await machine.force(connector: "Virtual-1", "on")
            try await program.waitUntilLit("Virtual-1")
            try await machine.waitUntilShown(.still)
        }
    }

    @Test("within a tenth of a second is a display that needs its whole picture anew")
    func quickReplug() async throws {
        try await Lab.withMachine(.virtio) { machine in
            let program = try await machine.startParked()
            try await machine.waitUntilShown(.still)
            let before = try await program.status().outputs[0].drawn

            try await machine.force(connector: "Virtual-1", "off")
            try await machine.shell.call("usleep 100000")
            try await machine.force(connector: "Virtual-1", "on")
            try await program.waitUntil("another picture") { $0.outputs.contains { $0.drawn != before } }
            try await machine.waitUntilShown(.still)
        }
    }

    @Test("a thousand times leaves no framebuffer, descriptor or client behind")
    func thousandTimes() async throws {
        try await Lab.withMachine(.virtio(640, 480)) { machine in
            let program = try await machine.startParked()
            try await machine.waitUntilShown(.still)
            let before = try await machine.holdings(of: program)

            // Most are over before the daemon believes them; some are not.
            try await machine.shell.call(
                """
                cd /sys/class/drm/card0
                for round in $(seq 1000); do
                    echo off >card0-Virtual-1/status; echo change >uevent
                    [ $((round % 200)) != 0 ] || sleep 2
                    echo on >card0-Virtual-1/status; echo change >uevent
                done
                """, within: 240)
            try await program.waitUntilLit("Virtual-1")
            try await machine.waitUntilShown(.still)
            try await eventually("as much is held as before: \(before)") {
                try await machine.holdings(of: program) == before ? () : nil
            }
        }
    }

    @Test("is a card plugged in, and pulled out, while another one shows on")
    func card() async throws {
        try await Lab.withMachine(.virtio(640, 480)) { machine in
            try await machine.shell.call("modprobe bochs")
            let program = try await machine.startParked()
            try await machine.waitUntilShown(.still)

            try await machine.plugIn("bochs-display", named: "new", ["xres": 800, "yres": 600])
            try await program.waitUntil("both are lit") { $0.outputs.count == 2 }
            try await machine.view(ofCard: "new").waitUntilShown(.still)

            try await machine.pullOut("new")
            try await program.waitUntilLit("Virtual-1")
            try await machine.waitUntilShown(.still)
        }
    }

    @Test("changes nothing when a change is told of every device and none has changed")
    func emptyEvents() async throws {
        try await Lab.withMachine(.twoCards) { machine in
            let program = try await machine.startParked()
            for view in machine.views { try await view.waitUntilShown(.still) }
            try await machine.shell.call("for file in /sys/class/drm/*/uevent; do echo change >$file; done")
            try await machine.shell.call("sleep 2")
            for view in machine.views { try await view.waitUntilShown(.still) }
            #expect(try await program.status().outputs.count == 2)
        }
    }
}

extension Machine {
    /// Starts the program parked, so that every screen comes to the still frame.
    func startParked(_ options: String...) async throws -> RunningProgram {
        let program = try await startProgram(options)
        try await program.request("park")
        return program
    }
}

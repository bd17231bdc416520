import Testing
import VMLab

/// One field on all of them, each in its own size.
@Suite("On a real kernel, several displays")
struct SeveralDisplaysTests {
    @Test("show the same moment, each exactly as rendered for its size", arguments: [
        Display.twoCards, .fourCards,
    ])
    func sameMoment(_ display: Display) async throws {
        try await Lab.withMachine(display) { machine in
            let program = try await machine.startProgram(frozenAt: 12)
            let status = try await program.waitUntil("all lit") { $0.outputs.count == display.screens }
            #expect(Set(status.outputs.map(\.device)).count == display.screens)
            for view in machine.views { try await view.waitUntilShown(.running(seconds: 12)) }
        }
    }

    @Test("all move, all stand still on park, and all are given back")
    func together() async throws {
        try await Lab.withMachine(.fourCards) { machine in
            // The console is on the first one alone.
            let console = try await machine.views[0].look()
            let program = try await machine.startProgram()
            for view in machine.views { try await view.waitUntilMoving() }
            try await program.request("park")
            for view in machine.views { try await view.waitUntilShown(.still) }
            for view in machine.views { try await view.expectNoChange(from: view.look(), seconds: 1) }

            try await program.request("quit")
            #expect(try await program.waitForEnd() == 0)
            try await machine.views[0].waitUntilShown(console)
            #expect(try await !machine.shownBy().contains("fieldfb"))
        }
    }

    @Test("may be turned, each by itself")
    func turnedEach() async throws {
        try await Lab.withMachine(.twoCards) { machine in
            _ = try await machine.startParked("--set", "Rotate=90 Virtual-2:180")
            try await machine.views[0].waitUntilShown(.still, turned: 90)
            try await machine.views[1].waitUntilShown(.still, turned: 180)
        }
    }

    @Test("may be reduced to one by name: a connector's, or a device's that no number changes")
    func chosen() async throws {
        try await Lab.withMachine(.twoCards) { machine in
            let console = try await machine.views[0].look()
            let program = try await machine.startParked("--set", "Connector=Virtual-2")
            try await machine.views[1].waitUntilShown(.still)
            try await machine.views[0].expectNoChange(from: console, seconds: 1)
            try await program.request("quit")
            _ = try await program.waitForEnd()

            // By the name of the device, which stays when cards are numbered anew.
            let devices = try await machine.unbind("virtio/drivers/virtio_gpu")
            try #require(devices.count == 2)
            try await machine.bind("virtio/drivers/virtio_gpu", devices.reversed())
            let first = try await machine.shell.call(
                "cd $(readlink -f /sys/bus/virtio/devices/\(devices[0])/..) && echo $(basename $PWD) $(ls drm | grep card)")
            let words = first.split(separator: " ")
            try #require(words.count == 2 && words[1] == "card1", "the first card is the second now")
            let again = try await machine.startParked("--set", "Connector=\(words[0])")
            try await machine.views[0].waitUntilShown(.still)
            #expect(try await again.status().outputs.map(\.device) == ["/dev/dri/card1"])
        }
    }

    @Test("go on when one of them is taken away, and take it in again")
    func oneOfFour() async throws {
        try await Lab.withMachine(.fourCards) { machine in
            let program = try await machine.startParked()
            for view in machine.views { try await view.waitUntilShown(.still) }
            let cards = try await machine.unbind("pci/drivers/bochs-drm")
            try await program.waitUntil("three are left") { $0.outputs.count == 3 }
            try await machine.bind("pci/drivers/bochs-drm", cards)
            try await program.waitUntil("four again") { $0.outputs.count == 4 }
            for view in machine.views { try await view.waitUntilShown(.still) }
        }
    }
}

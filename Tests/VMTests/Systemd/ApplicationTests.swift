import Testing
import VMLab

/// An application whose unit says Wants= and After=fieldfb-quit.service.
@Suite("On a booted Debian, an application's unit")
struct SystemdApplicationTests {
    static let weston = """
        [Unit]
        Wants=fieldfb-quit.service
        After=fieldfb-quit.service
        [Service]
        RuntimeDirectory=weston
        RuntimeDirectoryMode=0700
        Environment=XDG_RUNTIME_DIR=/run/weston
        ExecStart=/usr/bin/weston --tty=7 --backend=drm-backend.so --use-pixman --idle-time=0 \
            --shell=kiosk-shell.so --continue-without-input
        """

    static let seats = """
        [Service]
        ExecStart=/usr/sbin/seatd -u guest
        """

    static let cage = """
        [Unit]
        Wants=fieldfb-quit.service
        After=fieldfb-quit.service seats.service
        Requires=seats.service
        [Service]
        User=guest
        RuntimeDirectory=guest
        RuntimeDirectoryMode=0700
        Environment=XDG_RUNTIME_DIR=/run/guest LIBSEAT_BACKEND=seatd
        Environment=WLR_RENDERER=pixman WLR_LIBINPUT_NO_DEVICES=1
        ExecStart=/usr/bin/cage -- weston-simple-shm
        """

    @Test("starts a compositor over the still frame, and no other picture is between", arguments: [
        ("weston", weston), ("cage", cage),
    ])
    func compositor(_ name: String, _ unit: String) async throws {
        try await Lab.withMachine(.kiosk) { machine in
            let field = try await machine.view.expected(.frozen)
            let still = try await machine.view.expected(.still)
            try await machine.addUnit("seats.service", Self.seats)
            try await machine.addUnit("\(name).service", unit)
            let recording = try await machine.startRecording()
            try await machine.shell.call("mkdir -p -m 1777 /tmp/.X11-unix; systemctl start \(name)")
            try await machine.waitUntilShown(by: name)
            let pictures = try await recording.end().map(Sight.picture)
            let last = try #require(pictures.lastIndex(of: still), "the still frame was shown")
            #expect(pictures[...last].allSatisfy { $0 == field || $0 == still })

            // The daemon has left for good, and was not called back.
            try await machine.waitUntil("fieldfb.service", is: "inactive")
            #expect(try await machine.property("Result", of: "fieldfb.service") == "success")
            #expect(try await machine.property("Result", of: "fieldfb-quit.service") == "success")
            #expect(try await machine.shownBy() == [name])
        }
    }

    @Test("starts though the daemon hangs, which is made to leave")
    func hung() async throws {
        try await Lab.withMachine(.kiosk) { machine in
            try await machine.addUnit("weston.service", Self.weston)
            try await machine.hangDaemon()
            let start = try await machine.activation(of: "fieldfb.service")
            try await machine.shell.call("systemctl start weston")
            try await machine.waitUntilShown(by: "weston")

            // The request it did not answer called no other one, which would have lit the display.
            try await machine.waitUntil("fieldfb.socket", is: "active")
            try await machine.waitUntil("fieldfb.service", is: "failed")
            #expect(try await machine.activation(of: "fieldfb.service") == start)
            #expect(try await machine.shownBy() == ["weston"])
        }
    }

    @Test("starts without a daemon, and none is called for it")
    func nobody() async throws {
        try await Lab.withMachine(.kiosk) { machine in
            try await machine.shell.call("systemctl stop fieldfb.service")
            try await machine.addUnit("weston.service", Self.weston)
            try await machine.shell.call("systemctl start weston")
            try await machine.waitUntilShown(by: "weston")
            #expect(try await machine.property("ActiveState", of: "fieldfb.service") == "inactive")
        }
    }
}

extension Machine {
    func waitUntilShown(by name: String) async throws {
        do {
            try await eventually("a picture of \(name)", within: 90, every: .milliseconds(300)) {
                try await shownBy().contains(name) ? () : nil
            }
        } catch {
            throw LabError("\(error): \(try await shell.run("journalctl -b --no-pager -n 60").output)")
        }
    }
}

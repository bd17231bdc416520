import Foundation
import Testing
import VMLab

/// What waits for what, as systemd itself has read the units.
@Suite("On a booted Debian, the units")
struct SystemdOrderTests {
    @Test("of the boot wait for none of ours")
    func nothingAfterOurs() async throws {
        try await Lab.withMachine(.kiosk) { machine in
            // They wait for the shells to be free, or come at shutdown.
            let allowed: Set = [
                "emergency.service", "rescue.service", "shutdown.target", "systemd-poweroff.service",
                "systemd-halt.service", "systemd-reboot.service", "systemd-kexec.service", "soft-reboot.target",
            ]
            let units = try await machine.shell.call("systemctl show --all -p Id,After '*'")
            var count = 0
            for paragraph in units.components(separatedBy: "\n\n") {
                let lines = paragraph.split(separator: "\n")
                let id = lines.first { $0.hasPrefix("Id=") }?.dropFirst(3) ?? ""
                let after = lines.first { $0.hasPrefix("After=") }?.dropFirst(6).split(separator: " ") ?? []
                count += 1
                if id.hasPrefix("fieldfb") || allowed.contains(String(id)) { continue }
                let ours = after.filter { $0.hasPrefix("fieldfb") }
                #expect(ours.isEmpty, "\(id) waits for \(ours)")
            }
            #expect(count > 50, "that was all of them")
        }
    }

    @Test("of ours have all started, and none has failed")
    func healthy() async throws {
        try await Lab.withMachine(.kiosk) { machine in
            try await machine.waitUntil("fieldfb.socket", is: "active")
            try await machine.waitUntil("fieldfb.service", is: "active")
            #expect(try await machine.failedUnits() == "")
            #expect(try await machine.complaints() == [])
        }
    }

    @Test("shut the daemon in: systemd-analyze security counts at most 2.0")
    func exposure() async throws {
        try await Lab.withMachine(.kiosk) { machine in
            let words = try await machine.shell.call("systemd-analyze security --no-pager fieldfb.service | tail -n 1")
            let level = try #require(words.split(separator: " ").compactMap { Double($0) }.first, "\(words)")
            #expect(level <= 2.0)
        }
    }

    @Test("let members of the group command, and nobody else touch the socket")
    func group() async throws {
        try await Lab.withMachine(.kiosk) { machine in
            #expect(try await machine.shell.call("stat -c '%G %a' /run/fieldfb/control") == "fieldfb 660")
            #expect(try await machine.fieldctl("ping", groups: "fieldfb").status == 0)
            let stranger = try await machine.fieldctl("ping", groups: "nogroup")
            #expect(stranger.status != 0)
            #expect(stranger.output.contains("ermission denied"))
        }
    }

    @Test("answer a stranger on an open socket, and do nothing for him")
    func openSocket() async throws {
        try await Lab.withMachine(.kiosk) { machine in
            try await machine.shell.call("chmod 666 /run/fieldfb/control")
            #expect(try await machine.fieldctl("status", groups: "nogroup").status == 0)
            let refused = try await machine.fieldctl("park", groups: "nogroup")
            #expect(refused.status != 0)
            #expect(refused.output.contains("denied"))
            #expect(try await machine.fieldctl("park", groups: "nogroup,fieldfb").status == 0)
            try await machine.waitUntilShown(.still)
        }
    }
}

extension Machine {
    /// Runs fieldctl as an ordinary user in these groups.
    fileprivate func fieldctl(_ words: String, groups: String) async throws -> (status: Int32, output: String) {
        try await shell.run(
            """
            setpriv --reuid=1000 --regid=1000 --no-new-privs \
                --groups $(for group in \(groups.replacingOccurrences(of: ",", with: " ")); do \
                getent group $group | cut -d: -f3; done | paste -sd,) fieldctl \(words)
            """)
    }
}

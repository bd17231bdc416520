import Testing
import VMLab

/// Words, pictures, progress and the panel on real drivers. What the screen
/// shows is compared pixel for pixel with `fieldfb render`.
@Suite("On a real kernel, a whole scene")
struct SceneTests {
    static let displays = [Display.virtio(640, 480), .vkms, .vfb(16, .BGR565)].map { $0.withLibraries() }

    static let poster = "Poster=\(Display.picture("poster.png"))"
    static let logo = "Logo=\(Display.picture("poster.jpg"))"

    @Test("is exactly as it is rendered: poster, logo, words, a bar", arguments: displays)
    func whole(_ display: Display) async throws {
        let settings = [
            Self.poster, Self.logo, "LogoPlace=top-right", "LogoSize=0.2", "Message=Öffnungszeiten — שעות", "Detail=12 of 40", "Progress=42.5",
            "ProgressLabel=percent",
        ]
        try await Lab.withMachine(display) { machine in
            let options = settings.flatMap { ["--set", $0] }
            let clocks = ["DriftSpeed=0", "FoldSpeed=0", "StartTime=12", "EaseTime=0"].flatMap { ["--set", $0] }
            _ = try await machine.startProgram(clocks + options)
            try await machine.waitUntilShown(.running(seconds: 12, settings: settings), within: 90)
            try await machine.expectNoChange(from: machine.look())
        }
    }

    @Test("takes words, progress and the panel while it runs, and gives them back", arguments: [Display.virtio(640, 480).withLibraries()])
    func live(_ display: Display) async throws {
        try await Lab.withMachine(display) { machine in
            let program = try await machine.startProgram(frozenAt: 12, "--set", "ProgressStyle=ring", "--set", "PanelBlur=4")
            try await machine.waitUntilShown(.running(seconds: 12))
            try await program.request("message Installing")
            try await program.request("progress 70")
            try await machine.waitUntilShown(
                .running(seconds: 12, settings: "ProgressStyle=ring", "Message=Installing", "Progress=70"), within: 60)
            try await program.request("panel show")
            try await machine.waitUntilShown(
                .running(seconds: 12, settings: "ProgressStyle=ring", "Message=Installing", "Progress=70", "Panel=yes", "PanelBlur=4"),
                within: 90)
            try await machine.expectNoChange(from: machine.look())
            try await program.request("panel hide")
            try await program.request("message")
            try await program.request("progress none")
            try await machine.waitUntilShown(.running(seconds: 12), within: 60)
        }
    }
}

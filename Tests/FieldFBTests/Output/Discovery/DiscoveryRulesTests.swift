import Testing

@testable import FieldFB

@Suite("Which displays the settings name")
struct DisplaySelectionTests {
    private func includes(_ words: [String]) -> Bool {
        DisplaySelection(words: words).includes(
            path: "/dev/dri/card1", device: "fe902000.hdmi", connector: "HDMI-A-1")
    }

    @Test("no word names all")
    func all() { #expect(includes([])) }

    @Test("a connector, a device, both, or the card's file name one", arguments: [
        "HDMI-A-1", "hdmi-a-1", "fe902000.hdmi", "FE902000.HDMI/hdmi-a-1", "/dev/dri/card1",
    ])
    func names(word: String) { #expect(includes([word])) }

    @Test("other words do not", arguments: [
        "HDMI-A-2", "HDMI-A-", "HDMI-A-11", "", "fe902000.hdmi/HDMI-A-2", "/dev/dri/card0", "/", "hdmi",
    ])
    func others(word: String) { #expect(!includes([word])) }

    @Test("one word of several is enough")
    func several() { #expect(includes(["DSI-1", "HDMI-A-1"])) }

    @Test("a device that nobody can name is not found by an empty word")
    func namelessDevice() {
        let selection = DisplaySelection(words: ["", "/"])
        #expect(!selection.includes(path: "/dev/dri/card0", device: "", connector: "DSI-1"))
    }
}

@Suite("A value for each connector")
struct PerConnectorTests {
    @Test("is the general one, unless the connector is named")
    func values() {
        var value = PerConnector(1)
        value.named = [("HDMI-A-1", 2), ("DSI-1", 3), ("hdmi-a-1", 4)]
        #expect(value.value(for: "VGA-1") == 1)
        #expect(value.value(for: "dsi-1") == 3)
        #expect(value.value(for: "HDMI-A-1") == 4)
    }

    @Test("takes letters outside ASCII as bytes")
    func foreignLetters() {
        #expect(!"Ä".isSameWord(as: "ä"))
        #expect("Ä-A".isSameWord(as: "Ä-a"))
        #expect(!"[".isSameWord(as: "{"))
    }
}

@Suite("The framebuffer device")
struct FramebufferPlanTests {
    private let native = DeviceFolder(path: "/sys/devices/pci0000:00/0000:00:02.0")
    private let panel = DeviceFolder(path: "/sys/devices/platform/spi/spi0.0")

    private func usable(
        _ cards: [(folder: DeviceFolder, state: FramebufferPlan.CardState)], words: [String] = []
    ) -> [String] {
        let nodes = [
            FramebufferNode(path: "/dev/fb0", folder: native), FramebufferNode(path: "/dev/fb1", folder: panel),
        ]
        return FramebufferPlan.usable(nodes, cards: cards, selection: DisplaySelection(words: words)).map { $0.path }
    }

    @Test("is used where there is no card, the first one first")
    func noCard() { #expect(usable([]) == ["/dev/fb0", "/dev/fb1"]) }

    @Test("is not used beside a lit display, whatever device it is")
    func besideDisplay() { #expect(usable([(native, .lit), (panel, .useless)]).isEmpty) }

    @Test("is never used to get around another program")
    func besideMaster() { #expect(usable([(native, .withoutDisplay), (panel, .ofAnother)]).isEmpty) }

    @Test("of a card that only lacks a display is not used, others are")
    func emulation() { #expect(usable([(native, .withoutDisplay)]) == ["/dev/fb1"]) }

    @Test("of a card that cannot be used is")
    func uselessCard() { #expect(usable([(native, .useless)]) == ["/dev/fb0", "/dev/fb1"]) }

    @Test("whose device nobody can tell is no emulation")
    func unknownDevice() {
        let nodes = [FramebufferNode(path: "/dev/fb0", folder: DeviceFolder(path: ""))]
        let cards = [(folder: DeviceFolder(path: ""), state: FramebufferPlan.CardState.withoutDisplay)]
        #expect(
            FramebufferPlan.usable(nodes, cards: cards, selection: DisplaySelection(words: [])).count == 1)
    }

    @Test("is used where it is named, and not where only connectors are", arguments: [
        (["fb1"], ["/dev/fb1"]), (["spi0.0"], ["/dev/fb1"]), (["/dev/fb0"], ["/dev/fb0"]), (["HDMI-A-1"], []),
    ])
    func named(words: [String], found: [String]) { #expect(usable([], words: words) == found) }

    @Test("is called by its device's last folder")
    func deviceNames() {
        #expect(panel.name == "spi0.0")
        #expect(DeviceFolder(path: "").name == "")
        #expect(DeviceFolder(path: "/").name == "")
    }
}

@Suite("When devices are looked at again")
struct DiscoveryScheduleTests {
    private let start: Int64 = 1_000 * second

    @Test("a tenth of a second after an event, and not later when more come")
    func settling() {
        var schedule = DiscoverySchedule()
        #expect(schedule.deadline == nil)
        schedule.eventCame(now: start)
        for passed in 1...50 as ClosedRange<Int64> { schedule.eventCame(now: start + passed * 1_000_000) }
        #expect(schedule.deadline == start + second / 10)
    }

    @Test("a storm of events asks for four looks a second at most")
    func storm() {
        var schedule = DiscoverySchedule()
        var looks = 0
        for millisecond in 0..<10_000 as Range<Int64> {
            let now = start + millisecond * 1_000_000
            schedule.eventCame(now: now)
            if let deadline = schedule.deadline, deadline <= now {
                looks += 1
                schedule.looked(.complete, next: nil, now: now)
            }
        }
        #expect((30...41).contains(looks))
    }

    @Test("never, when all is lit")
    func complete() {
        var schedule = DiscoverySchedule()
        schedule.looked(.complete, next: nil, now: start)
        #expect(schedule.deadline == nil)
    }

    @Test("when the plan says so")
    func planned() {
        var schedule = DiscoverySchedule()
        schedule.looked(.complete, next: start + 5, now: start)
        #expect(schedule.deadline == start + 5)
    }

    @Test("without a display every two seconds for a minute, then every thirty; an event starts anew")
    func nothing() {
        var schedule = DiscoverySchedule()
        var (now, looks) = (start, [Int64]())
        while now < start + 121 * second {
            looks.append((now - start) / second)
            schedule.looked(.nothing, next: nil, now: now)
            now = schedule.deadline ?? .max
        }
        #expect(looks == Array(stride(from: 0, through: 60, by: 2)) + [90, 120])
        schedule.eventCame(now: now)
        schedule.looked(.nothing, next: nil, now: now + second)
        #expect(schedule.deadline == now + 3 * second)
    }

    @Test("behind another program every two seconds, for ever")
    func waiting() {
        var schedule = DiscoverySchedule()
        var now = start
        for _ in 0..<1000 {
            schedule.looked(.waiting, next: nil, now: now)
            #expect(schedule.deadline == now + 2 * second)
            now += 2 * second
        }
    }

    @Test("every two seconds for a minute where one of several displays cannot be lit, then every thirty")
    func partial() {
        var schedule = DiscoverySchedule()
        schedule.looked(.partial, next: nil, now: start)
        #expect(schedule.deadline == start + 2 * second)
        schedule.looked(.partial, next: nil, now: start + 61 * second)
        #expect(schedule.deadline == start + 91 * second)
    }

    @Test("soon after an output failed, and after a pause when it fails again")
    func failures() {
        var schedule = DiscoverySchedule()
        schedule.outputFailed(now: start)
        #expect(schedule.deadline == start + second / 10)
        schedule.looked(.complete, next: nil, now: start + second / 10)
        schedule.outputFailed(now: start + second)
        #expect(schedule.deadline == start + 3 * second)
        schedule.looked(.complete, next: nil, now: start + 3 * second)
        schedule.outputFailed(now: start + 60 * second)
        #expect(schedule.deadline == start + 60 * second + second / 10)
    }

    @Test("every five seconds where the kernel tells of no events")
    func blind() {
        var schedule = DiscoverySchedule()
        schedule.hasEvents = false
        schedule.looked(.complete, next: nil, now: start)
        #expect(schedule.deadline == start + 5 * second)
    }
}

import Testing

@testable import FieldFB

private func message(_ words: String...) -> [UInt8] {
    words.flatMap { Array($0.utf8) + [0] }
}

private func event(_ bytes: [UInt8]) -> KernelEvent? { KernelEvent(bytes, count: bytes.count) }

/// As Linux sends it when a plug of a card changed.
private let plugged = message(
    "change@/devices/pci0000:00/0000:00:02.0/drm/card1", "ACTION=change",
    "DEVPATH=/devices/pci0000:00/0000:00:02.0/drm/card1", "SUBSYSTEM=drm", "HOTPLUG=1", "CONNECTOR=95",
    "PROPERTY=7", "DEVNAME=dri/card1", "DEVTYPE=drm_minor", "SEQNUM=1729", "MAJOR=226", "MINOR=1")

@Suite("An event of the kernel")
struct KernelEventTests {
    @Test("about a plug names the card and the connector")
    func hotplug() {
        let found = event(plugged)
        #expect(found?.subsystem == .drm)
        #expect(found?.card == 1)
        #expect(found?.isHotplug == true)
        #expect(found?.connector == 95)
    }

    @Test("about a card that came names the card and no plug")
    func cardAdded() {
        let found = event(message("add@/devices/x/drm/card0", "ACTION=add", "SUBSYSTEM=drm", "DEVNAME=dri/card0"))
        #expect(found?.card == 0)
        #expect(found?.isHotplug == false)
        #expect(found?.connector == nil)
    }

    @Test("about a connector or a render node names no card")
    func otherDRM() {
        let node = event(message("add@/x", "SUBSYSTEM=drm", "DEVNAME=dri/renderD128"))
        #expect(node?.subsystem == .drm && node?.card == nil)
        let connector = event(message("add@/devices/x/drm/card0/card0-HDMI-A-1", "SUBSYSTEM=drm"))
        #expect(connector?.subsystem == .drm && connector?.card == nil)
    }

    @Test("about a framebuffer device is one, about other devices none")
    func subsystems() {
        #expect(event(message("remove@/devices/x/graphics/fb0", "SUBSYSTEM=graphics"))?.subsystem == .graphics)
        #expect(event(message("add@/devices/x", "SUBSYSTEM=usb")) == nil)
        #expect(event(message("add@/devices/x", "SUBSYSTEM=drm2")) == nil)
        #expect(event(message("add@/devices/x", "ACTION=add")) == nil)
    }

    @Test("in the form of udev is none of the kernel")
    func udevMessage() {
        #expect(event(Array("libudev\0".utf8) + [0xfe, 0xed, 0xca, 0xfe] + message("SUBSYSTEM=drm")) == nil)
    }

    @Test("that is cut off anywhere is read up to there or not at all", arguments: 0..<plugged.count)
    func cutOff(count: Int) {
        let found = KernelEvent(plugged, count: count)
        #expect(found == nil || found?.subsystem == .drm)
        let isTold = plugged.prefix(count).split(separator: 0, omittingEmptySubsequences: false).dropLast()
            .contains { $0.elementsEqual("SUBSYSTEM=drm".utf8) }
        #expect((found != nil) == isTold)
    }

    @Test("with numbers that are none names nothing", arguments: ["", "x", "-1", "4294967296", "99999999999", "1 "])
    func badNumbers(text: String) {
        let found = event(message("change@/x", "SUBSYSTEM=drm", "CONNECTOR=\(text)", "DEVNAME=dri/card\(text)"))
        #expect(found?.connector == nil && found?.card == nil)
    }

    @Test("counts beyond the buffer, or below zero, read nothing outside")
    func impossibleCount() {
        #expect(KernelEvent(plugged, count: 1 << 40)?.card == 1)
        #expect(KernelEvent(plugged, count: -5) == nil)
        #expect(KernelEvent([], count: 0) == nil)
    }

    @Test("of rubbish neither traps nor loops", arguments: 0..<200 as Range<UInt64>)
    func rubbish(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var bytes = plugged
        for _ in 0..<Int.random(in: 1...40, using: &random) {
            bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        let found = event(bytes)
        #expect(found == nil || found?.subsystem == .drm, "seed \(seed)")
    }
}

import CDRM
import Testing

@testable import FieldFB

@Test("each choice has its word, and no other text is one")
func choiceWords() {
    #expect(OutputChoice.allCases.map { $0.rawValue } == ["auto", "drm", "framebuffer", "headless", "terminal"])
    for choice in OutputChoice.allCases { #expect(OutputChoice(rawValue: choice.rawValue) == choice) }
    #expect(OutputChoice(rawValue: "") == nil)
    #expect(OutputChoice(rawValue: "DRM") == nil)
}

@Test("an error says where, what and why, and what to do")
func errorMessage() {
    let error = OutputError(
        .notMaster, call: "DRM_IOCTL_MODE_SETCRTC", errno: EACCES, place: "/dev/dri/card0 HDMI-A-1")
    #expect(
        error.message
            == "/dev/dri/card0 HDMI-A-1: DRM_IOCTL_MODE_SETCRTC: Permission denied; "
            + "another program drives this display; stop it first")
}

@Test("file rights and another master are told apart")
func accessIsNotMastery() {
    let opening = OutputError(opening: SystemFailure(call: "open", errno: EACCES), place: "/dev/dri/card0")
    #expect(opening.reason == .permission)
    #expect(opening.message.contains("group video"))
}

@Test("a missing framebuffer device is no device; a file that is none is unsuitable")
func framebufferOpening() {
    func reason(_ path: String) -> OutputError.Reason? {
        do {
            try FramebufferOutput.open(path: path, log: { _ in }).close()
            return nil
        } catch {
            return error.reason
        }
    }
    #expect(reason("/nonexistent/fb0") == .noDevice)
    #expect(reason("/dev/null") == .unsuitable)
}

@Test(
    "a headless output of an impossible size is refused",
    arguments: [(0, 10), (10, -1), (32769, 1), (32768, 32768), (Int.max, Int.max)])
func headlessSize(width: Int, height: Int) {
    var discovery = OutputDiscovery(.headless, headlessSize: (width, height), log: { _ in })
    discovery.update(
        now: 0, lost: { _ in }, stale: { _ in },
        found: { (new: consuming Output) in
            Issue.record("it was opened")
            new.close()
        })
    #expect(discovery.trouble?.reason == .unsuitable)
}

@Test("a headless output is handed out once, and again when it was closed")
func headlessOnce() {
    var discovery = OutputDiscovery(.headless, headlessSize: (8, 4), log: { _ in })
    var keys: [OutputKey] = []
    func update() -> Output? {
        var output: Output?
        discovery.update(
            now: 0, lost: { _ in }, stale: { _ in },
            found: { (new: consuming Output) in
                keys.append(new.key)
                output = consume new
            })
        return output.take()
    }
    var output = update()
    _ = update()
    #expect(keys.count == 1)
    output.take()?.close()
    output = update()
    #expect(keys.count == 2)
    #expect(keys[0] != keys.last)
    output.take()?.close()
}

@Test("a headless output takes what the damage names and nothing else")
func headlessDamage() throws {
    var output = try made(HeadlessOutput(width: 4, height: 3))
    #expect(output.present(surface(width: 4, height: 3) { _, _ in 0 }, damage: Damage()) == .shown)
    let source = surface(width: 4, height: 3) { _, _ in 0x12_3456 }
    var damage = Damage()
    damage.add(PixelRect(x: 1, y: 1, width: 2, height: 9)!)
    #expect(output.present(source, damage: damage) == .shown)
    let (black, blue) = (UInt32(0xFF00_0000), UInt32(0xFF12_3456))
    let pixels = output.pixels
    #expect(
        pixels == [
            black, black, black, black,
            black, blue, blue, black,
            black, blue, blue, black,
        ])
}

@Test("the first surface is taken whole, whatever the damage says")
func headlessFirstPicture() throws {
    var output = try made(HeadlessOutput(width: 2, height: 2))
    let source = surface(width: 2, height: 2) { x, y in UInt32(x + 2 * y) }
    #expect(output.present(source, damage: Damage()) == .shown)
    #expect(output.pixels == [0xFF00_0000, 0xFF00_0001, 0xFF00_0002, 0xFF00_0003])
}

@Test("a surface of another size changes nothing")
func headlessOtherSize() throws {
    var output = try made(HeadlessOutput(width: 2, height: 1))
    let source = surface(width: 1, height: 2) { _, _ in 0xFF_FFFF }
    #expect(output.present(source, damage: Damage()) == .shown)
    #expect(output.pixels == [0xFF00_0000, 0xFF00_0000])
}

@Test("an output in use can be moved, asked and closed")
func outputEnumeration() throws {
    var discovery = OutputDiscovery(.headless, headlessSize: (8, 4), log: { _ in })
    var opened: Output?
    discovery.update(
        now: 0, lost: { _ in }, stale: { _ in }, found: { (new: consuming Output) in opened = consume new })
    var output = try made(opened.take())
    let source = surface(width: 8, height: 4) { _, _ in 0 }
    let presentation = try output.present(source, damage: Damage())
    let (width, height) = (output.width, output.height)
    let (canPresent, descriptor) = (output.canPresent, output.eventDescriptor)
    #expect(presentation == .shown)
    #expect(width == 8 && height == 4 && canPresent && descriptor == nil)
    #expect(output.summary.kind == "headless")
    output.close()
}

@Test("an interrupted call is made again, and another failure is told at once")
func interruptedCalls() throws {
    var calls = 0
    let result = try systemCall("read") {
        calls += 1
        if calls < 5 {
            cdrm_set_errno(EINTR)
            return -1
        }
        return 3
    }
    #expect(result == 3 && calls == 5)
    do {
        try systemCall("ioctl") {
            calls += 1
            cdrm_set_errno(EBUSY)
            return -1
        }
        Issue.record("no error")
    } catch {
        #expect(error.errno == EBUSY && calls == 6)
    }
}

@Test("a call that is interrupted for ever ends with an error")
func interruptedForEver() {
    #expect(throws: SystemFailure.self) {
        try systemCall("read") {
            cdrm_set_errno(EINTR)
            return -1
        }
    }
}

import CDRM
import Testing

@testable import FieldFB

/// A record as the kernel writes it: kind, length, tag, and what follows.
private func event(_ kind: UInt32, tag: UInt64, length: UInt32? = nil, size: Int = 32) -> [UInt8] {
    var bytes = [UInt8](repeating: 0x5A, count: size)
    func put(_ value: UInt64, _ place: Int, _ count: Int) {
        for index in 0..<count where place + index < size {
            bytes[place + index] = UInt8(truncatingIfNeeded: value >> UInt64(index * 8))
        }
    }
    put(UInt64(kind), 0, 4)
    put(UInt64(length ?? UInt32(size)), 4, 4)
    put(tag, 8, 8)
    return bytes
}

private func tags(_ bytes: [UInt8], count: Int? = nil) -> [UInt64] {
    var found: [UInt64] = []
    FlipEvents.completedTags(in: bytes, count: count ?? bytes.count) { found.append($0) }
    return found
}

@Test("the record of a flip has the size that this module expects")
func eventSize() {
    #expect(MemoryLayout<drm_event_vblank>.size == 32)
    #expect(MemoryLayout<drm_event_vblank>.offset(of: \.user_data) == 8)
    #expect(DRM_EVENT_FLIP_COMPLETE == 2)
}

@Test("flips are told by their tags, records of other kinds passed over")
func severalEvents() {
    let bytes =
        event(2, tag: 7) + event(1, tag: 8) + event(3, tag: 9) + event(99, tag: 10, size: 12) + event(2, tag: .max)
    #expect(tags(bytes) == [7, .max])
}

@Test("a longer record of a newer kernel is read up to what is known")
func longerEvent() {
    #expect(tags(event(2, tag: 7, size: 48) + event(2, tag: 8)) == [7, 8])
}

@Test("a record cut off at the end is no record", arguments: 0..<32)
func cutOffEvent(count: Int) {
    #expect(tags(event(2, tag: 7) + event(2, tag: 8), count: 32 + count) == [7])
}

@Test("a length that cannot be true ends the reading", arguments: [0, 1, 7, 33, 4096, UInt32.max] as [UInt32])
func impossibleLength(length: UInt32) {
    #expect(tags(event(2, tag: 7, length: length)).isEmpty)
}

@Test("a flip's record too short for a tag is passed over")
func shortFlip() {
    #expect(tags(event(2, tag: 7, size: 16) + event(2, tag: 8)) == [8])
}

@Test("a count beyond the buffer, or below zero, reads nothing outside")
func impossibleCount() {
    #expect(tags(event(2, tag: 7), count: 1000) == [7])
    #expect(tags(event(2, tag: 7), count: -1).isEmpty)
    #expect(tags([]).isEmpty)
}

@Test("rubbish neither traps nor loops", arguments: 0..<200 as Range<UInt64>)
func rubbish(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let bytes = (0..<1024).map { _ in UInt8.random(in: 0...(seed % 2 == 0 ? 255 : 40), using: &random) }
    #expect(tags(bytes).count <= 1024 / 32, "seed \(seed)")
}

// MARK: - Tags

@Test("two displays never use the same tag, nor does one of them twice")
func tagsAreUsedOnce() {
    var tags = FlipTags(crtcs: [40, 41])
    let four = [tags.next(40), tags.next(41), tags.next(40), tags.next(41)]
    #expect(Set(four).count == 4)
}

@Test("a tag that came back is told of its CRTC alone")
func tagsOfTwoDisplays() {
    var tags = FlipTags(crtcs: [40, 41])
    let tag = tags.next(41)
    #expect(tags.lastEnded(41) == 0)
    tags.ended(tag)
    #expect(tags.lastEnded(41) == tag)
    #expect(tags.lastEnded(40) == 0)
}

@Test("tags of other programs are passed over")
func foreignTags() {
    var tags = FlipTags(crtcs: [40])
    for tag in [0, 1, 40, .max, 41 << 32 | 1] as [UInt64] { tags.ended(tag) }
    #expect(tags.lastEnded(40) == 0)
    #expect(tags.lastEnded(4711) == 0)
}

// MARK: - What is under way

@Test("a flip is awaited for one second")
func flipDeadline() {
    var flip = FlipState(refreshMillihertz: 0)
    #expect(!flip.isPending)
    flip.began(tag: 7, at: 5)
    #expect(flip.isPending)
    #expect(flip.isWaiting(at: 1_000_000_004, ended: 0))
    #expect(!flip.isWaiting(at: 1_000_000_005, ended: 0))
}

@Test("the event of its tag ends a flip, another does not")
func flipEnds() {
    var flip = FlipState(refreshMillihertz: 0)
    flip.began(tag: 7, at: 0)
    flip.ended(tag: 8)
    #expect(flip.isPending)
    flip.ended(tag: 7)
    #expect(!flip.isPending)
}

@Test("an event that another display's reader found ends the waiting")
func flipEndedElsewhere() {
    var flip = FlipState(refreshMillihertz: 0)
    flip.began(tag: 7, at: 0)
    #expect(flip.isWaiting(at: 1, ended: 6))
    #expect(!flip.isWaiting(at: 1, ended: 7))
}

@Test("events that nobody asked for change nothing, however many come")
func foreignEvents() {
    var flip = FlipState(refreshMillihertz: 60_000)
    for tag in 0..<100 as Range<UInt64> { flip.ended(tag: tag) }
    #expect(!flip.isPending && flip.losses == 0)
    flip.began(tag: 500, at: 0)
    for _ in 0..<100 { flip.ended(tag: 499) }
    #expect(flip.isPending)
}

@Test("the late event of a lost flip does not end the one after")
func lateEvent() {
    var flip = FlipState(refreshMillihertz: 0)
    flip.began(tag: 7, at: 0)
    flip.lost()
    flip.began(tag: 8, at: 0)
    flip.ended(tag: 7)
    #expect(flip.isPending)
    #expect(flip.losses == 1)
}

@Test("an event that comes makes earlier losses forgotten")
func lossesForgotten() {
    var flip = FlipState(refreshMillihertz: 0)
    flip.began(tag: 7, at: 0)
    flip.lost()
    flip.began(tag: 8, at: 0)
    flip.ended(tag: 8)
    #expect(flip.losses == 0)
}

@Test("three events that do not come in a row are too many")
func lossLimit() {
    var flip = FlipState(refreshMillihertz: 0)
    for tag in 1...3 as ClosedRange<UInt64> {
        flip.began(tag: tag, at: 0)
        flip.lost()
    }
    #expect(flip.losses == FlipState.lossLimit)
}

@Test("a buffer is not drawn to before three quarters of a refresh, whatever the driver tells")
func earlyEvent() {
    var flip = FlipState(refreshMillihertz: 30_000)
    flip.began(tag: 7, at: 1_000)
    flip.ended(tag: 7)
    #expect(flip.isTooEarly(at: 25_000_000))
    #expect(!flip.isTooEarly(at: 25_001_000))
}

@Test("the first picture is not too early, nor any where the rate is unknown")
func neverTooEarly() {
    #expect(!FlipState(refreshMillihertz: 30_000).isTooEarly(at: 0))
    var flip = FlipState(refreshMillihertz: 0)
    flip.began(tag: 7, at: 1_000)
    #expect(!flip.isTooEarly(at: 1_000))
}

@Test("a rate of one in a second makes nobody wait so long")
func slowRefresh() {
    var flip = FlipState(refreshMillihertz: 1_000)
    flip.began(tag: 7, at: 0)
    #expect(!flip.isTooEarly(at: 30_000_000))
}

// MARK: - What refusals mean

@Test("each errno of a refusal has its meaning")
func refusals() {
    let meanings: [(DisplayRefusal, [CInt])] = [
        (.busy, [EBUSY, EAGAIN, EINTR, ETIMEDOUT]), (.noMemory, [ENOMEM]), (.notMaster, [EACCES, EPERM]),
        (.gone, [ENODEV, EIO, ENXIO, EBADF]), (.lostPicture, [ENOENT]),
        (.refused, [EINVAL, ENOSYS, EOPNOTSUPP, ENOSPC, ERANGE, EFAULT, ENOTTY, 0, -1, 4711]),
    ]
    for (meaning, codes) in meanings {
        for code in codes { #expect(DisplayRefusal(errno: code) == meaning, "errno \(code)") }
    }
}

@Test("only a driver that does not know DIRTYFB has no need of it")
func noNeedOfDirty() {
    for code in [ENOSYS, EOPNOTSUPP, EINVAL] { #expect(DisplayRefusal.meansNoNeed(errno: code)) }
    for code in [ENOSPC, ENOMEM, EACCES, ENODEV, ENOENT, EBUSY] {
        #expect(!DisplayRefusal.meansNoNeed(errno: code), "errno \(code)")
    }
}

@Test("the methods end after drawing in place")
func methodLadder() {
    var names: [String] = []
    var method: FlipMethod? = .atomicFlip
    while let present = method {
        names.append(present.name)
        method = present.next
    }
    #expect(names == ["atomic page flip", "page flip", "mode set", "draw in place"])
}

// MARK: - Atomic requests

@Test("the properties of an object are counted together")
func atomicRequest() {
    var request = AtomicRequest()
    request.set(1, 10, 100)
    request.set(1, 11, 101)
    request.set(2, 20, .max)
    #expect(request.objects == [1, 2])
    #expect(request.propertyCounts == [2, 1])
    #expect(request.properties == [10, 11, 20])
    #expect(request.values == [100, 101, .max])
    request.removeAll()
    #expect(request.objects.isEmpty && request.values.isEmpty)
}

@Test("without one of the needed properties a display is not driven atomically")
func missingProperty() {
    let plane = ["CRTC_ID", "FB_ID", "SRC_X", "SRC_Y", "SRC_W", "SRC_H", "CRTC_X", "CRTC_Y", "CRTC_W", "CRTC_H"]
    func properties(_ names: [String]) -> [DisplayProperty] {
        names.enumerated().map { DisplayProperty(id: UInt32($0.offset + 1), name: $0.element, value: 0) }
    }
    func found(without missing: String) -> Bool {
        AtomicProperties(
            connector: properties(["DPMS", "CRTC_ID"].filter { $0 != missing }),
            crtc: properties(["ACTIVE", "MODE_ID"].filter { $0 != missing }),
            plane: properties(plane.filter { $0 != missing })) != nil
    }
    #expect(found(without: ""))
    for name in plane + ["ACTIVE", "MODE_ID"] { #expect(!found(without: name), "\(name)") }
}

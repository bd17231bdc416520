import CDRM
import Testing

@testable import FieldFB

/// A mode with made-up blanking that has the rate asked for.
private func mode(
    _ width: Int, _ height: Int, hertz: Double, preferred: Bool = false, interlaced: Bool = false,
    doubleScan: Bool = false
) -> DisplayMode {
    var kernel = drm_mode_modeinfo()
    kernel.hdisplay = UInt16(width)
    kernel.vdisplay = UInt16(height)
    kernel.htotal = UInt16(width + 160)
    kernel.vtotal = UInt16(height + 40)
    let frames = interlaced ? hertz / 2 : doubleScan ? hertz * 2 : hertz
    kernel.clock = UInt32((Double(width + 160) * Double(height + 40) * frames / 1000).rounded())
    kernel.vrefresh = UInt32(hertz.rounded())
    kernel.flags =
        (interlaced ? UInt32(DRM_MODE_FLAG_INTERLACE) : 0) | (doubleScan ? UInt32(DRM_MODE_FLAG_DBLSCAN) : 0)
    kernel.type = preferred ? UInt32(DRM_MODE_TYPE_PREFERRED) : 0
    return DisplayMode(kernel)
}

private func first(_ modes: [DisplayMode], wanted: WantedMode? = nil, current: DisplayMode? = nil) -> Int? {
    ModeChoice.order(modes, wanted: wanted, current: current).first
}

/// A television whose first entries are 4K and none is preferred.
private let television = [
    mode(4096, 2160, hertz: 24), mode(4096, 2160, hertz: 23.98), mode(3840, 2160, hertz: 30),
    mode(3840, 2160, hertz: 29.97), mode(3840, 2160, hertz: 25), mode(3840, 2160, hertz: 24),
    mode(3840, 2160, hertz: 23.98), mode(1920, 1080, hertz: 60), mode(1920, 1080, hertz: 59.94),
    mode(1920, 1080, hertz: 30, interlaced: true), mode(1280, 720, hertz: 60),
]

/// One size at nearly one rate, interlaced and not.
private let lookAlikes = [
    mode(1920, 1080, hertz: 59.94, preferred: true), mode(1920, 1080, hertz: 60),
    mode(1920, 1080, hertz: 60), mode(1920, 1080, hertz: 60, interlaced: true),
    mode(1920, 1080, hertz: 59.94, interlaced: true),
]

/// Full size only interlaced.
private let interlacedOnly = [
    mode(1920, 1080, hertz: 60, preferred: true, interlaced: true),
    mode(1920, 1080, hertz: 59.94, interlaced: true), mode(1280, 720, hertz: 60),
    mode(1280, 720, hertz: 59.94), mode(1440, 480, hertz: 60, interlaced: true),
    mode(720, 480, hertz: 60), mode(720, 480, hertz: 59.94), mode(720, 480, hertz: 60, interlaced: true),
    mode(720, 480, hertz: 59.94, interlaced: true), mode(640, 480, hertz: 60), mode(640, 480, hertz: 59.94),
]

private let composite = [
    mode(720, 480, hertz: 59.94, preferred: true, interlaced: true),
    mode(720, 576, hertz: 50, interlaced: true), mode(720, 288, hertz: 50), mode(720, 240, hertz: 60),
]

@Test("without a preferred mode, 1080 rows at 60 Hz come before 4K")
func televisionChoice() {
    #expect(first(television) == 7)
}

@Test("modes above the pixel limit come after those below, the smallest first")
func televisionLargeModesLate() {
    let order = ModeChoice.order(television)
    #expect(Array(order.suffix(8)) == [2, 3, 4, 5, 6, 0, 1, 9])
}

@Test("the mode in use is kept even where another is preferred")
func currentModeIsKept() {
    #expect(first(lookAlikes, current: lookAlikes[2]) == 1)
    #expect(first(television, current: television[10]) == 10)
}

@Test("a mode in use that the list does not offer changes nothing")
func unlistedCurrentMode() {
    #expect(first(television, current: mode(800, 600, hertz: 60)) == 7)
}

@Test("the preferred mode is chosen where nothing is asked")
func preferredMode() {
    #expect(first(lookAlikes) == 0)
}

@Test("1080 rows at 60 Hz, asked for, is not the interlaced entry of that name")
func wantedModeIsProgressive() {
    #expect(first(lookAlikes, wanted: WantedMode(width: 1920, height: 1080, refreshMillihertz: 60_000)) == 1)
}

@Test("a wanted size at any rate takes the preferred entry of that size")
func wantedSize() {
    #expect(first(lookAlikes, wanted: WantedMode(width: 1920, height: 1080)) == 0)
}

@Test("a wanted mode goes before the one in use")
func wantedBeforeCurrent() {
    let wanted = WantedMode(width: 1280, height: 720)
    #expect(first(television, wanted: wanted, current: television[7]) == 10)
}

@Test("a wanted size that is not offered changes nothing")
func wantedSizeNotOffered() {
    #expect(first(television, wanted: WantedMode(width: 1, height: Int.max, refreshMillihertz: Int.min)) == 7)
}

@Test("a wanted rate beyond all measure takes the nearest and traps nothing", arguments: [Int.min, -1, Int.max])
func absurdWantedRate(rate: Int) {
    let wanted = WantedMode(width: 1920, height: 1080, refreshMillihertz: rate)
    #expect(first(lookAlikes, wanted: wanted) == (rate == Int.max ? 1 : 0))
}

@Test("720 progressive rows go before 1080 interlaced ones, preferred or not")
func progressiveBeforeInterlaced() {
    #expect(first(interlacedOnly) == 2)
}

@Test("every interlaced mode comes after every progressive one")
func interlacedLast() {
    let order = ModeChoice.order(interlacedOnly).map { interlacedOnly[$0].isInterlaced }
    #expect(order == order.sorted { !$0 && $1 })
}

@Test("half pictures of an old television do not displace its preferred interlaced mode")
func compositeChoice() {
    #expect(first(composite) == 0)
}

@Test("a portrait panel has its one mode")
func portraitPanel() {
    #expect(first([mode(1200, 1920, hertz: 59.85, preferred: true)]) == 0)
}

@Test("a rate of 0.01 Hz is an unknown rate, and the mode is used")
func absurdRate() {
    let panel = mode(320, 240, hertz: 0.01, preferred: true)
    #expect(first([panel]) == 0)
    #expect(panel.refreshMillihertz == 0)
    #expect(panel.text == "320x240")
}

@Test("timings of zero give the rate the kernel states")
func missingTimings() {
    var kernel = drm_mode_modeinfo()
    kernel.hdisplay = 640
    kernel.vdisplay = 480
    kernel.vrefresh = 50
    #expect(DisplayMode(kernel).refreshMillihertz == 50_000)
}

@Test("the largest numbers a mode can hold give no trap")
func largestNumbers() {
    var kernel = drm_mode_modeinfo()
    kernel.clock = .max
    kernel.hdisplay = .max
    kernel.vdisplay = .max
    kernel.htotal = .max
    kernel.vtotal = .max
    kernel.vscan = .max
    kernel.vrefresh = .max
    kernel.flags = .max
    #expect(DisplayMode(kernel).refreshMillihertz == 0)
    kernel.htotal = 1
    kernel.vtotal = 1
    #expect(DisplayMode(kernel).refreshMillihertz == 0)
    #expect(ModeChoice.order([DisplayMode(kernel)]) == [0])
}

@Test("a mode without a size is never tried")
func emptyMode() {
    #expect(ModeChoice.order([mode(0, 480, hertz: 60), mode(640, 0, hertz: 60)]).isEmpty)
}

@Test("a mode is written with its rate to a hundredth")
func modeText() {
    #expect(mode(1920, 1080, hertz: 59.94).text == "1920x1080@59.94")
    #expect(mode(1920, 1080, hertz: 60).text == "1920x1080@60")
    #expect(mode(720, 480, hertz: 60, interlaced: true).text == "720x480i@60")
}

@Test("every mode is tried exactly once", arguments: [television, lookAlikes, interlacedOnly, composite])
private func everyModeOnce(modes: [DisplayMode]) {
    #expect(ModeChoice.order(modes).sorted() == Array(modes.indices))
}

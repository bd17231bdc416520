import CDRM
import Testing

@testable import FieldFB

// What becomes of the kernel's own records.

@Test("the kernel's numbers for storage and visual, as linux/fb.h gives them")
func kernelNumbers() {
    #expect(
        (0...7).map { FramebufferRecord.Visual(UInt32($0)) } == [
            .blackIsOne, .whiteIsOne, .trueColour, .palette, .directColour, .fixedPalette([]), .code, .other,
        ])
    #expect(FramebufferRecord.Visual(.max) == .other)
    #expect(
        (0...6).map { FramebufferRecord.Storage(UInt32($0)) }
            == [.packed, .planes, .other, .other, .other, .code, .other])
    #expect(FramebufferRecord.Storage(.max) == .other)
}

@Test("a kernel record keeps every number, and numbers of 32 bits that mean none become none")
func kernelRecord() {
    var fixed = fb_fix_screeninfo()
    fixed.smem_len = .max
    fixed.line_length = 4416
    fixed.visual = 2
    fixed.smem_start = CUnsignedLong(systemPageSize() * 5 + 64)
    var variable = fb_var_screeninfo()
    variable.xres = 1100
    variable.yres = 790
    variable.bits_per_pixel = 32
    variable.red = fb_bitfield(offset: 16, length: 8, msb_right: 0)
    // Minus one millimetre, and timings of nothing.
    variable.width = .max
    variable.height = .max
    let record = FramebufferRecord(fixed, variable)
    #expect((record.width, record.height, record.lineLength) == (1100, 790, 4416))
    #expect(record.memoryLength == 4_294_967_295)
    #expect(record.red == BitField(offset: 16, length: 8))
    #expect((record.widthMillimetres, record.heightMillimetres, record.refreshMillihertz) == (0, 0, 0))
    #expect(record.pageOffset == 64)
    #expect((record.visual, record.storage) == (.trueColour, .packed))
}

@Test("the records of the kernel's headers are as large as the kernel's on this machine")
func recordSizes() {
    // By the fields of linux/fb.h: `unsigned long` is as wide as a pointer.
    let pointer = MemoryLayout<UInt>.size
    #expect(MemoryLayout<fb_fix_screeninfo>.stride == (pointer == 8 ? 80 : 68))
    #expect(MemoryLayout<fb_var_screeninfo>.stride == 160)
}

@Test("of packed pixels the leftmost is in the lowest bit, as the kernel draws; of planes where the record says so")
func lowestBitFirst() {
    var variable = fb_var_screeninfo()
    var fixed = fb_fix_screeninfo()
    #expect(FramebufferRecord(fixed, variable).isLowestFirst)
    fixed.type = 1
    #expect(!FramebufferRecord(fixed, variable).isLowestFirst)
    variable.red.msb_right = 1
    #expect(FramebufferRecord(fixed, variable).isLowestFirst)
}

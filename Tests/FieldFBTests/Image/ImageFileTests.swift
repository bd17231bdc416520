import Foundation
import Testing

@testable import FieldFB

@Suite("Picture files")
struct ImageFileTests {
    let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    @Test("a pixmap is a header line and three bytes a pixel")
    func pixmapBytes() throws {
        let picture = TestPicture(width: 2, height: 2) { x, y in
            [0x010203, 0xFF8000, 0x000000, 0xFFFFFF][y * 2 + x]
        }
        try write([picture], to: folder.file("a.ppm"), .ppm)
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.file("a.ppm"))))
        #expect(bytes == Array("P6\n2 2\n255\n".utf8) + [1, 2, 3, 255, 128, 0, 0, 0, 0, 255, 255, 255])
    }

    @Test("a PNG read by netpbm is the surface", arguments: [(1, 1), (3, 2), (640, 97), (1, 500)])
    func pngIsExact(size: (Int, Int)) throws {
        let picture = TestPicture.gradient(width: size.0, height: size.1)
        try write([picture], to: folder.file("a.png"), .png)
        let read = TestPicture(netpbm: try runTool(["pngtopnm", folder.file("a.png")]))
        #expect(read == picture)
    }

    @Test("a PNG that hardly compresses is written whole")
    func pngOfNoise() throws {
        var generator = SeededGenerator(seed: 20_261)
        let picture = TestPicture(width: 300, height: 200) { _, _ in
            UInt32(truncatingIfNeeded: generator.next())
        }
        try write([picture], to: folder.file("a.png"), .png)
        let read = TestPicture(netpbm: try runTool(["pngtopnm", folder.file("a.png")]))
        #expect(read == picture, "seed 20261")
    }

    @Test("pngcheck finds nothing wrong with a PNG")
    func pngcheckAgrees() throws {
        try write([.dots(width: 200, height: 100, frame: 3)], to: folder.file("a.png"), .png)
        _ = try runTool(["pngcheck", "-q", folder.file("a.png")])
    }

    @Test("a still WebP read by dwebp is the surface")
    func webpIsExact() throws {
        let picture = TestPicture.gradient(width: 201, height: 99)
        try write([picture], to: folder.file("a.webp"), .webp)
        let read = TestPicture(
            netpbm: try runTool(["dwebp", "-quiet", folder.file("a.webp"), "-ppm", "-o", "-"]))
        #expect(read == picture)
    }

    @Test("a still GIF of a ramp read by netpbm is the surface")
    func gifIsExact() throws {
        let picture = TestPicture.dots(width: 201, height: 99, frame: 2)
        try write([picture], to: folder.file("a.gif"), .gif)
        let read = TestPicture(netpbm: try runTool(["giftopnm", folder.file("a.gif")]))
        #expect(read == picture)
    }

    @Test("a GIF of exactly 256 colours keeps them all")
    func gifOf256Colours() throws {
        let picture = TestPicture(width: 16, height: 16) { x, y in UInt32(y * 16 + x) * 0x01_03_01 }
        try write([picture], to: folder.file("a.gif"), .gif)
        #expect(TestPicture(netpbm: try runTool(["giftopnm", folder.file("a.gif")])) == picture)
    }

    @Test("a GIF of more than 256 colours stays close to each")
    func gifOfManyColours() throws {
        let picture = TestPicture.gradient(width: 160, height: 120)
        try write([picture], to: folder.file("a.gif"), .gif)
        let read = try #require(TestPicture(netpbm: try runTool(["giftopnm", folder.file("a.gif")])))
        #expect(Set(read.colours).count <= 256)
        var total = 0
        for (a, b) in zip(read.colours, picture.colours) {
            for shift in [16, 8, 0] as [UInt32] {
                total += abs(Int(a >> shift & 0xFF) - Int(b >> shift & 0xFF))
            }
        }
        // Three even cuts of each side of the colour cube leave a mean distance of about
        // 10 a channel; a table that ignores the picture is far above 30.
        #expect(Double(total) / Double(read.colours.count * 3) < 16)
    }

    @Test("the same frames make the same bytes", arguments: PictureFormat.allCases)
    func repeats(format: PictureFormat) throws {
        let frames = (0..<(format.isAnimated ? 3 : 1)).map { frame in
            TestPicture.gradient(width: 90 + 0 * frame, height: 60)
        }
        try write(frames, to: folder.file("a"), format)
        try write(frames, to: folder.file("b"), format)
        let first = try Data(contentsOf: URL(fileURLWithPath: folder.file("a")))
        #expect(first == (try Data(contentsOf: URL(fileURLWithPath: folder.file("b")))))
    }

    @Test("a format is known by the ending of the file's name")
    func endings() {
        #expect(PictureFormat(fileName: "/tmp/x.png") == .png)
        #expect(PictureFormat(fileName: "X.PPM") == .ppm)
        #expect(PictureFormat(fileName: "a.b.apng") == .apng)
        #expect(PictureFormat(fileName: "a.GiF") == .gif)
        #expect(PictureFormat(fileName: "a.webp") == .webp)
        #expect(PictureFormat(fileName: "png") == nil)
        #expect(PictureFormat(fileName: ".png") == nil)
        #expect(PictureFormat(fileName: "a.jpeg") == nil)
        #expect(PictureFormat(name: "WebP") == .webp)
        #expect(PictureFormat(name: ".png") == nil)
    }
}

import FieldCore
import Foundation
import Testing

@testable import FieldFB

struct PictureReaderTests {
    /// A picture as netpbm has it: 8 bits a channel, rows of red, green, blue.
    private static func pixmap(_ width: Int, _ height: Int, seed: UInt64 = 3) -> (data: Data, pixels: [UInt32]) {
        var random = SeededGenerator(seed: seed)
        var data = Data("P6\n\(width) \(height)\n255\n".utf8)
        var pixels: [UInt32] = []
        for y in 0..<height {
            for x in 0..<width {
                let colour = [UInt8(x & 255), UInt8(y & 255), UInt8.random(in: 0...255, using: &random)]
                data += colour
                pixels.append(0xFF00_0000 | UInt32(colour[0]) << 16 | UInt32(colour[1]) << 8 | UInt32(colour[2]))
            }
        }
        return (data, pixels)
    }

    private static func decode(_ data: Data, widest: Int = 0, highest: Int = 0) throws(PictureReadError) -> Picture {
        try PictureReader.decode([UInt8](data), path: "picture", widest: widest, highest: highest)
    }

    private static func refusal(_ data: Data) -> String {
        do throws(PictureReadError) {
            _ = try decode(data)
            return "accepted"
        } catch {
            return error.message
        }
    }

    @Test("a PNG has the pixels that went into it", arguments: [["pnmtopng"], ["pnmtopng", "-interlace"], ["pnmtopng", "-force"]])
    func png(_ tool: [String]) throws {
        let (data, pixels) = Self.pixmap(37, 23)
        let picture = try Self.decode(try runTool(tool, input: data))
        #expect(picture.width == 37 && picture.height == 23 && picture.pixels == pixels)
    }

    @Test("a PNG of few colours, of greys and of sixteen bits is read", arguments: [
        ["ppmtopgm"], ["pnmquant", "8"], ["pamdepth", "65535"], ["pnmdepth", "15"],
    ])
    func pngKinds(_ tool: [String]) throws {
        let changed = try runTool(tool, input: Self.pixmap(20, 10).data)
        let picture = try Self.decode(try runTool(["pnmtopng"], input: changed))
        let expected = try runTool(["pamdepth", "255"], input: changed)
        // The last bytes are the pixels, whatever the header says.
        let isGrey = expected.starts(with: Data("P5".utf8))
        let bytes = [UInt8](expected.suffix(isGrey ? 200 : 600))
        for (index, pixel) in picture.pixels.enumerated() {
            for (channel, shift) in [16, 8, 0].enumerated() as EnumeratedSequence<[UInt32]> {
                let wanted = Int(bytes[isGrey ? index : index * 3 + channel])
                #expect(abs(Int(pixel >> shift & 0xFF) - wanted) <= 1)
            }
        }
    }

    @Test("translucent pixels come premultiplied")
    func alpha() throws {
        let folder = try ScratchFolder()
        let mask = Data("P5\n4 1\n255\n".utf8) + Data([0, 64, 128, 255])
        try mask.write(to: URL(fileURLWithPath: folder.file("mask.pgm")))
        let red = Data("P6\n4 1\n255\n".utf8) + Data([200, 100, 0, 200, 100, 0, 200, 100, 0, 200, 100, 0])
        let png = try runTool(["pnmtopng", "-alpha=\(folder.file("mask.pgm"))"], input: red)
        #expect(try Self.decode(png).pixels == [0, 0x4032_1900, 0x8064_3200, 0xFFC8_6400])
    }

    @Test("a JPEG has the pixels that another decoder reads", arguments: [
        ["cjpeg", "-quality", "95"], ["cjpeg", "-progressive"], ["cjpeg", "-grayscale"], ["cjpeg", "-sample", "1x1"],
        ["cjpeg", "-restart", "1"],
    ])
    func jpeg(_ tool: [String]) throws {
        let file = try runTool(tool, input: Self.pixmap(50, 31).data)
        let picture = try Self.decode(file)
        let reference = [UInt8](try runTool(["djpeg", "-dct", "int", "-pnm"], input: file))
        let isGrey = reference[1] == UInt8(ascii: "5")
        let bytes = Array(reference.suffix(isGrey ? 50 * 31 : 50 * 31 * 3))
        for (index, pixel) in picture.pixels.enumerated() {
            let wanted = isGrey ? [bytes[index], bytes[index], bytes[index]] : Array(bytes[(index * 3)..<(index * 3 + 3)])
            #expect([UInt8(pixel >> 16 & 0xFF), UInt8(pixel >> 8 & 0xFF), UInt8(pixel & 0xFF)] == wanted)
        }
    }

    @Test("a JPEG that is far larger than needed is read smaller", arguments: [(800, 0, 800), (100, 80, 100), (390, 300, 400), (50, 40, 100), (401, 300, 800)])
    func smaller(_ widest: Int, _ highest: Int, _ expected: Int) throws {
        let file = try runTool(["cjpeg"], input: Self.pixmap(800, 640).data)
        #expect(try Self.decode(file, widest: widest, highest: highest).width == expected)
    }

    @Test("a camera that was turned gives an upright picture", arguments: 1...8)
    func orientation(_ number: Int) throws {
        let (data, _) = Self.pixmap(32, 16)
        let file = try runTool(["cjpeg", "-quality", "100", "-sample", "1x1"], input: data)
        // Exif: little endian TIFF with the one entry.
        let tiff: [UInt8] = [
            0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, UInt8(number), 0, 0, 0, 0, 0, 0, 0,
        ]
        let exif = [UInt8]("Exif".utf8) + [0, 0] + tiff
        let turned = file.prefix(2) + Data([0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif) + file.dropFirst(2)
        let found = try Self.decode(turned)
        // What jpegtran does to show each number upright.
        let words = [
            [], ["-flip", "horizontal"], ["-rotate", "180"], ["-flip", "vertical"], ["-transpose"], ["-rotate", "90"],
            ["-transverse"], ["-rotate", "270"],
        ][number - 1]
        let upright = try Self.decode(words.isEmpty ? file : try runTool(["jpegtran"] + words, input: file))
        #expect(found.width == upright.width && found.height == upright.height)
        let worst = zip(found.pixels, upright.pixels).map { abs(Int($0 & 0xFF) - Int($1 & 0xFF)) }.max() ?? 255
        #expect(worst <= 3)
    }

    @Test("a file that ends too soon is refused, wherever it ends", arguments: ["png", "jpeg", "progressive"])
    func truncated(_ kind: String) throws {
        let (data, _) = Self.pixmap(40, 30)
        let file: Data
        switch kind {
        case "png": file = try runTool(["pnmtopng"], input: data)
        case "jpeg": file = try runTool(["cjpeg"], input: data)
        default: file = try runTool(["cjpeg", "-progressive"], input: data)
        }
        for length in stride(from: 8, to: file.count - 16, by: 61) {
            #expect(Self.refusal(file.prefix(length)).contains("the file is damaged"), "\(length) of \(file.count) bytes")
        }
    }

    @Test("a damaged file is refused or read, and never traps", arguments: ["pnmtopng", "cjpeg"])
    func damaged(_ tool: String) throws {
        var random = SeededGenerator(seed: 99)
        let file = try runTool([tool], input: Self.pixmap(40, 30).data)
        for _ in 0..<150 {
            var bytes = file
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                bytes[Int.random(in: 8..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            _ = try? Self.decode(bytes)
        }
        #expect(Bool(true), "seed 99")
    }

    @Test("a picture that claims to be huge is refused before memory is asked for")
    func bomb() throws {
        var file = [UInt8](try runTool(["pnmtopng"], input: Self.pixmap(4, 4).data))
        // Width and height of the header, with its checksum worked out anew.
        for (place, byte) in [(16, 0), (17, 0), (18, 0xFF), (19, 0xFF), (20, 0), (21, 0), (22, 0x3F), (23, 0xFF)] as [(Int, UInt8)] {
            file[place] = byte
        }
        var checksum: UInt32 = 0xFFFF_FFFF
        for byte in file[12..<29] {
            checksum ^= UInt32(byte)
            for _ in 0..<8 { checksum = checksum >> 1 ^ (checksum & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
        checksum = ~checksum
        for index in 0..<4 { file[29 + index] = UInt8(truncatingIfNeeded: checksum >> UInt32(24 - 8 * index)) }
        #expect(Self.refusal(Data(file)).contains("65535x16383 pixels are too many"))
    }

    @Test("what is no picture is refused by name and reason", arguments: [
        ("/nowhere.png", "No such file"), ("/etc/passwd", "it is neither PNG nor JPEG"), ("/dev/zero", "it is no ordinary file"),
        ("/usr", "it is no ordinary file"),
    ])
    func noPicture(_ path: String, _ reason: String) {
        do throws(PictureReadError) {
            _ = try PictureReader.read(path: path)
            Issue.record("it was read")
        } catch {
            #expect(error.message.hasPrefix("picture \(path): ") && error.message.contains(reason))
        }
    }
}

struct PictureWorkshopTests {
    private static func wait(_ workshop: borrowing PictureWorkshop) -> [FinishedPicture] {
        var entry = pollfd(fd: workshop.descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&entry, 1, 60_000)
        return workshop.takeFinished()
    }

    private static func blur(_ tag: Int, side: Int) -> PictureOrder {
        let request = BlurRequest(
            pixels: [UInt32](repeating: 0xFF80_4020, count: side * side), width: side, height: side, deviation: 12)
        return PictureOrder(tag: tag, work: .blur(request))
    }

    @Test("what is ordered comes, and says for what")
    func ordered() throws {
        let workshop = try made(PictureWorkshop())
        workshop.order(Self.blur(7, side: 40))
        let finished = Self.wait(workshop)
        #expect(finished.map(\.tag) == [7])
        #expect(try finished.first?.result.get().pixels.allSatisfy { $0 == 0xFF80_4020 } == true)
        workshop.close()
    }

    @Test("a file that cannot be read comes as its refusal")
    func refused() throws {
        let workshop = try made(PictureWorkshop())
        workshop.order(PictureOrder(tag: 1, work: .logo(path: "/nowhere.png", longestSide: 9)))
        guard case .failure(let error)? = Self.wait(workshop).first?.result else {
            Issue.record("no refusal came")
            return
        }
        #expect(error.message.contains("/nowhere.png"))
        workshop.close()
    }

    @Test("nobody waits for a picture in work")
    func doesNotBlock() throws {
        let workshop = try made(PictureWorkshop())
        workshop.order(Self.blur(1, side: 1500))
        #expect(workshop.takeFinished().isEmpty)
        workshop.close()
    }

    @Test("a newer order for the same place takes that of the older one")
    func superseded() throws {
        let workshop = try made(PictureWorkshop())
        workshop.order(Self.blur(1, side: 1500))
        workshop.order(Self.blur(2, side: 10))
        workshop.order(Self.blur(1, side: 20))
        var sides: [Int: Int] = [:]
        while sides.count < 2 {
            for picture in Self.wait(workshop) { sides[picture.tag] = try picture.result.get().width }
        }
        #expect(sides == [1: 20, 2: 10])
        workshop.close()
    }

    @Test("an end in the middle of work breaks it off")
    func ends() throws {
        for _ in 0..<20 {
            let workshop = try made(PictureWorkshop())
            workshop.order(Self.blur(1, side: 2000))
            workshop.close()
        }
    }
}

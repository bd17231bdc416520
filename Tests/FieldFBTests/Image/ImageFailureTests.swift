import Foundation
import Testing

@testable import FieldFB

@Suite("Pictures that cannot be written")
struct ImageFailureTests {
    let folder: ScratchFolder
    let picture = TestPicture.gradient(width: 200, height: 200)

    init() throws { folder = try ScratchFolder() }

    private func failure(_ path: String, _ format: PictureFormat) -> PictureError? {
        do throws(PictureError) {
            try write([picture], to: path, format)
            return nil
        } catch {
            return error
        }
    }

    @Test("a full device is an error that names it", arguments: PictureFormat.allCases)
    func full(format: PictureFormat) {
        let message = failure("/dev/full", format)?.message
        #expect(message == "cannot write /dev/full: No space left on device (write)")
    }

    @Test("a device is written to and not replaced")
    func device() throws {
        try write([picture], to: "/dev/null", .png)
        let kind = try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type]
        #expect(kind as? FileAttributeType == .typeCharacterSpecial)
    }

    @Test("a missing folder is an error that names the file")
    func missingFolder() {
        let path = folder.file("none/a.png")
        #expect(failure(path, .png)?.message == "cannot write \(path): No such file or directory (open)")
    }

    @Test("a folder is not a file")
    func isFolder() {
        #expect(failure(folder.path, .ppm)?.message == "cannot write \(folder.path): Is a directory (open)")
    }

    @Test("a writer that is not finished leaves nothing, and what was there stands")
    func unfinished() throws {
        let path = folder.file("a.png")
        try Data("before".utf8).write(to: URL(fileURLWithPath: path))
        do {
            var writer = try PictureWriter.begin(
                .path(path), format: .gif, width: 200, height: 200, frameCount: 2)
            let surface = picture.surface
            try writer.add(surface)
        }
        #expect(folder.names == ["a.png"])
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("before".utf8))
    }

    @Test("what a program of the same number left behind keeps nothing from being written")
    func staleTemporary() throws {
        let stale = ".a.ppm.\(getpid())-0.part"
        try Data("stale".utf8).write(to: URL(fileURLWithPath: folder.file(stale)))
        try write([picture], to: folder.file("a.ppm"), .ppm)
        #expect(folder.names == [stale, "a.ppm"])
        #expect(TestPicture(netpbm: try Data(contentsOf: URL(fileURLWithPath: folder.file("a.ppm")))) == picture)
    }

    @Test("too few frames are an error and leave nothing")
    func tooFewFrames() throws {
        var writer = try PictureWriter.begin(
            .path(folder.file("a.apng")), format: .apng, width: 200, height: 200, frameCount: 2)
        let surface = picture.surface
        try writer.add(surface)
        var message = ""
        do throws(PictureError) { try writer.finish() } catch { message = error.message }
        #expect(message.hasSuffix("1 of 2 frames were made"))
        #expect(folder.names.isEmpty)
    }

    @Test("a file that is replaced keeps its permissions")
    func permissions() throws {
        let path = folder.file("a.ppm")
        try Data().write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o604], ofItemAtPath: path)
        try write([picture], to: path, .ppm)
        let permissions = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect(permissions as? Int == 0o604)
    }

    @Test("a symbolic link keeps leading to the file that is replaced")
    func link() throws {
        try Data().write(to: URL(fileURLWithPath: folder.file("real.ppm")))
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("link.ppm"), withDestinationPath: "real.ppm")
        try write([picture], to: folder.file("link.ppm"), .ppm)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("link.ppm")) == "real.ppm")
        let read = TestPicture(netpbm: try Data(contentsOf: URL(fileURLWithPath: folder.file("real.ppm"))))
        #expect(read == picture)
    }

    @Test("a name of 255 bytes can be written")
    func longName() throws {
        let path = folder.file(String(repeating: "n", count: 251) + ".ppm")
        try write([picture], to: path, .ppm)
        #expect(folder.names.count == 1)
    }

    @Test("a picture too large for its format is refused")
    func tooLarge() {
        var message = ""
        do throws(PictureError) {
            _ = try PictureWriter.begin(
                .path(folder.file("a.webp")), format: .webp, width: 16384, height: 10)
        } catch { message = error.message }
        #expect(message == "16384x10 is too large for webp: a side has at most 16383 pixels, the picture 33554432")
        #expect(folder.names.isEmpty)
    }

    @Test("a pipe whose reader left is an error")
    func brokenPipe() throws {
        PictureWriter.reportBrokenPipes()
        let pipe = Pipe()
        try pipe.fileHandleForReading.close()
        var message = ""
        do throws(PictureError) {
            var writer = try PictureWriter.begin(
                .descriptor(pipe.fileHandleForWriting.fileDescriptor), format: .ppm,
                width: 200, height: 200)
            let surface = picture.surface
            try writer.add(surface)
            try writer.finish()
        } catch { message = error.message }
        #expect(message.hasSuffix(": Broken pipe (write)"))
    }

    @Test("a pipe that takes bytes slowly and does not block gets them all")
    func slowPipe() throws {
        let pipe = Pipe()
        let descriptor = pipe.fileHandleForWriting.fileDescriptor
        #expect(fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0)
        // A thread of its own: the writer occupies this one.
        let reading = pipe.fileHandleForReading
        nonisolated(unsafe) var received = Data()
        let ended = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            received = reading.readDataToEndOfFile()
            ended.signal()
        }
        var writer = try PictureWriter.begin(
            .descriptor(descriptor), format: .ppm, width: 200, height: 200)
        let surface = picture.surface
        try writer.add(surface)
        try writer.finish()
        try pipe.fileHandleForWriting.close()
        ended.wait()
        #expect(TestPicture(netpbm: received) == picture)
    }

    @Test("a terminal gets no picture")
    func terminal() throws {
        var controller: CInt = 0
        var terminal: CInt = 0
        try #require(openpty(&controller, &terminal, nil, nil, nil) == 0)
        defer {
            close(controller)
            close(terminal)
        }
        var message = ""
        do throws(PictureError) {
            _ = try PictureWriter.begin(.descriptor(terminal), format: .png, width: 2, height: 2)
        } catch { message = error.message }
        #expect(message.contains("standard output is a terminal"))
    }
}

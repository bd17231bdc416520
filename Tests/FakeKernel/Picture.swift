import Foundation

@testable import ProgramLab

/// A picture as a display shows it: rows of red, green and blue, a byte each.
package struct Picture: Equatable, Sendable {
    package let width: Int
    package let height: Int
    package private(set) var bytes: [UInt8]

    /// A binary PPM.
    package init(file: String) throws {
        let content = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
        var lines = 0
        let start = content.firstIndex { byte in
            lines += byte == 10 ? 1 : 0
            return lines == 3
        }
        guard let start else { throw TimedOut(description: "\(file) is no picture") }
        let numbers = String(decoding: content[..<start], as: UTF8.self)
            .split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        guard numbers.count == 3, content.count - start - 1 == numbers[0] * numbers[1] * 3 else {
            throw TimedOut(description: "\(file) is no picture of its size")
        }
        (width, height) = (numbers[0], numbers[1])
        bytes = Array(content[(start + 1)...])
    }

    /// The same picture turned clockwise by quarter turns.
    package func turned(quarters: Int) -> Picture {
        guard quarters % 4 != 0 else { return self }
        var turned = [UInt8]()
        turned.reserveCapacity(bytes.count)
        // A row of the turned picture is a column of this one, from its lower end.
        for column in 0..<width {
            for row in (0..<height).reversed() {
                let start = (row * width + column) * 3
                turned += bytes[start..<(start + 3)]
            }
        }
        return Picture(width: height, height: width, bytes: turned).turned(quarters: quarters - 1)
    }

    private init(width: Int, height: Int, bytes: [UInt8]) {
        (self.width, self.height, self.bytes) = (width, height, bytes)
    }

    /// Where and how the other one differs by more than some steps of a channel; nil when it does not.
    package func difference(from other: Picture, tolerance: Int = 0) -> String? {
        guard width == other.width, height == other.height else {
            return "the size is \(width)x\(height), not \(other.width)x\(other.height)"
        }
        if bytes == other.bytes { return nil }
        var count = 0
        var first: Int?
        for index in bytes.indices where abs(Int(bytes[index]) - Int(other.bytes[index])) > tolerance {
            count += 1
            if first == nil { first = index / 3 }
        }
        guard let first else { return nil }
        let colours = [bytes, other.bytes].map { Array($0[(first * 3)..<(first * 3 + 3)]) }
        return "\(count) bytes differ, first at \(first % width), \(first / width): \(colours[0]), not \(colours[1])"
    }

    /// Whether all pixels are alike.
    package var isPlain: Bool { bytes.indices.allSatisfy { bytes[$0] == bytes[$0 % 3] } }

    /// What the program itself renders of the field.
    ///
    /// - Parameters:
    ///   - time: seconds after the start; nil for the still frame.
    ///   - format: the pixel format of a display to render for.
    package static func rendered(
        _ width: Int, _ height: Int, time: Int? = nil, scale: Double = 1, format: String? = nil,
        settings: [String] = []
    ) throws -> Picture {
        var words = ["render", "--size", "\(width)x\(height)", "--scale", "\(scale)"]
        if let time { words += ["--time", "\(time)"] }
        if let format { words += ["--format", format] }
        words += settings.flatMap { ["--set", $0] }
        return try Cache.shared.picture(words)
    }

    /// Rendering is the same for the same words: each is done once.
    private final class Cache: @unchecked Sendable {
        static let shared = Cache()
        private let lock = NSLock()
        private var pictures: [[String]: Picture] = [:]

        func picture(_ words: [String]) throws -> Picture {
            lock.lock()
            defer { lock.unlock() }
            if let known = pictures[words] { return known }
            let folder = try TemporaryFolder()
            let outcome = try ProgramUnderTest.run(words + ["-o", folder.file("picture.ppm")])
            guard outcome.code == 0 else { throw TimedOut(description: "\(words) said: \(outcome.error)") }
            let picture = try Picture(file: folder.file("picture.ppm"))
            pictures[words] = picture
            return picture
        }
    }
}

extension FakeKernel {
    /// Waits until a display shows a picture; says how it differs when it never does.
    package func waitUntil(_ display: String, shows expected: Picture, tolerance: Int = 0) throws {
        var last: String? = "it is dark"
        do {
            try eventually("\(display)") {
                guard let picture = try screen(display) else { return false }
                last = picture.difference(from: expected, tolerance: tolerance)
                return last == nil
            }
        } catch let timedOut as TimedOut {
            throw TimedOut(description: "\(timedOut.description): \(last ?? "")")
        }
    }

    /// Waits until a display shows another picture than before.
    package func waitUntilChanged(_ display: String) throws {
        let before = try screen(display)
        try eventually("another picture on \(display)") {
            let now = try screen(display)
            return now != nil && now != before
        }
    }
}

import Foundation
import Testing

@testable import FieldFB

@Suite("Backlights")
struct BacklightTests {
    /// A folder as the kernel's, with one light of these three files.
    private func folder(brightness: String?, maximum: String?, power: String?) throws -> String {
        let folder = NSTemporaryDirectory() + "fieldfb-backlight-\(UUID().uuidString)"
        let light = folder + "/10-0045"
        try FileManager.default.createDirectory(atPath: light, withIntermediateDirectories: true)
        for (name, value) in [("brightness", brightness), ("max_brightness", maximum), ("bl_power", power)] {
            try value?.write(toFile: "\(light)/\(name)", atomically: false, encoding: .utf8)
        }
        return folder
    }

    private func value(_ name: String, in folder: String) -> Int? {
        let text = try? String(contentsOfFile: "\(folder)/10-0045/\(name)", encoding: .utf8)
        return text.flatMap { Int($0.split(separator: "\n").first ?? "") }
    }

    @Test("a dark one is lit, with one line that says so")
    func dark() throws {
        let folder = try folder(brightness: "0\n", maximum: "255\n", power: "4\n")
        var lines: [String] = []
        Backlight.light(in: folder) { lines.append($0) }
        #expect(value("brightness", in: folder) == 255)
        #expect(value("bl_power", in: folder) == 0)
        #expect(lines.count == 1)
    }

    @Test("one that is on at all stays as it is, and is never lowered", arguments: ["1\n", "255\n", "300\n"])
    func lit(_ brightness: String) throws {
        let folder = try folder(brightness: brightness, maximum: "255\n", power: "0\n")
        var lines: [String] = []
        Backlight.light(in: folder) { lines.append($0) }
        #expect(try String(contentsOfFile: "\(folder)/10-0045/brightness", encoding: .utf8) == brightness)
        #expect(lines.isEmpty)
    }

    @Test("one switched off by its power alone keeps its brightness")
    func powerOnly() throws {
        let folder = try folder(brightness: "80\n", maximum: "255\n", power: "4\n")
        Backlight.light(in: folder) { _ in }
        #expect(value("brightness", in: folder) == 80)
        #expect(value("bl_power", in: folder) == 0)
    }

    @Test("missing files, nonsense and no folder at all change nothing", arguments: [
        (nil, nil, nil), ("nonsense", "255", "0"), ("", "", ""), ("0", nil, nil), ("99999999999999999999", "1", "-"),
    ] as [(String?, String?, String?)])
    func odd(_ brightness: String?, _ maximum: String?, _ power: String?) throws {
        let folder = try folder(brightness: brightness, maximum: maximum, power: power)
        Backlight.light(in: folder) { _ in }
        #expect(value("brightness", in: folder) == brightness.flatMap { Int($0) })
        #expect(Backlight.reports(in: folder + "/none").isEmpty)
    }

    @Test("one whose files are no files is left alone")
    func noFiles() throws {
        let folder = try folder(brightness: nil, maximum: "255", power: "4")
        try FileManager.default.createDirectory(
            atPath: "\(folder)/10-0045/brightness", withIntermediateDirectories: false)
        try FileManager.default.removeItem(atPath: "\(folder)/10-0045/bl_power")
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder)/10-0045/bl_power", withDestinationPath: "/dev/full")
        var lines: [String] = []
        Backlight.light(in: folder) { lines.append($0) }
        #expect(lines.isEmpty)
        #expect(Backlight.reports(in: folder).first?.brightness == -1)
    }
}

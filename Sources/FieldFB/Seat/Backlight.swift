/// Raises backlights that are off, so that a picture is not drawn in the dark.
///
/// Only for the person who asks for it, and only after the first picture is on
/// the glass: a light that comes on too early shows what was there before. A
/// light that is on at all stays as it is, and none is ever lowered.
public enum Backlight {
    /// A backlight as the kernel tells of it.
    public struct Report: Sendable {
        /// Such as `10-0045`.
        public var name: String
        /// From 0 to `maximum`; -1 when it does not say.
        public var brightness: Int
        /// The highest value; -1 when it does not say.
        public var maximum: Int
        /// 0 is on, 1 to 4 are degrees of off (`bl_power`); -1 when it does not say.
        public var power: Int

        /// Whether nothing is to be seen by it.
        public var isDark: Bool { brightness == 0 || power > 0 }
    }

    /// Where the kernel keeps its backlights.
    public static let folder = "/sys/class/backlight"

    /// All backlights, by name. Nothing is changed.
    public static func reports(in folder: String = folder) -> [Report] {
        let names = (try? systemFolderNames(folder)) ?? []
        var reports: [Report] = []
        for name in names.map({ Array($0.utf8) }).sorted(by: { $0.lexicographicallyPrecedes($1) })
        where name.first != UInt8(ascii: ".") {
            let text = String(decoding: name, as: UTF8.self)
            let place = "\(folder)/\(text)"
            reports.append(
                Report(
                    name: text, brightness: number(in: "\(place)/brightness"),
                    maximum: number(in: "\(place)/max_brightness"), power: number(in: "\(place)/bl_power")))
        }
        return reports
    }

    /// Lights every backlight that is dark: power on, and a brightness of 0
    /// becomes the highest, since the kernel keeps no other to go back to.
    ///
    /// - Parameter log: takes one line for each backlight that was lit, or that could not be.
    public static func light(in folder: String = folder, log: (String) -> Void) {
        for report in reports(in: folder) where report.isDark {
            let place = "\(folder)/\(report.name)"
            do throws(SystemFailure) {
                if report.brightness == 0 && report.maximum > 0 {
                    try write(report.maximum, to: "\(place)/brightness")
                }
                if report.power > 0 { try write(0, to: "\(place)/bl_power") }
                log("\(place): was dark, now lit")
            } catch {
                log("\(place): is dark and cannot be lit: \(error.call): \(systemErrorText(error.errno))")
            }
        }
    }

    private static func number(in path: String) -> Int {
        var digits = smallFile(path, limit: 64)[...]
        while let last = digits.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: " ") { digits.removeLast() }
        return Int(String(decoding: digits, as: UTF8.self)) ?? -1
    }

    private static func write(_ number: Int, to path: String) throws(SystemFailure) {
        let descriptor = try systemOpen(path, .write)
        defer { systemClose(descriptor) }
        let text = Array("\(number)\n".utf8)
        // Once: a backlight on a bus may answer "again" for ever.
        _ = try systemWriteAvailable(descriptor, text, from: 0)
    }
}

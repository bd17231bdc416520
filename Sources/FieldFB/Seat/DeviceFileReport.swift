/// A device file of a display, and who may open it.
public struct DeviceFileReport: Sendable {
    /// Such as `/dev/dri/card0`.
    public var path: String
    /// Who owns it: a name where /etc tells one, else a number.
    public var owner: String
    public var group: String
    /// The permission bits, such as 0o660.
    public var permissions: Int
    /// Why it may not be opened for reading and writing; empty when it may.
    public var refusal: String
    /// Whether it is a render node: it computes pictures, and no display hangs on it.
    public var isRenderNode: Bool
    /// The cards of the same device, such as `/dev/dri/card0`. A render node
    /// without one belongs to a device that has no display at all.
    public var cards: [String]
    /// The processes that hold it open, such as `weston (412)`, as far as the
    /// user may see them; at most eight.
    public var holders: [String]

    /// Where device files, names and processes are looked up.
    struct Places {
        var devices = "/dev"
        var classes = "/sys/class"
        var configuration = "/etc"
        var processes = "/proc"
    }

    /// Everything in /dev/dri and every framebuffer device, by name. Nothing is opened.
    public static func gather() -> [DeviceFileReport] { gather(Places()) }

    static func gather(_ places: Places) -> [DeviceFileReport] {
        var paths: [[UInt8]] = []
        for name in (try? systemFolderNames("\(places.devices)/dri")) ?? []
        where name.utf8.starts(with: "card".utf8) || name.utf8.starts(with: "renderD".utf8) {
            paths.append(Array("\(places.devices)/dri/\(name)".utf8))
        }
        for name in (try? systemFolderNames(places.devices)) ?? [] {
            guard name.utf8.starts(with: "fb".utf8), Int(Substring(name.utf8.dropFirst(2))) != nil else { continue }
            paths.append(Array("\(places.devices)/\(name)".utf8))
        }
        paths.sort { $0.lexicographicallyPrecedes($1) }
        var reports = paths.map { report(String(decoding: $0, as: UTF8.self), places) }
        addHolders(to: &reports, places)
        return reports
    }

    private static func report(_ path: String, _ places: Places) -> DeviceFileReport {
        var report = DeviceFileReport(
            path: path, owner: "", group: "", permissions: 0, refusal: "",
            isRenderNode: path.utf8.starts(with: "\(places.devices)/dri/renderD".utf8), cards: [], holders: [])
        do throws(SystemFailure) {
            let file = try systemPathRecord(path)
            report.owner = name(of: file.user, in: "\(places.configuration)/passwd")
            report.group = name(of: file.group, in: "\(places.configuration)/group")
            report.permissions = Int(file.permissions)
            try systemMayReadAndWrite(path)
        } catch {
            report.refusal = systemErrorText(error.errno)
        }
        if report.isRenderNode {
            let file = path.utf8.dropFirst(places.devices.utf8.count + 5)
            let siblings = "\(places.classes)/drm/\(String(decoding: file, as: UTF8.self))/device/drm"
            for name in (try? systemFolderNames(siblings)) ?? [] where name.utf8.starts(with: "card".utf8) {
                report.cards.append("\(places.devices)/dri/\(name)")
            }
        }
        return report
    }

    /// The name behind a number in a file such as /etc/passwd, or the number.
    static func name(of number: UInt32, in path: String) -> String {
        for line in smallFile(path, limit: 1 << 20).split(separator: UInt8(ascii: "\n")) {
            let fields = line.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
            if fields.count > 2, fields[2].elementsEqual("\(number)".utf8) {
                return String(decoding: fields[0], as: UTF8.self)
            }
        }
        return "\(number)"
    }

    /// Looks through the open files of every process.
    private static func addHolders(to reports: inout [DeviceFileReport], _ places: Places) {
        guard !reports.isEmpty else { return }
        let own = Int(systemProcessNumber())
        for process in (try? systemFolderNames(places.processes)) ?? [] {
            guard let number = Int(process), number != own else { continue }
            let folder = "\(places.processes)/\(process)"
            var held: [Int] = []
            for file in (try? systemFolderNames("\(folder)/fd")) ?? [] {
                guard let target = systemResolvedPath("\(folder)/fd/\(file)") else { continue }
                for (place, report) in reports.enumerated()
                where report.path.utf8.elementsEqual(target.utf8) && !held.contains(place) {
                    held.append(place)
                }
            }
            for place in held where reports[place].holders.count < 8 {
                let name = smallFile("\(folder)/comm", limit: 64).prefix { $0 != UInt8(ascii: "\n") }
                reports[place].holders.append("\(String(decoding: name, as: UTF8.self)) (\(number))")
            }
        }
    }
}

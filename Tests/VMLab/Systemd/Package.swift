import Foundation

/// The Debian package under test, as `make deb` makes it.
public struct Package: Sendable {
    let path: String

    /// FIELDFB_PACKAGE when it is set, else the newest one in `out`. Throws what
    /// to do when there is none.
    public static func found() throws -> Package {
        let files = FileManager.default
        if let named = ProcessInfo.processInfo.environment["FIELDFB_PACKAGE"] {
            guard files.isReadableFile(atPath: named) else {
                throw LabError("FIELDFB_PACKAGE is \(named), which is no file")
            }
            return Package(path: named)
        }
        let folder = World.package.appendingPathComponent("out")
        let names = (try? files.contentsOfDirectory(atPath: folder.path)) ?? []
        let packages = try names.filter { $0.hasPrefix("fieldfb_") && $0.hasSuffix(".deb") }.map { name in
            let file = folder.appendingPathComponent(name)
            let date = try file.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
            return (path: file.path, date: date ?? .distantPast)
        }
        guard let newest = packages.max(by: { $0.date < $1.date }) else {
            throw LabError("no package to test in \(folder.path): run make deb, or set FIELDFB_PACKAGE")
        }
        return Package(path: newest.path)
    }
}

import CDRM

/// Where setting files lie when none is named: `fieldfb.conf` in each of three
/// folders, and any number of drop-ins, `fieldfb.conf.d/*.conf`, beside it.
enum SettingFolders {
    /// From the lowest to the highest.
    static let all = ["/usr/lib/fieldfb", "/etc/fieldfb", "/run/fieldfb"]
    static let fileName = "/fieldfb.conf"
    static let dropIns = "/fieldfb.conf.d"
    /// The most entries a folder of drop-ins may have.
    static let mostEntries = 1000

    /// The file of each folder, from the lowest to the highest.
    static var files: [String] {
        var files: [String] = []
        for folder in all { files.append(folder + fileName) }
        return files
    }

    /// The drop-ins of all folders in the order of their names, whatever the
    /// folder. Of those with the same name only the highest counts, which lets
    /// an empty file or a link to /dev/null take a lower one away.
    ///
    /// - Parameter trouble: told which folder is not read, and why.
    static func dropIns(root: String, trouble: (String, SystemError) -> Void) -> [String] {
        var found: [(name: [UInt8], path: String)] = []
        for folder in all.reversed() {
            let path = folder + dropIns
            do throws(SystemError) {
                for name in try SystemCalls.names(in: path, root: root, limit: mostEntries) where isDropIn(name) {
                    let place = found.firstIndex { !$0.name.lexicographicallyPrecedes(name) } ?? found.count
                    if place < found.count, found[place].name.elementsEqual(name) { continue }
                    found.insert((name, "\(path)/\(String(bytes: name))"), at: place)
                }
            } catch {
                if error.errno != ENOENT { trouble(path, error) }
            }
        }
        var paths: [String] = []
        for file in found { paths.append(file.path) }
        return paths
    }

    /// Files that editors and package managers leave beside others begin with a
    /// dot or end otherwise. A name that is no text could not be told of.
    private static func isDropIn(_ name: [UInt8]) -> Bool {
        name.first != UInt8(ascii: ".") && name.suffix(5).elementsEqual(".conf".utf8)
            && isValidUTF8(name[...]) && !name.contains { $0.isControl }
    }
}

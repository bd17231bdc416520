/// Where fonts are looked for: the usual folders, without any list or cache of
/// other programs. The same files give the same order.
struct FontSearch {
    static let usualFolders = [
        "/usr/local/share/fieldfb/fonts", "/usr/share/fieldfb/fonts", "/usr/local/share/fonts", "/usr/share/fonts",
    ]

    /// How deep folders are looked into, how many entries are looked at, and
    /// how many files are kept.
    private static let deepest = 4
    private static let mostEntries = 4096
    private static let mostFiles = 512

    /// Families that read well on screens, the best first, as their files begin.
    private static let families = [
        "DejaVuSans", "NotoSans", "LiberationSans", "Roboto", "Inter", "OpenSans", "Ubuntu", "FreeSans", "Cantarell",
        "Arimo",
    ]

    /// Paths of font files, those to be tried first in front.
    private(set) var paths: [String] = []
    private var entriesLeft = FontSearch.mostEntries

    init(folders: [String]) {
        var found: [(rank: Int, path: String)] = []
        for folder in folders { look(in: folder, depth: 0, &found) }
        found.sort { first, second in
            if first.rank != second.rank { return first.rank < second.rank }
            return first.path.utf8.lexicographicallyPrecedes(second.path.utf8)
        }
        for entry in found { paths.append(entry.path) }
    }

    private mutating func look(in folder: String, depth: Int, _ found: inout [(rank: Int, path: String)]) {
        guard depth <= FontSearch.deepest, let names = try? systemFolderNames(folder) else { return }
        for name in names {
            guard entriesLeft > 0, found.count < FontSearch.mostFiles else { return }
            entriesLeft -= 1
            if name.utf8.first == UInt8(ascii: ".") { continue }
            let path = "\(folder)/\(name)"
            if FontSearch.isFont(name) {
                found.append((FontSearch.rank(name), path))
            } else if let record = try? systemPathRecord(path), record.isFolder {
                look(in: path, depth: depth + 1, &found)
            }
        }
    }

    private static func isFont(_ name: String) -> Bool {
        for ending in [".ttf", ".otf", ".ttc"] where name.utf8.count > ending.utf8.count {
            if name.utf8.suffix(ending.utf8.count).elementsEqual(ending.utf8) { return true }
        }
        return false
    }

    /// The lower the better: known families, and of each the upright one of
    /// ordinary weight.
    private static func rank(_ name: String) -> Int {
        let stem = Array(name.utf8.dropLast(4))
        for (place, family) in families.enumerated() where stem.starts(with: family.utf8) {
            let rest = stem[family.utf8.count...]
            if rest.isEmpty || rest.elementsEqual("-Regular".utf8) || rest.elementsEqual("-R".utf8) { return place }
        }
        let isOrdinary = contains(stem, "Regular") || !(contains(stem, "Bold") || contains(stem, "Italic")
            || contains(stem, "Oblique") || contains(stem, "Mono") || contains(stem, "Serif") || contains(stem, "Light"))
        return families.count + (isOrdinary ? 0 : 1)
    }

    private static func contains(_ stem: [UInt8], _ word: StaticString) -> Bool {
        let word = Array("\(word)".utf8)
        guard stem.count >= word.count else { return false }
        for start in 0...(stem.count - word.count) where stem[start..<(start + word.count)].elementsEqual(word) {
            return true
        }
        return false
    }
}

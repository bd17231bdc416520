import Foundation
import Testing

/// One line of Tests/Golden/scenes.txt: which flavours draw it, size, time, the
/// hash of its pixels, and the settings, with _ for a blank.
struct GoldenScene: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// `all`; `shaped`: those with every library; `single`: those that set letters
    /// one by one; `single64`: those of them of 64 bits.
    let kind: String
    let width: Int
    let height: Int
    let hash: String
    let words: [String]

    static let all: [GoldenScene] = {
        let file = GoldenFrame.package.appendingPathComponent("Tests/Golden/scenes.txt")
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap(GoldenScene.init)
    }()

    private init?(line: Substring) {
        let words = line.split(separator: " ").map(String.init)
        let sides = words.count > 3 ? words[1].split(separator: "x").compactMap { Int($0) } : []
        guard sides.count == 2 else { return nil }
        kind = words[0]
        (width, height) = (sides[0], sides[1])
        hash = words[3]
        var render = ["render", "-o", "-", "--type", "ppm", "--size", words[1], "--time", words[2]]
        for setting in words[4...] {
            render += ["--set", setting.replacingOccurrences(of: "_", with: " ").replacingOccurrences(of: "GOLDEN", with: "Tests/Golden")]
        }
        self.words = render
        testDescription = line.description
    }
}

@Suite("The same scenes everywhere")
struct GoldenSceneTests {
    @Test("every flavour draws every golden scene that it can, bit for bit", arguments: Flavour.all.filter { !$0.isModule })
    func scenes(_ flavour: Flavour) throws {
        try flavour.make()
        let kinds: Set<String>
        switch flavour.name {
        case "static armhf": kinds = ["all", "single"]
        case let name where name.hasPrefix("static"): kinds = ["all", "single", "single64"]
        default: kinds = ["all", "shaped"]
        }
        for scene in GoldenScene.all where kinds.contains(scene.kind) {
            let outcome = try run(flavour.runner + [flavour.path] + scene.words)
            let hash = pixelHash(pixmap: outcome.output, width: scene.width, height: scene.height)
            #expect(hash == scene.hash, "\(flavour.name): \(scene.testDescription) \(outcome.error)")
            #expect(outcome.error.isEmpty, "\(outcome.error)")
        }
    }

    @Test("the list of golden scenes is read whole")
    func list() {
        #expect(GoldenScene.all.count >= 20)
        #expect(Set(GoldenScene.all.map(\.kind)) == ["all", "shaped", "single", "single64"])
    }
}

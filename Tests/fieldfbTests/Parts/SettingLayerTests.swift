import Foundation
import Testing

@testable import ProgramLab
@testable import fieldfb

@Suite("The layers of settings")
struct SettingLayerTests {
    /// A system with its root in a folder.
    private final class System {
        let folder: TemporaryFolder
        var sources = SettingSources()

        init() throws {
            folder = try TemporaryFolder()
            for name in ["usr/lib", "etc", "run"] { try folder.makeFolder("\(name)/fieldfb/fieldfb.conf.d") }
            sources.root = folder.path
            sources.kernelCommandLine = folder.file("cmdline")
        }

        func write(_ text: String, to name: String) throws { try folder.write(text, to: name) }

        func read() -> SettingReading { sources.read() }

        /// The faults, without the folder in front of them.
        func faults() -> [String] {
            read().faults.messages.map { $0.replacingOccurrences(of: folder.path, with: "") }
        }

        func origin(of key: String) -> String {
            let place = Setting.all.firstIndex { $0.key == key } ?? 0
            return (read().origins[place]?.text ?? "default").replacingOccurrences(of: folder.path, with: "")
        }
    }

    @Test("without any file the defaults stand and nothing is said")
    func nothing() throws {
        let system = try System()
        #expect(system.faults() == [])
        #expect(system.read().origins.allSatisfy { $0 == nil })
        try system.folder.remove("etc/fieldfb")
        #expect(system.faults() == [])
    }

    @Test("each layer goes over the one before: /usr/lib, /etc, /run, drop-ins, kernel, options")
    func order() throws {
        let system = try System()
        func pitch() -> Double { system.read().settings.field.pitch }
        let layers = [
            ("usr/lib/fieldfb/fieldfb.conf", "[Field]\nPitch=21\n"),
            ("etc/fieldfb/fieldfb.conf", "[Field]\nPitch=22\n"),
            ("run/fieldfb/fieldfb.conf", "[Field]\nPitch=23\n"),
            ("usr/lib/fieldfb/fieldfb.conf.d/10-vendor.conf", "[Field]\nPitch=24\n"),
            ("cmdline", "quiet fieldfb.pitch=25\n"),
        ]
        for (step, (file, text)) in layers.enumerated() {
            try system.write(text, to: file)
            #expect(pitch() == Double(21 + step), "\(file)")
        }
        try system.sources.add(assignment: "Pitch=26")
        #expect(pitch() == 26)
        #expect(system.faults() == [])
    }

    @Test("a higher layer leaves what it does not say to the lower ones")
    func merged() throws {
        let system = try System()
        try system.write("[Field]\nPitch=21\nReach=0.5\n", to: "usr/lib/fieldfb/fieldfb.conf")
        try system.write("[Field]\nPitch=22\n", to: "etc/fieldfb/fieldfb.conf")
        #expect(system.read().settings.field.reach == 0.5)
        #expect(system.origin(of: "Pitch") == "/etc/fieldfb/fieldfb.conf:2")
        #expect(system.origin(of: "Reach") == "/usr/lib/fieldfb/fieldfb.conf:3")
        #expect(system.origin(of: "Style") == "default")
    }

    @Test("drop-ins are read in the order of their names, whatever their folder")
    func dropInOrder() throws {
        let system = try System()
        try system.write("[Field]\nPitch=30\n", to: "run/fieldfb/fieldfb.conf.d/10-a.conf")
        try system.write("[Field]\nPitch=40\n", to: "usr/lib/fieldfb/fieldfb.conf.d/20-b.conf")
        #expect(system.read().settings.field.pitch == 40)
        try system.write("[Field]\nPitch=50\n", to: "etc/fieldfb/fieldfb.conf.d/30-c.conf")
        #expect(system.read().settings.field.pitch == 50)
        // By bytes, as in the C locale: capital letters before small ones.
        try system.write("[Field]\nPitch=60\n", to: "etc/fieldfb/fieldfb.conf.d/Z.conf")
        try system.write("[Field]\nPitch=70\n", to: "usr/lib/fieldfb/fieldfb.conf.d/a.conf")
        #expect(system.read().settings.field.pitch == 70)
    }

    @Test("a drop-in takes the place of one with its name in a lower folder", arguments: [
        ("usr/lib", "etc"), ("usr/lib", "run"), ("etc", "run"),
    ])
    func masking(_ lower: String, _ higher: String) throws {
        let system = try System()
        try system.write("[Field]\nPitch=30\nReach=0.5\n", to: "\(lower)/fieldfb/fieldfb.conf.d/a.conf")
        try system.write("[Field]\nPitch=40\n", to: "\(higher)/fieldfb/fieldfb.conf.d/a.conf")
        #expect(system.read().settings.field.pitch == 40)
        #expect(system.read().settings.field.reach == 0.4)
        #expect(system.faults() == [])
    }

    @Test("an empty file or a link to /dev/null takes a drop-in away without a word", arguments: [true, false])
    func maskingByNothing(isLink: Bool) throws {
        let system = try System()
        try system.write("[Field]\nPitch=30\n", to: "usr/lib/fieldfb/fieldfb.conf.d/a.conf")
        if isLink {
            try system.folder.makeLink("etc/fieldfb/fieldfb.conf.d/a.conf", to: "/dev/null")
        } else {
            try system.write("", to: "etc/fieldfb/fieldfb.conf.d/a.conf")
        }
        #expect(system.read().settings.field.pitch == 14)
        #expect(system.faults() == [])
    }

    @Test("only names that end in .conf and do not begin with a dot are drop-ins")
    func otherNames() throws {
        let system = try System()
        for name in ["README", "a.conf~", "a.conf.dpkg-old", ".a.conf", ".#a.conf", "conf", "a\nb.conf"] {
            try system.write("[Field]\nPitch=30\n", to: "etc/fieldfb/fieldfb.conf.d/\(name)")
        }
        #expect(system.read().settings.field.pitch == 14)
        #expect(system.faults() == [])
    }

    @Test("under another root links lead where they lead there")
    func linksInRoot() throws {
        let system = try System()
        try system.folder.makeFolder("data")
        try system.write("[Field]\nPitch=33\n", to: "data/look.conf")
        try system.folder.makeLink("etc/fieldfb/fieldfb.conf", to: "/data/look.conf")
        try system.folder.remove("run/fieldfb/fieldfb.conf.d")
        try system.folder.makeLink("run/fieldfb/fieldfb.conf.d", to: "../../../../../../data")
        #expect(system.faults() == [])
        #expect(system.origin(of: "Pitch") == "/run/fieldfb/fieldfb.conf.d/look.conf:2")
        try system.folder.remove("run/fieldfb/fieldfb.conf.d")
        #expect(system.origin(of: "Pitch") == "/etc/fieldfb/fieldfb.conf:2")
    }

    @Test("a named file takes the place of all files, and the kernel's command line still goes over it")
    func namedFile() throws {
        let system = try System()
        try system.write("[Field]\nPitch=21\n", to: "etc/fieldfb/fieldfb.conf")
        try system.write("[Field]\nReach=0.5\n", to: "named.conf")
        try system.write("fieldfb.style=lines", to: "cmdline")
        system.sources.file = "/named.conf"
        let settings = system.read().settings
        #expect(settings.field.pitch == 14)
        #expect(settings.field.reach == 0.5)
        #expect(settings.field.style == .lines)
    }

    // MARK: - What is not as it should be

    @Test("what stands in the place of a file is named once, and the other layers count", arguments: [
        ("folder", "is a directory, not a setting file"), ("fifo", "is no regular file; not read"),
        ("huge", "more than the 1048576 bytes that setting files may have together; not read"),
        ("loop", "cannot be read: Too many levels of symbolic links"),
    ], ["etc/fieldfb/fieldfb.conf", "etc/fieldfb/fieldfb.conf.d/a.conf"])
    func notAFile(_ kind: (String, String), _ path: String) throws {
        let system = try System()
        try system.write("[Field]\nPitch=21\n", to: "usr/lib/fieldfb/fieldfb.conf")
        switch kind.0 {
        case "folder": try system.folder.makeFolder(path)
        case "fifo": try system.folder.makeFIFO(path)
        case "huge": try system.write(String(repeating: "# noise\n", count: 200_000), to: path)
        default: try system.folder.makeLink(path, to: "/\(path)")
        }
        #expect(system.faults() == ["/\(path): \(kind.1)"])
        #expect(system.read().settings.field.pitch == 21)
    }

    @Test("a link that leads nowhere is said of a drop-in; a missing file is not missed")
    func danglingLinks() throws {
        let system = try System()
        try system.folder.makeLink("etc/fieldfb/fieldfb.conf", to: "/absent")
        #expect(system.faults() == [])
        try system.folder.makeLink("etc/fieldfb/fieldfb.conf.d/a.conf", to: "/absent")
        #expect(system.faults() == ["/etc/fieldfb/fieldfb.conf.d/a.conf: cannot be read: No such file or directory"])
    }

    @Test("a file or a FIFO in the place of the folder of drop-ins is named once", arguments: [true, false])
    func noFolder(isFIFO: Bool) throws {
        let system = try System()
        try system.folder.remove("etc/fieldfb/fieldfb.conf.d")
        if isFIFO {
            try system.folder.makeFIFO("etc/fieldfb/fieldfb.conf.d")
        } else {
            try system.write("", to: "etc/fieldfb/fieldfb.conf.d")
        }
        try system.write("[Field]\nPitch=30\n", to: "usr/lib/fieldfb/fieldfb.conf.d/a.conf")
        #expect(system.faults() == ["/etc/fieldfb/fieldfb.conf.d: is no folder of setting files"])
        #expect(system.read().settings.field.pitch == 30)
    }

    @Test("of a folder with thousands of drop-ins none is read, and one line says so")
    func thousands() throws {
        let system = try System()
        for number in 0..<3000 {
            try system.write("[Field]\nPitch=0\n", to: "etc/fieldfb/fieldfb.conf.d/\(number).conf")
        }
        try system.write("[Field]\nPitch=30\n", to: "usr/lib/fieldfb/fieldfb.conf.d/a.conf")
        #expect(
            system.faults()
                == ["/etc/fieldfb/fieldfb.conf.d: holds more than 1000 files; none of them is read"])
        #expect(system.read().settings.field.pitch == 30)
    }

    @Test("of files that are too large together the last ones are not read")
    func largeTogether() throws {
        let system = try System()
        for name in ["a", "b", "c"] {
            let text = "[Field]\nPitch=2\(name == "a" ? 1 : 2)\n" + String(repeating: "# noise\n", count: 60_000)
            try system.write(text, to: "etc/fieldfb/fieldfb.conf.d/\(name).conf")
        }
        try system.write("[Field]\nReach=0.5\n", to: "etc/fieldfb/fieldfb.conf.d/d.conf")
        #expect(
            system.faults() == [
                "/etc/fieldfb/fieldfb.conf.d/c.conf: "
                    + "more than the 1048576 bytes that setting files may have together; not read"
            ])
        #expect(system.read().settings.field.pitch == 22)
        #expect(system.read().settings.field.reach == 0.5)
    }

    @Test("all faults of all layers together are reported in part and counted")
    func manyFaults() throws {
        let system = try System()
        for number in 0..<200 {
            try system.write("[Field]\nPitch=0\n", to: "etc/fieldfb/fieldfb.conf.d/\(number).conf")
        }
        #expect(system.faults().count == 51)
        #expect(system.faults().last == "150 more faults in setting files")
    }

    @Test("the kernel's command line may be missing, endless or no file", arguments: [
        ("missing", []), ("endless", ["kernel command line: cannot be read: File too large"]),
        ("folder", ["kernel command line: cannot be read: Is a directory"]),
    ])
    func oddCommandLine(_ kind: String, _ faults: [String]) throws {
        let system = try System()
        switch kind {
        case "endless": try system.write(String(repeating: "fieldfb.pitch=20 ", count: 100_000), to: "cmdline")
        case "folder": try system.folder.makeFolder("cmdline")
        default: break
        }
        #expect(system.faults() == faults)
        #expect(system.read().settings.field.pitch == 14)
    }

    // MARK: - Reading again

    @Test("what a file gave before stands when it can no longer be read, and falls when the file goes", arguments: [
        "etc/fieldfb/fieldfb.conf", "etc/fieldfb/fieldfb.conf.d/a.conf",
    ])
    func fileLost(_ path: String) throws {
        let system = try System()
        try system.write("[Field]\nPitch=21\nReach=0.5\n", to: "usr/lib/fieldfb/fieldfb.conf")
        try system.write("[Field]\nPitch=30\n", to: path)
        #expect(system.read().settings.field.pitch == 30)
        try system.folder.remove(path)
        try system.folder.makeFolder(path)
        try system.write("[Field]\nPitch=22\nReach=0.6\n", to: "usr/lib/fieldfb/fieldfb.conf")
        for _ in 0..<2 {
            #expect(
                system.faults()
                    == ["/\(path): is a directory, not a setting file; what it said before stands"])
            #expect(system.read().settings.field.pitch == 30)
            #expect(system.read().settings.field.reach == 0.6)
        }
        try system.folder.remove(path)
        #expect(system.read().settings.field.pitch == 22)
    }

    @Test("what a folder of drop-ins gave before stands when it can no longer be read")
    func folderLost() throws {
        let system = try System()
        try system.write("[Field]\nPitch=20\n", to: "etc/fieldfb/fieldfb.conf")
        try system.write("[Field]\nPitch=30\n", to: "etc/fieldfb/fieldfb.conf.d/a.conf")
        #expect(system.read().settings.field.pitch == 30)
        try system.folder.remove("etc/fieldfb/fieldfb.conf.d")
        try system.write("", to: "etc/fieldfb/fieldfb.conf.d")
        #expect(
            system.faults()
                == ["/etc/fieldfb/fieldfb.conf.d: is no folder of setting files; what it said before stands"])
        #expect(system.read().settings.field.pitch == 30)
    }

    @Test("what the kernel's command line gave stands when it can no longer be read")
    func commandLineLost() throws {
        let system = try System()
        try system.write("fieldfb.pitch=30\n", to: "cmdline")
        #expect(system.read().settings.field.pitch == 30)
        try system.folder.remove("cmdline")
        try system.folder.makeFolder("cmdline")
        #expect(system.read().settings.field.pitch == 30)
    }
}

// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// The part that makes pictures, as WebAssembly: always Embedded Swift.
let webAssembly = Context.environment["FIELDFB_WASM"] == "1"

// Two flavours from the same sources: ordinary Swift (development and tests)
// and Embedded Swift (what ships on a board). Each has its own scratch path,
// since a module of one flavour cannot be imported by the other.
let embedded = webAssembly || Context.environment["FIELDFB_EMBEDDED"] == "1"

/// A program that is linked statically cannot load the picture libraries: it is
/// built without what calls them, and writes portable pixmaps only.
let pictures = Context.environment["FIELDFB_PICTURES"] != "0"
let encoders = ["Image/Encoders", "SystemCalls+Image.swift", "Picture/Decoders", "SystemCalls+Decoder.swift"]
let noEncoders = ["Image/NoEncoders", "Picture/NoDecoders"]

/// A program for a place where every byte counts is built without words.
let words = Context.environment["FIELDFB_WORDS"] != "0"
let fonts = ["Text/Fonts", "SystemCalls+Text.swift", "SystemCalls+Shaping.swift"]
let noFonts = ["Text/NoFonts"]

/// What is in a folder of the package, but for some of it.
func everything(in folder: String, but kept: Set<String>) -> [String] {
    let files = try? FileManager.default.contentsOfDirectory(atPath: "\(Context.packageDirectory)/\(folder)")
    return (files ?? []).filter { !kept.contains($0) }.sorted()
}

/// Where the toolchain keeps the Unicode tables of Embedded Swift, which
/// comparing strings needs and which are not linked by themselves.
func embeddedLibraryFolder() -> String {
    if let folder = Context.environment["FIELDFB_EMBEDDED_LIBRARIES"] { return folder }
    #if arch(arm64)
        let triple = "aarch64-unknown-linux-gnu"
    #else
        let triple = "x86_64-unknown-linux-gnu"
    #endif
    let folders = (Context.environment["PATH"] ?? "").split(separator: ":")
    for folder in folders where FileManager.default.fileExists(atPath: "\(folder)/swiftc") {
        let compiler = URL(fileURLWithPath: "\(folder)/swiftc").resolvingSymlinksInPath()
        return compiler.deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("lib/swift/embedded/\(triple)").path
    }
    return "/opt/swift/usr/lib/swift/embedded/\(triple)"
}

/// Parts of the standard library's strings that the compiler would copy into
/// every message the program can write: a fifth of the program. They are
/// called instead.
let calledNotCopied = [
    "$eSS6appendyySSF",  // String.append
    "$eSS2peoiyySSz_SStFZ",  // String +=
    "$eSS1poiyS2S_SStFZ",  // String +
    "$es11_StringGutsV6appendyyABF",
    "$es11_StringGutsV6appendyyAA0A9GutsSliceVF",
    "$es26DefaultStringInterpolationV13appendLiteralyySSF",
    "$es26DefaultStringInterpolationV15literalCapacity18interpolationCountABSi_SitcfC",
    "$eSS19stringInterpolationSSs013DefaultStringB0V_tcfC",  // String(stringInterpolation:)
]

/// The compiler inlines for speed even when it optimises for size; these limits
/// hold it back. Drawing a frame takes no more instructions with them.
let smallerCode = [
    "-Xfrontend", "-sil-inline-caller-benefit-reduction-factor", "-Xfrontend", "8",
    "-Xllvm", "-sil-inline-generic-specialization-benefit=20",
    "-Xllvm", "-sil-inline-devirtualized-call-benefit=20",
    "-Xllvm", "-sil-inline-overall-caller-block-limit=100",
    "-Xllvm", "-inline-threshold=0",
    // What comes from C headers is never unwound.
    "-Xcc", "-fno-asynchronous-unwind-tables",
]

var settings: [SwiftSetting] = [
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableExperimentalFeature("Lifetimes"),
]
var linking: [LinkerSetting] = []
if !pictures { settings.append(.unsafeFlags(["-Xcc", "-DCDRM_WITHOUT_PICTURES", "-Xcc", "-DCTEXT_STATIC"])) }
if embedded {
    settings += [
        .enableExperimentalFeature("Embedded"),
        // Machine code is made once, in the program, and not in each library too.
        .enableExperimentalFeature("DeferredCodeGen"),
        .unsafeFlags(["-wmo", "-Osize", "-Xfrontend", "-function-sections"]),
        .unsafeFlags(calledNotCopied.flatMap { ["-Xllvm", "-sil-inline-never-function=\($0)"] }),
        .unsafeFlags(smallerCode),
    ]
}
if webAssembly {
    // There is no C library to tell of a stack that was overwritten.
    settings.append(.unsafeFlags(["-Xfrontend", "-disable-stack-protector"]))
    linking.append(.unsafeFlags(["-Xclang-linker", "-nostdlib", "-Xlinker", "--no-entry"]))
} else if embedded {
    linking += [
        .linkedLibrary("m"),
        .linkedLibrary("swiftUnicodeDataTables"),
        .unsafeFlags(["-L\(embeddedLibraryFolder())", "-use-ld=lld", "-Xlinker", "--gc-sections"]),
        // One copy of functions that are the same code.
        .unsafeFlags(["-Xlinker", "--icf=all"]),
    ]
}

/// Which glyphs stand for words: by the rules of their scripts, or one for each
/// letter where the library for that is not wanted.
settings.append(.define("Shaping", .when(traits: ["Shaping"])))

var products: [Product] = [
    .library(name: "FieldCore", targets: ["FieldCore"]),
    .library(name: "FieldFB", targets: ["FieldFB"]),
    .executable(name: "fieldfb", targets: ["fieldfb"]),
]
var targets: [Target] = [
    .systemLibrary(
        name: "CDRM", pkgConfig: "libdrm",
        providers: [.apt(["libdrm-dev", "libpng-dev", "libturbojpeg0-dev", "libwebp-dev", "libgif-dev"])]),
    .systemLibrary(name: "CText", providers: [.apt(["libfreetype-dev", "libraqm-dev"])]),
    .target(name: "FieldCore", swiftSettings: settings),
    .target(
        name: "FieldFB", dependencies: ["FieldCore", "CDRM", "CText"],
        exclude: (pictures ? noEncoders : encoders) + (words ? noFonts : fonts), swiftSettings: settings),
    .executableTarget(
        name: "fieldfb", dependencies: ["FieldCore", "FieldFB", "CDRM"],
        swiftSettings: settings, linkerSettings: linking),
    .testTarget(name: "FieldCoreTests", dependencies: ["FieldCore"]),
    .testTarget(name: "FieldFBTests", dependencies: ["FieldFB"]),
    // The built program, run and asked from outside; on a kernel of our own too.
    .target(name: "ProgramLab", path: "Tests/ProgramLab"),
    .target(
        name: "FakeKernel", dependencies: ["ProgramLab"], path: "Tests/FakeKernel", exclude: ["kernel"],
        swiftSettings: [.unsafeFlags(["-O"])]),
    .testTarget(name: "fieldfbTests", dependencies: ["fieldfb", "ProgramLab"]),
    // The same pictures from every build of the program.
    .testTarget(name: "FlavourTests", dependencies: ["fieldfb"]),
    .testTarget(name: "FakeKernelTests", dependencies: ["FakeKernel", "ProgramLab", "fieldfb"]),
    // Pictures are compared pixel for pixel: unoptimised, that is most of the time.
    .target(
        name: "VMLab", path: "Tests/VMLab", exclude: ["world"],
        swiftSettings: [.unsafeFlags(["-O"])]),
    .testTarget(name: "VMTests", dependencies: ["VMLab"]),
]

// Inputs that nobody would write, for the parts that read them: scripts/fuzz.
// The program is a library there, which tells libFuzzer what it went through.
if Context.environment["FIELDFB_FUZZ"] == "1" {
    let coverage = ["-sanitize=address", "-sanitize-coverage=edge,inline-8bit-counters,pc-table"]
    let watched = settings + [.unsafeFlags(coverage)]
    products = [.executable(name: "Fuzz", targets: ["Fuzz"])]
    targets = targets.filter { $0.type == .system } + [
        .target(name: "FieldCore", swiftSettings: watched),
        .target(
            name: "FieldFB", dependencies: ["FieldCore", "CDRM", "CText"], exclude: noEncoders + noFonts,
            swiftSettings: watched),
        .target(
            name: "fieldfb", dependencies: ["FieldCore", "FieldFB", "CDRM"], exclude: ["Program.swift"],
            swiftSettings: watched),
        .executableTarget(
            name: "Fuzz", dependencies: ["FieldFB", "fieldfb"], path: "Tests/Fuzz", exclude: ["corpus"],
            swiftSettings: [.unsafeFlags(["-parse-as-library", "-sanitize=address"])],
            linkerSettings: [.unsafeFlags(["-sanitize=address", "-sanitize=fuzzer", "-use-ld=lld"])]),
    ]
}

// WebAssembly: what makes a picture, without a display or a system.
if webAssembly {
    products = [.executable(name: "frames", targets: ["Frames"])]
    targets = [
        .target(name: "FieldCore", swiftSettings: settings),
        .target(
            name: "FieldFB", dependencies: ["FieldCore"],
            exclude: everything(in: "Sources/FieldFB", but: ["Raster", "Pixels"]),
            swiftSettings: settings),
        .target(name: "WasmRuntime", path: "Tests/WasmFrames/Runtime"),
        .executableTarget(
            name: "Frames", dependencies: ["FieldCore", "FieldFB", "WasmRuntime"],
            path: "Tests/WasmFrames/Frames",
            swiftSettings: settings + [.enableExperimentalFeature("Extern")], linkerSettings: linking),
    ]
}

// The headers of FreeType stand in a folder of their own. Its pkg-config would
// have the program linked with it, which opens it at run time.
let headers = Context.environment["FIELDFB_FREETYPE_HEADERS"] ?? "/usr/include/freetype2"
if !webAssembly {
    for target in targets where target.type != .system {
        target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-Xcc", "-I\(headers)"])]
    }
}

let package = Package(
    name: "fieldfb", products: products,
    traits: [
        .trait(name: "Shaping", description: "Words by the rules of their scripts, with raqm."),
        .default(enabledTraits: ["Shaping"]),
    ],
    targets: targets,
    swiftLanguageModes: [.v6]
)

// swift-tools-version: 6.2
import PackageDescription

// Two flavours from the same sources: ordinary Swift (development and tests)
// and Embedded Swift (what ships on a board). Each has its own scratch path,
// since a module of one flavour cannot be imported by the other.
let embedded = Context.environment["FIELDFB_EMBEDDED"] == "1"

var settings: [SwiftSetting] = [
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableExperimentalFeature("Lifetimes"),
]
var linking: [LinkerSetting] = []
if embedded {
    settings += [
        .enableExperimentalFeature("Embedded"),
        .unsafeFlags(["-wmo"]),
    ]
    linking += [.unsafeFlags(["-Xlinker", "--gc-sections"])]
}

let package = Package(
    name: "fieldfb",
    products: [
        .library(name: "FieldCore", targets: ["FieldCore"]),
        .library(name: "FieldFB", targets: ["FieldFB"]),
        .executable(name: "fieldfb", targets: ["fieldfb"]),
    ],
    targets: [
        .systemLibrary(
            name: "CDRM", pkgConfig: "libdrm",
            providers: [.apt(["libdrm-dev", "libpng-dev", "libwebp-dev", "libgif-dev"])]),
        .target(name: "FieldCore", swiftSettings: settings),
        .target(name: "FieldFB", dependencies: ["FieldCore", "CDRM"], swiftSettings: settings),
        .executableTarget(
            name: "fieldfb", dependencies: ["FieldCore", "FieldFB", "CDRM"],
            swiftSettings: settings, linkerSettings: linking),
        .testTarget(name: "FieldCoreTests", dependencies: ["FieldCore"]),
        .testTarget(name: "FieldFBTests", dependencies: ["FieldFB"]),
        .testTarget(name: "fieldfbTests", dependencies: ["fieldfb"]),
        // Pictures are compared pixel for pixel: unoptimised, that is most of the time.
        .target(
            name: "VMLab", path: "Tests/VMLab", exclude: ["world"],
            swiftSettings: [.unsafeFlags(["-O"])]),
        .testTarget(name: "VMTests", dependencies: ["VMLab"]),
    ],
    swiftLanguageModes: [.v6]
)

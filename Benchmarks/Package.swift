// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that what fieldfb is compared with is never a
// dependency of fieldfb.
let package = Package(
    name: "Benchmarks",
    dependencies: [.package(name: "fieldfb", path: "..")],
    targets: [
        .systemLibrary(name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]),
        .target(name: "CBench"),
        .executableTarget(
            name: "Bench",
            dependencies: [
                "CBench", "CCairo",
                .product(name: "FieldCore", package: "fieldfb"),
                .product(name: "FieldFB", package: "fieldfb"),
            ],
            swiftSettings: [.unsafeFlags(["-Xcc", "-I/usr/include/freetype2"])]),
    ],
    swiftLanguageModes: [.v6]
)

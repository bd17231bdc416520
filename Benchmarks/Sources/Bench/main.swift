import FieldCore
import FieldFB
import Foundation

/// Prints one line for each size and style: what a frame costs, and what cairo
/// needs for the same marks in the same run. Times wander on a busy machine;
/// the ratio, the changed marks, the bytes and the allocations do not.
if let index = CommandLine.arguments.firstIndex(of: "--profile") {
    let style = FieldStyle(rawValue: CommandLine.arguments[index + 1]) ?? .dots
    profile(style: style, frames: Int(CommandLine.arguments[index + 2]) ?? 30)
    exit(0)
}

let quick = CommandLine.arguments.contains("--quick")
let frames = quick ? 60 : 300
let sizes = [(800, 480), (1920, 1080), (3840, 2160)]

print("size       style   marks  changed  ms/frame     p99  KiB/frame  allocations  cairo ms   ratio")
var failed = false
for (width, height) in sizes {
    for style in FieldStyle.allCases {
        let cost = runField(width: width, height: height, style: style, frames: frames)
        let cairo = runCairo(width: width, height: height, style: style, frames: quick ? 5 : 15)
        print(
            String(
                format: "%-10@ %-6@ %6d  %7.0f  %8.3f %7.3f  %9.0f  %11d  %8.2f  %6.0fx",
                "\(width)x\(height)", style.rawValue, cost.marks, cost.changed, cost.median,
                cost.ninetyNinth, cost.bytes / 1024, Int(cost.allocations), cairo,
                cairo / cost.median))
        if cost.allocations != 0 { failed = true }
    }
}
if failed {
    print("error: a frame allocated memory")
    exit(1)
}
if CommandLine.arguments.contains("--dump") {
    for style in FieldStyle.allCases {
        var p = FieldParameters(); p.style = style
        var s = Stage(width: 800, height: 480, scale: 1, parameters: p)!
        s.draw(FieldMotion.running(at: 12, parameters: p).mass)
        var d = Data("P6\n800 480\n255\n".utf8)
        for v in s.surface.pixels { d.append(contentsOf: [UInt8(v >> 16 & 255), UInt8(v >> 8 & 255), UInt8(v & 255)]) }
        try! d.write(to: URL(fileURLWithPath: "/tmp/\(style.rawValue).ppm"))
    }
}

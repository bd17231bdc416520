import FieldCore
import Foundation

/// Prints one line for each size and style: what a frame costs, and what cairo
/// needs to draw the same marks in the same run; the ratio is that of drawing. Times wander on a busy machine;
/// the ratio, the changed marks, the bytes and the allocations do not.
if let index = CommandLine.arguments.firstIndex(of: "--profile") {
    let style = FieldStyle(rawValue: CommandLine.arguments[index + 1]) ?? .dots
    profile(style: style, frames: Int(CommandLine.arguments[index + 2]) ?? 30)
    exit(0)
}

let quick = CommandLine.arguments.contains("--quick")
let frames = quick ? 60 : 300
let sizes = [(800, 480), (1920, 1080), (3840, 2160)]

let columns = [
    "size      ", "style", "   marks", "changed", " draw ms", " copy ms", "    99th", "KiB/frame", "allocations",
    "cairo ms", " ratio",
]
print(columns.joined(separator: "  "))
var failed = false
for (width, height) in sizes {
    for style in FieldStyle.allCases {
        let cost = runField(width: width, height: height, style: style, frames: frames)
        let cairo = runCairo(width: width, height: height, style: style, frames: quick ? 5 : 15)
        let size = "\(width)x\(height)".padding(toLength: 10, withPad: " ", startingAt: 0)
        print(
            size, style.rawValue.padding(toLength: 5, withPad: " ", startingAt: 0),
            String(
                format: "%8d  %7.0f  %8.3f  %8.3f  %8.3f  %9.0f  %11d  %8.2f  %5.0fx", cost.marks,
                cost.changed, cost.draw, cost.copy, cost.ninetyNinth, cost.bytes / 1024,
                Int(cost.allocations), cairo, cairo / cost.draw),
            separator: "  ")
        if cost.allocations != 0 { failed = true }
    }
}
if failed {
    print("error: a frame allocated memory")
    exit(1)
}

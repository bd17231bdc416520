import FieldCore
import Foundation

// Bench [--quick]                    times, beside cairo in the same run
// Bench --profile COURSE FRAMES      only draws, for a profiler
// Bench --count COURSE FRAMES AFTER  what a frame changes
// COURSE is STYLE WIDTH HEIGHT PITCH REACH free|pinned.

let words = CommandLine.arguments
if let index = ["--profile", "--count"].compactMap(words.firstIndex).first, words.count > index + 7 {
    let numbers = words[(index + 2)...(index + 5)].compactMap(Double.init)
    let course = Course(
        width: Int(numbers[0]), height: Int(numbers[1]),
        style: FieldStyle(rawValue: words[index + 1]) ?? .dots, pitch: numbers[2], reach: numbers[3],
        isPinned: words[index + 6] == "pinned")
    let frames = Int(words[index + 7]) ?? 30
    if words[index] == "--profile" {
        profile(course, frames: frames)
    } else {
        count(course, frames: frames, after: Int(words[index + 8]) ?? 0)
    }
    exit(0)
}

/// Times wander on a busy machine; what they are divided by in the same run,
/// the changed marks, the bytes and the allocations do not.
let quick = words.contains("--quick")
let frames = quick ? 60 : 300
let columns = [
    "size      ", "style", "   marks", "changed", "ns/mark", "draw ms", "copy ms", "   99th", "KiB/frame", "x copy",
    "allocations", "cairo ms", " ratio",
]
print(columns.joined(separator: "  "))
var failed = false
for (width, height) in [(800, 480), (1920, 1080), (3840, 2160)] {
    for style in FieldStyle.allCases {
        let course = Course(width: width, height: height, style: style)
        let cost = runField(course, frames: frames)
        let cairo = runCairo(course, frames: quick ? 5 : 15)
        let size = "\(width)x\(height)".padding(toLength: 10, withPad: " ", startingAt: 0)
        print(
            size, style.rawValue.padding(toLength: 5, withPad: " ", startingAt: 0),
            String(
                format: "%8d  %7.0f  %7.1f  %7.3f  %7.3f  %7.3f  %9.0f  %6.1f  %11d  %8.2f  %5.0fx",
                cost.marks, cost.changed, cost.evaluate * 1e6 / Double(cost.marks), cost.draw, cost.copy,
                cost.ninetyNinth, cost.bytes / 1024, cost.timesACopy, Int(cost.allocations), cairo,
                cairo / cost.draw),
            separator: "  ")
        if cost.allocations != 0 { failed = true }
    }
}

print("\nthe field over a photograph, with words and a bar, beside the field alone")
print("size        alone ms  whole ms  ratio  allocations  bytes of words")
for (width, height) in [(800, 480), (1920, 1080), (3840, 2160)] {
    let cost = runScene(Course(width: width, height: height), frames: frames)
    print(
        "\(width)x\(height)".padding(toLength: 10, withPad: " ", startingAt: 0),
        String(
            format: "%8.3f  %8.3f  %5.2f  %11d  %14d", cost.alone, cost.whole, cost.whole / cost.alone,
            Int(cost.allocations), cost.wordBytes),
        separator: "  ")
    if cost.allocations != 0 { failed = true }
}
if failed {
    print("error: a frame allocated memory")
    exit(1)
}

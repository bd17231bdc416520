import CBench
import FieldCore
import FieldFB

/// What drawing a field for a while cost.
struct RunCost {
    var marks = 0
    /// Average marks changed in a frame.
    var changed = 0.0
    /// Processor milliseconds to draw a frame in ordinary memory, and to copy
    /// its damage: medians.
    var draw = 0.0
    var copy = 0.0
    /// Of both together, the 99th of a hundred.
    var ninetyNinth = 0.0
    /// Average bytes a frame copied to the display.
    var bytes = 0.0
    /// Allocations in all frames together.
    var allocations: UInt64 = 0
}

/// Draws `frames` frames of a running field, 30 to a second, each copied to a
/// buffer that stands for the display's memory.
func runField(width: Int, height: Int, style: FieldStyle, frames: Int) -> RunCost {
    var parameters = FieldParameters()
    parameters.style = style
    guard var stage = Stage(width: width, height: height, parameters: parameters) else {
        fatalError("no stage of \(width)x\(height)")
    }
    var motion = FieldMotion(startTime: 3, easeTime: 0)
    var scanout = [UInt32](repeating: 0, count: width * height)
    stage.draw(motion.mass)

    var cost = RunCost()
    cost.marks = stage.markCount
    var draws = [Double](repeating: 0, count: frames)
    var copies = [Double](repeating: 0, count: frames)
    var times = [Double](repeating: 0, count: frames)
    var changed = 0
    var pixels = 0
    let before = bench_allocations()
    for frame in 0..<frames {
        let start = bench_thread_nanoseconds()
        motion.advance(nanoseconds: 33_333_333)
        stage.draw(motion.mass)
        let drawn = bench_thread_nanoseconds()
        for band in stage.damage.bands {
            for y in band.y..<band.maxY {
                let offset = y * width
                scanout.withUnsafeMutableBufferPointer { target in
                    stage.surface.pixels.withUnsafeBufferPointer { source in
                        (target.baseAddress! + offset + band.x).update(
                            from: source.baseAddress! + offset + band.x, count: band.width)
                    }
                }
            }
            pixels += band.width * band.height
        }
        let end = bench_thread_nanoseconds()
        draws[frame] = Double(drawn - start) / 1e6
        copies[frame] = Double(end - drawn) / 1e6
        times[frame] = Double(end - start) / 1e6
        changed += stage.changedMarkCount
    }
    cost.allocations = bench_allocations() - before
    draws.sort()
    copies.sort()
    times.sort()
    cost.draw = draws[frames / 2]
    cost.copy = copies[frames / 2]
    cost.ninetyNinth = times[min(frames - 1, frames * 99 / 100)]
    cost.changed = Double(changed) / Double(frames)
    cost.bytes = Double(pixels) * 4 / Double(frames)
    return cost
}

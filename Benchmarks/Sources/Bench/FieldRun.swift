import CBench
import FieldCore
import FieldFB

/// A field to be measured: running, 30 frames to a second.
struct Course {
    var width: Int
    var height: Int
    var style = FieldStyle.dots
    var pitch = FieldParameters().pitch
    /// The share of the surface that the mass takes.
    var reach = FieldParameters().reach
    /// Whether the mass stays where it is and only folds.
    var isPinned = false

    var parameters: FieldParameters {
        var parameters = FieldParameters()
        parameters.style = style
        parameters.pitch = pitch
        parameters.reach = reach
        if isPinned { parameters.driftSpeed = 0 }
        return parameters
    }

    func stage() -> Stage {
        guard let stage = Stage(width: width, height: height, parameters: parameters) else {
            fatalError("no stage of \(width)x\(height)")
        }
        return stage
    }

    func motion() -> FieldMotion {
        var motion = FieldMotion(startTime: 3, easeTime: 0)
        motion.setSpeeds(parameters)
        return motion
    }
}

extension FieldMotion {
    mutating func advanceOneFrame() { advance(nanoseconds: 33_333_333) }
}

/// What drawing a field for a while cost. Times are medians of the thread's
/// processor milliseconds a frame.
struct RunCost {
    var marks = 0
    /// Average marks changed in a frame.
    var changed = 0.0
    /// To work out the marks alone.
    var evaluate = 0.0
    /// To draw a frame in ordinary memory, the marks included.
    var draw = 0.0
    /// To copy its damage to the display.
    var copy = 0.0
    /// Of drawing and copying together, the 99th of a hundred.
    var ninetyNinth = 0.0
    /// Average bytes a frame copied to the display.
    var bytes = 0.0
    /// Allocations in all frames together.
    var allocations: UInt64 = 0

    /// Painting and copying, by a plain copy of the same bytes.
    var timesACopy: Double { (draw - evaluate + copy) / copy }
}

/// Draws `frames` frames of a running field, each copied to a buffer that
/// stands for the display's memory.
func runField(_ course: Course, frames: Int) -> RunCost {
    var stage = course.stage()
    var motion = course.motion()
    var scanout = [UInt32](repeating: 0, count: course.width * course.height)
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
        motion.advanceOneFrame()
        stage.draw(motion.mass)
        let drawn = bench_thread_nanoseconds()
        pixels += copyDamage(of: stage, to: &scanout)
        let end = bench_thread_nanoseconds()
        draws[frame] = Double(drawn - start) / 1e6
        copies[frame] = Double(end - drawn) / 1e6
        times[frame] = Double(end - start) / 1e6
        changed += stage.changedMarkCount
    }
    cost.allocations = bench_allocations() - before
    times.sort()
    cost.draw = median(draws)
    cost.copy = median(copies)
    cost.evaluate = runEvaluation(course, frames: frames)
    cost.ninetyNinth = times[min(frames - 1, frames * 99 / 100)]
    cost.changed = Double(changed) / Double(frames)
    cost.bytes = Double(pixels) * 4 / Double(frames)
    return cost
}

/// Copies what changed, row by row, as an output does. Returns the pixels.
func copyDamage(of stage: borrowing Stage, to scanout: inout [UInt32]) -> Int {
    let width = stage.surface.width
    var pixels = 0
    for band in stage.damage.bands {
        for y in band.y..<band.maxY {
            let offset = y * width + band.x
            scanout.withUnsafeMutableBufferPointer { target in
                stage.surface.pixels.withUnsafeBufferPointer { source in
                    (target.baseAddress! + offset).update(
                        from: source.baseAddress! + offset, count: band.width)
                }
            }
        }
        pixels += band.width * band.height
    }
    return pixels
}

/// The marks of the same frames, nothing painted.
private func runEvaluation(_ course: Course, frames: Int) -> Double {
    let size = Size(width: Double(course.width), height: Double(course.height))
    guard var field = Field(size: size, parameters: course.parameters) else { return 0 }
    var motion = course.motion()
    var times = [Double](repeating: 0, count: frames)
    for frame in 0..<frames {
        let start = bench_thread_nanoseconds()
        motion.advanceOneFrame()
        field.evaluate(motion.mass)
        times[frame] = Double(bench_thread_nanoseconds() - start) / 1e6
    }
    return median(times)
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

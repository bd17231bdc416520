import CBench
import FieldCore
import FieldFB

/// The field over a photograph, with words and a bar, beside the field alone.
struct SceneCost {
    /// Medians of the thread's processor milliseconds a frame, drawn and copied.
    var alone: Double
    var whole: Double
    var allocations: UInt64
    /// How many bytes of words there are; 0 where no font is to be had.
    var wordBytes: Int
}

/// Draws frame after frame of both in turn, so that they share the machine's mood.
func runScene(_ course: Course, frames: Int) -> SceneCost {
    var scene = Scene()
    scene.field = course.parameters
    guard var alone = SceneStage(width: course.width, height: course.height, scene: scene),
        var whole = SceneStage(width: course.width, height: course.height, scene: scene)
    else { fatalError("no stage of \(course.width)x\(course.height)") }
    whole.setPoster(photograph(course.width, course.height))
    var words = SceneWords()
    words.message = Array("Updating the system".utf8)
    words.detail = Array("Keep the power on until this is done".utf8)
    whole.setWords(words)
    var typeface: Typeface? = try? Typeface(path: nil)
    let bar = ProgressMoment(presence: 1, value: 0.425, certainty: 1, phase: 0)

    var motion = course.motion()
    var scanout = [UInt32](repeating: 0, count: course.width * course.height)
    func moment(_ progress: ProgressMoment) -> SceneMoment { SceneMoment(mass: motion.mass, progress: progress) }
    alone.draw(moment(.hidden), typeface: &typeface)
    whole.draw(moment(bar), typeface: &typeface)
    var times = (alone: [Double](repeating: 0, count: frames), whole: [Double](repeating: 0, count: frames))
    let before = bench_allocations()
    for frame in 0..<frames {
        motion.advanceOneFrame()
        let start = bench_thread_nanoseconds()
        alone.draw(moment(.hidden), typeface: &typeface)
        _ = copyDamage(of: alone.stage, to: &scanout)
        let middle = bench_thread_nanoseconds()
        whole.draw(moment(bar), typeface: &typeface)
        _ = copyDamage(of: whole.stage, to: &scanout)
        times.alone[frame] = Double(middle - start) / 1e6
        times.whole[frame] = Double(bench_thread_nanoseconds() - middle) / 1e6
    }
    let allocations = bench_allocations() - before
    let hasWords = typeface != nil
    return SceneCost(
        alone: median(times.alone), whole: median(times.whole), allocations: allocations,
        wordBytes: hasWords ? words.message.count + words.detail.count : 0)
}

/// A picture in which no two neighbours are the same.
private func photograph(_ width: Int, _ height: Int) -> Picture {
    var pixels: [UInt32] = []
    pixels.reserveCapacity(width * height)
    for y in 0..<height {
        for x in 0..<width {
            let noise = UInt32(truncatingIfNeeded: (x &* 7919) ^ (y &* 104_729)) & 15
            let (red, green) = (UInt32(x * 200 / width) + noise, UInt32(y * 200 / height) + noise)
            pixels.append(0xFF00_0000 | red << 16 | green << 8 | (80 + noise))
        }
    }
    return Picture(width: width, height: height, pixels: pixels)
}

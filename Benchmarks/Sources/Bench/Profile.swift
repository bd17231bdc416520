import FieldCore
import FieldFB

/// Only draws, for a profiler that counts instructions.
func profile(_ course: Course, frames: Int) {
    var stage = course.stage()
    var motion = course.motion()
    for _ in 0..<frames {
        stage.draw(motion.mass)
        motion.advanceOneFrame()
    }
}

/// Prints what the last `frames` of a course changed, on average a frame: all
/// marks, changed marks, changed pixels and pixels copied.
func count(_ course: Course, frames: Int, after first: Int) {
    var stage = course.stage()
    var motion = course.motion()
    var marks = 0
    var changed = 0
    var copied = 0
    var former = stage.surface.pixels
    for frame in 0..<(first + frames) {
        stage.draw(motion.mass)
        motion.advanceOneFrame()
        if frame >= first {
            marks += stage.changedMarkCount
            for band in stage.damage.bands { copied += band.width * band.height }
            for place in former.indices where former[place] != stage.surface.pixels[place] { changed += 1 }
        }
        former = stage.surface.pixels
    }
    print(stage.markCount, marks / frames, changed / frames, copied / frames)
}

import FieldCore
import FieldFB

/// Only draws, for a profiler: `Bench --profile dots 30`.
func profile(style: FieldStyle, frames: Int) {
    _ = runField(width: 1920, height: 1080, style: style, frames: frames)
}

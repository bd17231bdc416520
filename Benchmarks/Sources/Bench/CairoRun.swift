import CBench
import CCairo
import FieldCore

/// Draws the same marks with cairo: an image surface, cleared and drawn whole,
/// default antialiasing. Returns the median processor milliseconds a frame.
func runCairo(_ course: Course, frames: Int) -> Double {
    let (width, height) = (course.width, course.height)
    let size = Size(width: Double(width), height: Double(height))
    guard var field = Field(size: size, parameters: course.parameters) else { return 0 }
    var motion = course.motion()
    let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), Int32(height))
    let context = cairo_create(surface)
    defer {
        cairo_destroy(context)
        cairo_surface_destroy(surface)
    }
    var times: [Double] = []
    for _ in 0..<frames {
        motion.advanceOneFrame()
        field.evaluate(motion.mass)
        let start = bench_thread_nanoseconds()
        draw(field, in: context)
        cairo_surface_flush(surface)
        times.append(Double(bench_thread_nanoseconds() - start) / 1e6)
    }
    return median(times)
}

private func draw(_ field: Field, in context: OpaquePointer?) {
    cairo_set_source_rgb(context, 0, 0, 0)
    cairo_paint(context)
    cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
    let parameters = field.parameters
    for row in 0..<field.grid.rows {
        let y = field.grid.y(row: row)
        for column in 0..<field.grid.columns {
            let x = field.grid.x(column: column)
            let place = field.marks.place(column: column, row: row)
            let radius = Double(field.marks.radius[place.element][place.lane])
            let ink = Double(field.marks.ink[place.element][place.lane])
            cairo_set_source_rgba(context, 1, 1, 1, ink)
            switch parameters.style {
            case .dots:
                cairo_arc(context, x, y, radius, 0, 2 * .pi)
                cairo_fill(context)
            case .lines:
                let reach = radius * parameters.lineLengthScale
                let alongX = Double(field.marks.directionX[place.element][place.lane]) * reach
                let alongY = Double(field.marks.directionY[place.element][place.lane]) * reach
                cairo_set_line_width(context, max(0.2, radius * parameters.lineWeightScale))
                cairo_move_to(context, x - alongX, y - alongY)
                cairo_line_to(context, x + alongX, y + alongY)
                cairo_stroke(context)
            }
        }
    }
}

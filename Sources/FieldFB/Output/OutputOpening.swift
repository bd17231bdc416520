/// Opens the output a person asked for.
public enum OutputOpening {
    /// Opens an output. `auto` tries every DRM card, then /dev/fb0.
    ///
    /// - Parameters:
    ///   - choice: what is wanted. `terminal` is the one of standard output.
    ///   - headlessSize: the size of a headless output, in pixels.
    ///   - preferences: mode, pixel format and connector of a DRM display.
    ///   - log: takes one line for each thing a person should know; the output
    ///     keeps it for what it finds out later.
    public static func open(
        _ choice: OutputChoice, headlessSize: (width: Int, height: Int) = (1280, 720),
        preferences: DisplayPreferences = DisplayPreferences(), log: @escaping (String) -> Void
    ) throws(OutputError) -> Output {
        switch choice {
        case .headless:
            guard
                let output = HeadlessOutput(
                    width: headlessSize.width, height: headlessSize.height, keepsPicture: false)
            else {
                throw OutputError(
                    .unsuitable, call: "headless size", place: "headless",
                    detail: "a side must be in 1...\(Surface.maximumSide) pixels, and all together "
                        + "at most \(Surface.maximumPixelCount)")
            }
            return .headless(output)
        case .drm:
            return .drm(try DisplayOutput.open(preferences: preferences, log: log))
        case .framebuffer:
            return .framebuffer(try FramebufferOutput.open(path: framebufferPath, log: log))
        case .auto:
            return try openBest(preferences, log)
        case .terminal:
            return .terminal(try TerminalOutput.open())
        }
    }

    /// The framebuffer device that is used.
    static let framebufferPath = "/dev/fb0"

    /// Whether a DRM driver offers the framebuffer device, and not one of its own kind.
    static var isFramebufferOfDRM: Bool {
        (try? systemFolderNames("/sys/class/graphics/fb0/device/drm")) != nil
    }

    private static func openBest(
        _ preferences: DisplayPreferences, _ log: @escaping (String) -> Void
    ) throws(OutputError) -> Output {
        let failure: OutputError
        do throws(OutputError) {
            return .drm(try DisplayOutput.open(preferences: preferences, log: log))
        } catch {
            // The framebuffer device may be the same screen: drawing to it
            // would write under the program that drives it.
            if error.reason == .notMaster { throw error }
            // And where a DRM device only lacks a display, its own framebuffer
            // device has none either, but would keep us from seeing one come.
            if error.reason == .noDisplay && isFramebufferOfDRM { throw error }
            failure = error
        }
        do throws(OutputError) {
            let output = try FramebufferOutput.open(path: framebufferPath, log: log)
            if failure.reason != .noDevice { log("not used: \(failure.finding)") }
            return .framebuffer(output)
        } catch {
            if failure.reason == .noDevice { throw error }
            throw failure
        }
    }
}

/// Whether motion is reduced, and who says so.
///
/// The file is read and watched only while the setting is `auto`.
struct ReducedMotion: ~Copyable {
    private(set) var isOn = false
    /// Where it comes from: `setting`, `default`, or the path of the file.
    private(set) var source = "default"

    private var watch: FileWatch?
    private var watchFailed = false
    private var path = ""
    private var warned = ""

    /// What to wait for; nil when no file is followed.
    var descriptor: CInt? {
        switch watch {
        case .some(let watch): watch.descriptor
        case .none: nil
        }
    }

    /// Takes over what the settings say.
    mutating func follow(_ settings: Settings) {
        guard settings.reduceMotion == .auto else {
            watch = nil
            isOn = settings.reduceMotion == .yes
            source = "setting"
            return
        }
        if watch == nil && !watchFailed || !path.hasSameBytes(as: settings.reduceMotionFile) {
            path = settings.reduceMotionFile
            do throws(SystemError) {
                watch = try FileWatch(path: path)
            } catch {
                watch = nil
                watchFailed = true
                StandardError.say(.warning, "\(path): cannot be followed: \(error.call): \(error.text)")
            }
        }
        readFile()
    }

    /// Takes the events that wait; whether the answer changed.
    mutating func takeEvents() -> Bool {
        guard watch?.takeEvents() == true else { return false }
        let former = isOn
        readFile()
        return former != isOn
    }

    private mutating func readFile() {
        let (reading, reason) = ReduceMotionFile.read(path)
        isOn = reading.isOn
        source = reading == .missing ? "default" : path
        // Each reason is said once, however often the file is written.
        if reading == .unclear && !warned.hasSameBytes(as: reason) {
            StandardError.say(.warning, "\(path): \(reason); motion is reduced")
        }
        warned = reason
    }
}

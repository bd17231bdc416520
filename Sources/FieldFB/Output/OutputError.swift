import CDRM

/// Why an output could not be opened or could not show a picture.
public struct OutputError: Error, Sendable {
    /// What kind of trouble it is, for a program that must decide what to do.
    public enum Reason: Equatable, Sendable {
        /// There is no such device. It may appear later.
        case noDevice
        /// The device is there, but no display that could be lit. One may be plugged in later.
        case noDisplay
        /// The rights of the device file forbid it.
        case permission
        /// Another program drives this display. It may leave later.
        case notMaster
        /// The device was there and went away.
        case gone
        /// The device cannot do what is needed, and will not be able to later.
        case unsuitable
        /// The kernel refused a call that should have worked.
        case failed
    }

    /// What kind of trouble it is.
    public var reason: Reason
    /// The call that failed, such as `open` or `DRM_IOCTL_MODE_SETCRTC`; or
    /// what was examined when no call failed.
    public var call: String
    /// The error number of that call; 0 when no call failed.
    public var errno: CInt
    /// The device file or the object the call was about.
    public var place: String
    /// What the program found, in words; may be empty.
    public var detail: String

    public init(
        _ reason: Reason, call: String, errno: CInt = 0, place: String, detail: String = ""
    ) {
        self.reason = reason
        self.call = call
        self.errno = errno
        self.place = place
        self.detail = detail
    }

    /// What happened, why, and what to do about it, in one line.
    public var message: String {
        let advice = self.advice
        return advice.isEmpty ? finding : "\(finding); \(advice)"
    }

    /// What happened and why, without advice.
    var finding: String {
        var text = "\(place): "
        switch (detail.isEmpty, errno == 0) {
        case (false, true): text += detail
        case (false, false): text += "\(detail) (\(call): \(systemErrorText(errno)))"
        case (true, false): text += "\(call): \(systemErrorText(errno))"
        case (true, true): text += "\(call) failed"
        }
        return text
    }

    private var advice: String {
        switch reason {
        case .noDevice: return "is the display driver loaded?"
        case .noDisplay: return "plug in a display, or see `fieldfb probe`"
        case .permission: return "run as root or as a member of the group video"
        case .notMaster: return "another program drives this display; stop it first"
        case .gone: return "the device was removed"
        case .unsuitable: return "see `fieldfb probe` for what this device offers"
        case .failed: return ""
        }
    }
}

extension OutputError {
    /// A system call that failed on an object.
    init(_ reason: Reason, failure: SystemFailure, place: String, detail: String = "") {
        self.init(reason, call: "\(failure.call)", errno: failure.errno, place: place, detail: detail)
    }

    /// A device file that cannot be opened.
    init(opening failure: SystemFailure, place: String) {
        let reason: Reason
        switch failure.errno {
        case ENOENT, ENODEV, ENXIO: reason = .noDevice
        case EACCES, EPERM: reason = .permission
        default: reason = .failed
        }
        self.init(reason, failure: failure, place: place, detail: "it cannot be opened")
    }
}

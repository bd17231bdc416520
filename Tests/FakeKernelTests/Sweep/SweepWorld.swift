import FakeKernel

/// A machine that the sweep runs on: one for each way of showing pictures.
enum SweepWorld: String, CaseIterable, Sendable {
    /// Two displays on a card with atomic commits, and a console.
    case atomic
    /// A card that only knows the older calls.
    case legacy
    /// A panel that shows what it is told of, with memory for one buffer.
    case inPlace
    /// A framebuffer device.
    case framebuffer
    /// A framebuffer device that cannot be mapped, and takes few bytes at once.
    case unmapped

    var scenario: String {
        switch self {
        case .atomic:
            """
            card 0 driver=vc4 crtcs=2 console=yes clips=yes
            connector card0 HDMI-A-1 mm=160x120 modes=160x120@60!,96x64@60
            connector card0 HDMI-A-2 mm=100x60 modes=96x64@60!
            terminals 1
            """
        case .legacy:
            """
            card 0 driver=old atomic=no overlay=yes
            connector card0 DP-1 mm=160x120 modes=160x120@60!
            terminals 1
            """
        case .inPlace:
            """
            card 0 driver=ili9341 atomic=no manual=yes memory=24576 cursor=no
            connector card0 SPI-1 mm=40x30 modes=96x64@60!
            """
        case .framebuffer:
            """
            fb 0 size=96x64 bpp=16 line=224
            terminals 1
            """
        case .unmapped:
            "fb 0 size=96x64 bpp=32 maps=no write-limit=100"
        }
    }

    /// What shows the picture, in the words of the `screen` command.
    var displays: [String] {
        switch self {
        case .atomic: ["card0 HDMI-A-1", "card0 HDMI-A-2"]
        case .legacy: ["card0 DP-1"]
        case .inPlace: ["card0 SPI-1"]
        case .framebuffer, .unmapped: ["fb0"]
        }
    }

    /// The connector that is unplugged and plugged in again.
    var connector: String? {
        switch self {
        case .atomic: "HDMI-A-1"
        case .legacy: "DP-1"
        case .inPlace: "SPI-1"
        case .framebuffer, .unmapped: nil
        }
    }

    var phases: [SweepPhase] {
        switch self {
        case .atomic: SweepPhase.allCases
        case .legacy: [.start, .frames, .replug, .handover, .quit]
        case .inPlace: [.start, .frames, .quit]
        case .framebuffer: [.start, .frames, .switching, .handover, .quit]
        case .unmapped: [.start, .frames, .quit]
        }
    }
}

/// What the program is doing when the kernel begins to refuse.
enum SweepPhase: String, CaseIterable, Sendable {
    case start, frames, rest, setting, replug, removal, switching, handover, quit
}

/// One thing that goes wrong: a call, its errno, once or for ever.
struct SweepCase: CustomStringConvertible, Sendable {
    let world: SweepWorld
    let phase: SweepPhase
    /// The device and the call, as `fail` wants them: card0:SETCRTC.
    let call: String
    let error: String
    let often: String

    var description: String { "\(world.rawValue) \(phase.rawValue) \(call) \(error) \(often)" }

    var command: String { "fail \(call) \(error) \(often)" }

    /// Whether the kernel keeps what the program wants to give back: only the
    /// end of the program can mend that.
    var isRefusalToTakeBack: Bool {
        ["DESTROYPROPBLOB", "RMFB", "CLOSEFB", "DESTROY_DUMB"].contains { call.hasSuffix(":" + $0) }
    }

    /// Whether a kernel could answer so. That there is something to read and
    /// nothing to be had is a moment's matter, and so is a signal.
    var isPlausible: Bool {
        let isReading = call.hasSuffix(":read") || call.contains(":recv")
        if call == "process:poll" || isReading && ["EAGAIN", "EINTR"].contains(error) { return often == "once" }
        return true
    }

    /// Whether it adds to the sweep from the start, which has every errno: a
    /// search in a running program is the same search, and a few are enough.
    var isWorthRepeating: Bool {
        let searching = [
            "VERSION", "GET_CAP", "SET_CLIENT_CAP", "GETRESOURCES", "GETPLANERESOURCES", "GETPLANE", "GETCRTC",
            "OBJ_GETPROPERTIES", "GETPROPERTY", "GETENCODER", "opendir", "readlink", "realpath", "stat", "open",
        ]
        guard phase != .start, searching.contains(where: { call.hasSuffix(":" + $0) }) else { return true }
        return ["EINVAL", "ENODEV", "EACCES", "ENOMEM", "EINTR"].contains(error)
    }

    /// Every plausible answer to a call.
    static func errors(of call: String) -> [String] {
        switch call.split(separator: ":").last.map(String.init) ?? "" {
        case "poll": ["EINTR", "ENOMEM"]
        // That a connector is not there is believed: an event tells when it is.
        case "GETCONNECTOR":
            [
                "EBUSY", "EACCES", "EPERM", "EINVAL", "ENODEV", "ENOSPC", "ENOMEM", "EINTR", "EAGAIN", "EIO", "ENOSYS",
                "EOPNOTSUPP",
            ]
        // ENOSYS, EOPNOTSUPP and EINVAL say that a driver has no need of the call.
        case "DIRTYFB": ["EBUSY", "EACCES", "EPERM", "ENODEV", "ENOSPC", "ENOMEM", "EINTR", "EAGAIN", "EIO", "ENOENT"]
        case "close": ["EIO", "EINTR"]
        case "munmap": []
        case "open":
            ["EACCES", "EPERM", "ENOENT", "ENODEV", "ENXIO", "EMFILE", "ENOMEM", "EINTR", "EBUSY", "EAGAIN", "EIO"]
        case "mmap": ["ENODEV", "EINVAL", "ENOMEM", "EACCES", "EPERM", "EAGAIN"]
        case "read": ["EAGAIN", "EINTR", "EIO", "ENOMEM", "EINVAL", "ENODEV"]
        case "recv", "recvfrom", "recvmsg": ["EAGAIN", "EINTR", "EIO", "ENOMEM", "ENOBUFS", "EINVAL"]
        case "write", "pwrite": ["EIO", "ENOSPC", "EFBIG", "EINVAL", "ENODEV", "EINTR", "EAGAIN", "ENOMEM", "EPERM"]
        case "socket", "bind", "setsockopt": ["EACCES", "EPERM", "EPROTONOSUPPORT", "ENOMEM", "EMFILE", "EINVAL"]
        case "opendir", "stat", "lstat", "access", "readlink", "realpath", "inotify_add_watch":
            ["ENOENT", "EACCES", "EIO", "ENOMEM", "EMFILE"]
        default:
            [
                "EBUSY", "EACCES", "EPERM", "EINVAL", "ENODEV", "ENOSPC", "ENOMEM", "EINTR", "EAGAIN", "EIO", "ENOSYS",
                "EOPNOTSUPP", "ENOENT",
            ]
        }
    }
}

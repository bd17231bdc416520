import CDRM

/// What a refusal of the kernel means: the one place where error numbers of
/// display calls are understood. Who makes a call decides by the meaning what
/// comes next; each has a next step for each.
///
/// | meaning | lighting a display | showing a picture |
/// | --- | --- | --- |
/// | busy | the same again, a few times, then as refused | again at the next frame; after thirty times the mode is set anew, after three of these the card is opened anew |
/// | noMemory | fewer bits, then smaller modes; without a second buffer, one | as busy |
/// | notMaster | becomes master, or waits politely | the same |
/// | gone | the card is opened anew when it comes back | the same |
/// | lostPicture | as refused | the mode is set anew |
/// | refused | the next format, then the next mode | after three times the next method |
enum DisplayRefusal: Equatable, Sendable {
    /// The display is not ready; the same again may work soon.
    case busy
    /// There is not enough memory, now.
    case noMemory
    /// Another program is master of the device.
    case notMaster
    /// The device was removed, or does not answer any more.
    case gone
    /// The framebuffer is not there any more: only setting the mode anew helps.
    case lostPicture
    /// The driver does not do this.
    case refused

    init(errno: CInt) {
        switch errno {
        case EBUSY, EAGAIN, EINTR, ETIMEDOUT: self = .busy
        case ENOMEM: self = .noMemory
        case EACCES, EPERM: self = .notMaster
        case ENODEV, EIO, ENXIO, EBADF: self = .gone
        case ENOENT: self = .lostPicture
        default: self = .refused
        }
    }

    /// Whether a driver that is told what changed answers that it has no need
    /// of it: it shows what is written by itself.
    static func meansNoNeed(errno: CInt) -> Bool {
        errno == ENOSYS || errno == EOPNOTSUPP || errno == EINVAL || errno == ENOTTY
    }
}

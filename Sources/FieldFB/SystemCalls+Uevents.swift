import CDRM

/// A socket that hears what the kernel tells about devices.
func systemOpenKernelEvents() throws(SystemFailure) -> CInt {
    CInt(try systemCall("socket") { Int(cdrm_open_uevents()) })
}

/// One message of the kernel, or of somebody else.
func systemReceiveKernelEvent(
    _ descriptor: CInt, into bytes: inout [UInt8]
) throws(SystemFailure) -> (count: Int, isFromKernel: Bool, isWhole: Bool) {
    var isFromKernel: CInt = 0
    var isWhole: CInt = 0
    let count = try systemCall("recvmsg") {
        unsafe bytes.withUnsafeMutableBytes {
            unsafe cdrm_receive_uevent(descriptor, $0.baseAddress, $0.count, &isFromKernel, &isWhole)
        }
    }
    return (count, isFromKernel != 0, isWhole != 0)
}

extension SystemFailure {
    /// What it means that no message was received.
    enum EventMeaning {
        /// There is none.
        case nothing
        /// The call failed, and may work the next time.
        case passing
        /// There were more than the kernel kept.
        case overflow
        /// There will be none any more.
        case broken
    }

    var meaning: EventMeaning {
        switch errno {
        case EAGAIN: .nothing
        case EINTR, ENOMEM: .passing
        case ENOBUFS: .overflow
        default: .broken
        }
    }
}

import CDRM

// The calls of waiting: poll, signals, timers.

extension SystemCalls {
    /// Waits some nanoseconds, less when a signal comes.
    static func sleep(_ nanoseconds: Int64) {
        var time = timespec()
        time.tv_sec = time_t(nanoseconds / 1_000_000_000)
        time.tv_nsec = CLong(nanoseconds % 1_000_000_000)
        _ = unsafe nanosleep(&time, nil)
    }

    /// Waits until a descriptor is ready; a negative limit waits without end.
    static func poll(_ entries: inout [pollfd], milliseconds: CInt) throws(SystemError) {
        let count = nfds_t(entries.count)
        _ = try retrying("poll") {
            unsafe entries.withUnsafeMutableBufferPointer {
                unsafe CDRM.poll($0.baseAddress, count, milliseconds)
            }
        }
    }

    /// Blocks these signals and gives a descriptor from which they are read.
    static func signalDescriptor(_ numbers: [CInt]) throws(SystemError) -> Descriptor {
        Descriptor(
            try retrying("signalfd") {
                unsafe numbers.withUnsafeBufferPointer {
                    unsafe cdrm_signal_descriptor($0.baseAddress, $0.count)
                }
            })
    }

    /// The next signal that waits on the descriptor, or nil.
    static func nextSignal(_ descriptor: CInt) -> CInt? {
        var record = signalfd_siginfo()
        let size = MemoryLayout<signalfd_siginfo>.size
        let count = try? retrying("read") { unsafe CDRM.read(descriptor, &record, size) }
        return count == size ? CInt(bitPattern: record.ssi_signo) : nil
    }

    static func ignoreSignal(_ number: CInt) { cdrm_ignore_signal(number) }

    /// Has a handler called when a fault of the program's own, or a signal it
    /// does not expect, ends the program. It is
    /// called once; raised again, the signal ends the program.
    static func onCrash(_ handler: @convention(c) (CInt) -> Void) {
        cdrm_on_crash(handler)
    }

    static func raise(_ number: CInt) {
        _ = CDRM.raise(number)
    }

    static func monotonicTimer() throws(SystemError) -> Descriptor {
        Descriptor(try retrying("timerfd_create") { cdrm_monotonic_timer() })
    }

    /// Arms the timer for an absolute moment of the monotonic clock, or
    /// disarms it. Arming also forgets an earlier expiry.
    static func setTimer(_ descriptor: CInt, at nanoseconds: Int64?) {
        // Zero would disarm it, so the earliest moment is one nanosecond.
        _ = cdrm_set_timer(descriptor, nanoseconds.map { max(1, $0) } ?? 0)
    }

    // MARK: Watching the clock

    /// A timer that becomes readable when the wall clock is set, by a person, a
    /// time service, or the kernel after a suspend.
    static func clockWatch() throws(SystemError) -> Descriptor {
        Descriptor(try retrying("timerfd_settime") { cdrm_clock_watch() })
    }

    /// Takes the word of a clock watch, and makes it ready for the next one.
    static func takeClockChange(_ descriptor: CInt) {
        var count: UInt64 = 0
        // ECANCELED is the news, EAGAIN none: the clocks tell which.
        _ = try? retrying("read") { unsafe CDRM.read(descriptor, &count, MemoryLayout<UInt64>.size) }
    }

    /// Nanoseconds of the clock that goes on while the machine is suspended;
    /// nil on a kernel without it.
    static func bootNanoseconds() -> Int64? {
        var now = timespec()
        guard unsafe clock_gettime(CLOCK_BOOTTIME, &now) == 0 else { return nil }
        return Int64(now.tv_sec) &* 1_000_000_000 &+ Int64(now.tv_nsec)
    }
}

import CDRM

// A thread beside the event loop, and what the two share.

/// A lock, a wait, and the thread that waits. `Shared` is what both reach for,
/// between `lock` and `unlock` only.
@safe
final class WorkerThread<Shared> {
    private let handle: UnsafeMutablePointer<cdrm_thread>
    private var hasStarted = false
    /// Only to be touched while the lock is held.
    var shared: Shared
    /// Readable once something was told.
    let descriptor: CInt

    /// Nil when there is no memory or no descriptor left.
    init?(_ shared: Shared) {
        guard let handle = unsafe cdrm_thread_create() else { return nil }
        let descriptor = cdrm_event_open()
        guard descriptor >= 0 else {
            unsafe cdrm_thread_free(handle)
            return nil
        }
        unsafe self.handle = handle
        self.descriptor = descriptor
        self.shared = shared
    }

    deinit {
        systemClose(descriptor)
        unsafe cdrm_thread_free(handle)
    }

    /// Starts the thread; false when the kernel has none to give.
    func start(_ body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?) -> Bool {
        let reference = unsafe Unmanaged.passRetained(self)
        hasStarted = unsafe cdrm_thread_start(handle, body, reference.toOpaque()) == 0
        if !hasStarted { unsafe reference.release() }
        return hasStarted
    }

    /// The worker that a thread was started with.
    static func taken(_ argument: UnsafeMutableRawPointer?) -> WorkerThread? {
        guard let argument = unsafe argument else { return nil }
        return unsafe Unmanaged<WorkerThread>.fromOpaque(argument).takeRetainedValue()
    }

    func lock() { unsafe cdrm_thread_lock(handle) }
    func unlock() { unsafe cdrm_thread_unlock(handle) }
    /// Lets the lock go until it is woken; it is held again then.
    func wait() { unsafe cdrm_thread_wait(handle) }
    func wake() { unsafe cdrm_thread_wake(handle) }
    /// Waits for the thread's end.
    func join() {
        guard hasStarted else { return }
        hasStarted = false
        unsafe cdrm_thread_join(handle)
    }

    func tell() { cdrm_event_tell(descriptor) }
    func takeTelling() { cdrm_event_take(descriptor) }
}

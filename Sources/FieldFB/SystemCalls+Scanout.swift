import CDRM

// The memory of a display: mapped, and guarded against its going away.
//
// None is inlined: the list of guarded memory belongs to this file's machine
// code, and a copy of a call elsewhere could have a list of its own.

/// A guard over mapped memory. Nil guards nothing.
struct SystemMemoryGuard {
    fileprivate let slot: CInt
}

/// From now on a store to this memory harms nobody when its device is gone.
@unsafe @inline(never)
func systemGuard(_ address: UnsafeMutableRawPointer, byteCount: Int) -> SystemMemoryGuard? {
    let slot = unsafe cdrm_guard_begin(address, byteCount)
    return slot < 0 ? nil : SystemMemoryGuard(slot: slot)
}

/// To be called before stores, since a handler of the signal may have been
/// set by others meanwhile.
@inline(never)
func systemArmGuards() { cdrm_guard_arm() }

/// Whether stores to the memory have gone nowhere because its device is gone.
@inline(never)
func systemIsLost(_ memory: SystemMemoryGuard?) -> Bool {
    guard let memory else { return false }
    return cdrm_guard_is_lost(memory.slot) != 0
}

@inline(never)
func systemEndGuard(_ memory: SystemMemoryGuard?) {
    if let memory { cdrm_guard_end(memory.slot) }
}

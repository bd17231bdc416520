/// The nearest whole number, halves to even, for values within 2^31, without
/// a call into the C library: adding 1.5 * 2^52 leaves the whole part in the low bits.
@inline(__always)
func roundedToEven(_ value: Double) -> Int {
    Int(Int32(truncatingIfNeeded: (value + 6_755_399_441_055_744.0).bitPattern))
}

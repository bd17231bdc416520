/// The framebuffer device /dev/fb0.
public struct FramebufferOutput: ~Copyable {
    public var width: Int { 0 }
    public var height: Int { 0 }
    mutating func presentResult(
        _ surface: borrowing Surface, damage: Damage
    ) -> Result<Presentation, OutputError> { .success(.busy) }
    public var summary: OutputSummary { OutputSummary(kind: "framebuffer", width: width, height: height) }
    public consuming func close() {}
}

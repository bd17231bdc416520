/// One display driven through DRM/KMS.
public struct DisplayOutput: ~Copyable {
    public var width: Int { 0 }
    public var height: Int { 0 }
    mutating func presentResult(
        _ surface: borrowing Surface, damage: Damage
    ) -> Result<Presentation, OutputError> { .success(.busy) }
    public var eventDescriptor: CInt { -1 }
    mutating func readEventsResult() -> Result<Void, OutputError> { .success(()) }
    public var canPresent: Bool { false }
    public var summary: OutputSummary { OutputSummary(kind: "drm", width: width, height: height) }
    public consuming func close() {}
}

/// Names one lit output of a discovery, and no other one ever.
public struct OutputKey: Equatable, Sendable {
    /// Its number.
    public let number: UInt64
}

/// Whether an output still exists, for those who handed it on.
final class OutputLife {
    let key: OutputKey
    var isOver = false

    init(_ key: OutputKey) {
        self.key = key
    }
}

/// Part of an output, which ends with it.
@usableFromInline
struct LifeMark: ~Copyable {
    let life: OutputLife

    deinit { life.isOver = true }
}

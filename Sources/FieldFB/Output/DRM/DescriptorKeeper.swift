/// Somebody outside the program who holds descriptors of cards open when it
/// ends, such as a service manager. As long as a card's descriptor is open
/// somewhere, the kernel leaves its picture on the glass and its mastery where
/// it is; the next run of the program gets the descriptor back and goes on.
public struct DescriptorKeeper {
    /// Takes a copy of a descriptor, under a name no other one has.
    let keep: (CInt, String) -> Void
    /// Closes the copy that was kept under a name.
    let forget: (String) -> Void

    public init(keep: @escaping (CInt, String) -> Void, forget: @escaping (String) -> Void) {
        self.keep = keep
        self.forget = forget
    }

    /// A name for the descriptor of a card, different from those of other runs.
    static func name(serial: UInt64) -> String { "display-\(systemProcessNumber())-\(serial)" }
}

/// A card's descriptor that a former run of the program left with the keeper,
/// closed when this ends unless a card took it over.
public final class KeptDescriptor {
    let name: String
    private(set) var number: CInt?

    /// - Parameter number: an open descriptor; this owns it from now on.
    public init(_ number: CInt, name: String) {
        self.number = number
        self.name = name
    }

    /// The owner is another one from now on.
    func take() -> CInt? {
        defer { number = nil }
        return number
    }

    deinit {
        if let number { systemClose(number) }
    }
}

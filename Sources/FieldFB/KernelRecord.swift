/// A long record of the kernel, held by reference: whatever owns it then moves
/// one pointer and not dozens of fields, each by an instruction of its own.
final class KernelRecord<Fields: Sendable>: Sendable {
    let fields: Fields

    init(_ fields: Fields) {
        self.fields = fields
    }
}

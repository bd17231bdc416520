/// The owner of an open descriptor. It is closed when the owner goes:
/// `close` says where that is meant to happen.
struct Descriptor: ~Copyable {
    let number: CInt

    init(_ number: CInt) {
        self.number = number
    }

    /// Ends the owner, and with it the descriptor.
    consuming func close() {}

    deinit {
        SystemCalls.close(number)
    }
}

/// What could be made, for types that `#require` cannot take since they are
/// not copyable.
func made<Value: ~Copyable>(_ value: consuming Value?) throws -> Value {
    guard let value else { throw NotMade() }
    return value
}

struct NotMade: Error {}

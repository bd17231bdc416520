/// A value for all connectors, and others for some by name.
public struct PerConnector<Value: Sendable>: Sendable {
    /// The value of every connector that is not named.
    public var general: Value
    /// The values of single connectors, such as `HDMI-A-1`. The last of a name counts.
    public var named: [(connector: String, value: Value)] = []

    public init(_ general: Value) {
        self.general = general
    }

    /// The value of a connector. Small and capital letters are the same in its name.
    public func value(for connector: String) -> Value {
        for entry in named.reversed() where entry.connector.isSameWord(as: connector) { return entry.value }
        return general
    }
}

extension String {
    /// Whether two names are the same but for small and capital letters of ASCII.
    func isSameWord(as other: String) -> Bool {
        func small(_ byte: UInt8) -> UInt8 {
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
        }
        return utf8.elementsEqual(other.utf8) { small($0) == small($1) }
    }
}

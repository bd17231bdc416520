/// Values for properties that the kernel takes all together or not at all.
///
/// The arrays keep their storage, so that filling it anew for each frame
/// allocates nothing.
struct AtomicRequest {
    /// The objects, and how many of the properties belong to each.
    private(set) var objects: [UInt32] = []
    private(set) var propertyCounts: [UInt32] = []
    /// All properties with their values, object after object.
    private(set) var properties: [UInt32] = []
    private(set) var values: [UInt64] = []

    init() {
        objects.reserveCapacity(8)
        propertyCounts.reserveCapacity(8)
        properties.reserveCapacity(32)
        values.reserveCapacity(32)
    }

    mutating func removeAll() {
        objects.removeAll(keepingCapacity: true)
        propertyCounts.removeAll(keepingCapacity: true)
        properties.removeAll(keepingCapacity: true)
        values.removeAll(keepingCapacity: true)
    }

    /// Adds a value. The properties of one object must follow one another.
    mutating func set(_ object: UInt32, _ property: UInt32, _ value: UInt64) {
        if objects.last == object {
            propertyCounts[propertyCounts.count - 1] += 1
        } else {
            objects.append(object)
            propertyCounts.append(1)
        }
        properties.append(property)
        values.append(value)
    }
}

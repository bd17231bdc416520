import FieldCore

/// The marks of a row that are not as they were drawn last.
struct MarkChanges {
    struct Change {
        var column = 0
        var oldShape: UInt32 = 0
        var newShape: UInt32 = 0
        var oldVector: UInt32 = 0
        var newVector: UInt32 = 0
    }

    /// How many marks of the row changed.
    private(set) var count = 0
    private var list: [Change]
    private let quantiser: MarkQuantiser

    /// - Parameter columns: how many marks a row has.
    init(columns: Int, quantiser: MarkQuantiser) {
        list = [Change](repeating: Change(), count: columns)
        self.quantiser = quantiser
    }

    /// A changed mark, by its place among the row's changed ones.
    @inline(__always)
    subscript(place: Int) -> Change { list[place] }

    /// Drops some of them; the others keep their order.
    mutating func removeAll(where isDropped: (Change) -> Bool) {
        var kept = 0
        for place in 0..<count where !isDropped(list[place]) {
            list[kept] = list[place]
            kept += 1
        }
        count = kept
    }

    /// Takes over the keys of those marks of a row that were evaluated anew, and
    /// lists those whose key differs from what was drawn.
    mutating func collect(_ marks: FieldMarks, _ row: Int, against keys: inout MarkKeys) {
        let columns = list.count
        let quantiser = quantiser
        let hasVectors = !keys.vector.isEmpty
        var count = 0
        var list = list.mutableSpan
        for chunk in marks.filled[row] {
            let element = row &* marks.stride &+ chunk
            let shape = quantiser.shape(radius: marks.radius[element], ink: marks.ink[element])
            let oldShape = keys.shape[element]
            var vector = SIMD8<UInt32>.zero
            var oldVector = vector
            if hasVectors {
                vector = quantiser.vector(
                    radius: marks.radius[element], directionX: marks.directionX[element],
                    directionY: marks.directionY[element])
                vector &= MarkQuantiser.shown(shape)
                oldVector = keys.vector[element]
                keys.vector[element] = vector
            }
            if ((shape ^ oldShape) | (vector ^ oldVector)).isZero { continue }
            keys.shape[element] = shape
            let first = chunk &* 8
            unsafe withUnsafeBytes(of: (shape, oldShape, vector, oldVector)) { lists in
                for lane in 0..<min(8, columns &- first) {
                    let byte = lane &* 4
                    let change = unsafe Change(
                        column: first &+ lane,
                        oldShape: lists.load(fromByteOffset: byte &+ 32, as: UInt32.self),
                        newShape: lists.load(fromByteOffset: byte, as: UInt32.self),
                        oldVector: lists.load(fromByteOffset: byte &+ 96, as: UInt32.self),
                        newVector: lists.load(fromByteOffset: byte &+ 64, as: UInt32.self))
                    if change.oldShape == change.newShape && change.oldVector == change.newVector {
                        continue
                    }
                    list[count] = change
                    count &+= 1
                }
            }
        }
        self.count = count
    }
}

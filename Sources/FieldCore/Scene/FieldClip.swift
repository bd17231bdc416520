/// The part of the screen that the field has.
public struct FieldClip: Equatable, Sendable {
    public enum Shape: String, CaseIterable, Sendable {
        /// The whole region, up to the edges of its cells.
        case rectangle
        /// A rectangle with continuous corners.
        case rounded
        /// The largest circle in the middle of the region.
        case circle
    }

    public var shape = Shape.rectangle
    public var region = Region.whole
    /// Radius of a rounded shape's corners, in points, 0...1000.
    public var corner = 32.0

    public init() {}

    /// A rectangle in parts of the screen's width and height, 0...1.
    public struct Region: Equatable, Sendable {
        public var x: Double
        public var y: Double
        public var width: Double
        public var height: Double

        public init(x: Double, y: Double, width: Double, height: Double) {
            self.x = x
            self.y = y
            self.width = width
            self.height = height
        }

        public static let whole = Region(x: 0, y: 0, width: 1, height: 1)
    }
}

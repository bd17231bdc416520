/// A card with the words and the progress, over the content of the screen.
public struct PanelParameters: Equatable, Sendable {
    /// Where it stands.
    public var place = Place.centre
    public var colour = Colour(red: 28, green: 28, blue: 30, alpha: 230)
    /// Radius of its corners, in points, 0...1000.
    public var corner = 20.0
    /// Opacity of the black over the content behind, 0...1.
    public var dim = 0.35
    /// Standard deviation of the blur of the content behind, in points, 0...100;
    /// 0 leaves it sharp and moving.
    public var blur = 0.0

    public init() {}
}

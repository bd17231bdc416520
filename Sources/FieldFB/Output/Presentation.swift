/// What became of a picture that was handed to an output.
public enum Presentation: Equatable, Sendable {
    /// The picture is on its way to the glass.
    case shown
    /// The display is still busy with the picture before. The output remembers
    /// the damage; hand the surface over again later.
    case busy
}

/// What the daemon is doing about one display.
enum DisplayState: Int, CaseIterable, Sendable {
    /// The picture is shown and cannot change by itself: no timer, no wake-up.
    case still
    /// One frame is due, since something was changed.
    case due
    /// The last picture is drawn, but the display was not ready for it.
    case owing
    /// The field moves: frame after frame.
    case running
}

/// What can happen to a display.
enum DisplayEvent: Int, CaseIterable, Sendable {
    /// The moment for a frame has come.
    case frameDue
    /// The picture has to change: a request, a setting, reduced motion.
    case changed
    /// The display can take a picture again.
    case outputReady
}

/// What is done about it.
enum DisplayAction: Sendable {
    case nothing
    /// See to it that a frame becomes due.
    case schedule
    /// Let time pass, draw, and show.
    case draw
}

extension DisplayState {
    /// The word for it in a status report.
    var word: String {
        switch self {
        case .still: "still"
        case .due: "due"
        case .owing: "owing"
        case .running: "running"
        }
    }

    /// What is done, by state (rows) and event (columns, in the order of
    /// `DisplayEvent`).
    ///
    /// A change never draws at once: it waits for the moment the frame rate
    /// allows, so that no flood of requests becomes a flood of frames.
    private static let actions: [[DisplayAction]] = [
        // frameDue, changed,   outputReady
        [.nothing, .schedule, .nothing],  // still
        [.draw,    .nothing,  .nothing],  // due
        [.draw,    .nothing,  .draw],     // owing
        [.draw,    .nothing,  .nothing],  // running
    ]

    func action(on event: DisplayEvent) -> DisplayAction {
        DisplayState.actions[rawValue][event.rawValue]
    }
}

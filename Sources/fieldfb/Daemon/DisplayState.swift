/// What the daemon is doing about its display.
enum DisplayState: Int, CaseIterable, Sendable {
    /// There is no display; opening one is tried from time to time.
    case waiting
    /// The picture is shown and cannot change by itself: no timer, no wake-up.
    case still
    /// One frame is due, since something was changed.
    case due
    /// The last picture is drawn, but the display was not ready for it.
    case owing
    /// The field moves: frame after frame.
    case running
}

/// What can happen to the display.
enum DisplayEvent: Int, CaseIterable, Sendable {
    /// The moment for a frame has come.
    case frameDue
    /// The moment to try opening a display again has come.
    case retryDue
    /// The picture has to change: a request, a setting, reduced motion.
    case changed
    /// The display can take a picture again.
    case outputReady
    /// The display reported an error.
    case lost
}

/// What is done about it.
enum DisplayAction: Sendable {
    case nothing
    /// Open a display and draw the first frame.
    case open
    /// See to it that a frame becomes due.
    case schedule
    /// Let time pass, draw, and show.
    case draw
    /// Let go of the display and wait for one.
    case close
}

extension DisplayState {
    /// The word for it in a status report.
    var word: String {
        switch self {
        case .waiting: "waiting"
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
        // frameDue, retryDue, changed,   outputReady, lost
        [.nothing, .open,     .nothing,  .nothing, .nothing],  // waiting
        [.nothing, .nothing,  .schedule, .nothing, .close],    // still
        [.draw,    .nothing,  .nothing,  .nothing, .close],    // due
        [.draw,    .nothing,  .nothing,  .draw,    .close],    // owing
        [.draw,    .nothing,  .nothing,  .nothing, .close],    // running
    ]

    func action(on event: DisplayEvent) -> DisplayAction {
        DisplayState.actions[rawValue][event.rawValue]
    }
}

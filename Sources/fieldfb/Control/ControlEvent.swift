import FieldCore

/// Something that happened, as subscribers are told it: one line of JSON.
enum ControlEvent: Sendable {
    /// Whether the field is to run, in a word.
    case state(word: String)
    case progress(Progress)
    case message(String)
    case detail(String)
    /// What the panel does, in a word.
    case panel(word: String)
    /// What the displays do, in a word, and how many there are.
    case display(word: String, outputs: Int)
    case reducedMotion(isOn: Bool)
    case setting(key: String, value: String)
    case ending

    /// The line with its newline.
    var line: String {
        var json = JSONWriter()
        json.object { json in
            switch self {
            case .state(let word):
                json.member("event", "state")
                json.member("state", word)
            case .progress(let progress):
                json.member("event", "progress")
                json.member("progress", progress)
            case .message(let text):
                json.member("event", "message")
                json.member("message", text.utf8.isEmpty ? nil : text)
            case .detail(let text):
                json.member("event", "detail")
                json.member("detail", text.utf8.isEmpty ? nil : text)
            case .panel(let word):
                json.member("event", "panel")
                json.member("panel", word)
            case .display(let word, let outputs):
                json.member("event", "display")
                json.member("display", word)
                json.member("outputs", outputs)
            case .reducedMotion(let isOn):
                json.member("event", "reducedMotion")
                json.member("on", isOn)
            case .setting(let key, let value):
                json.member("event", "setting")
                json.member("key", key)
                json.member("value", value)
            case .ending:
                json.member("event", "ending")
            }
        }
        return json.text + "\n"
    }
}

extension JSONWriter {
    /// A member that tells how much is done: a percentage, `unknown`, or null.
    mutating func member(_ key: String, _ progress: Progress) {
        switch progress {
        case .none: member(key, nil as Double?)
        case .unknown: member(key, progress.word)
        case .done: member(key, progress.percent)
        }
    }
}

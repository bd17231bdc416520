import FieldCore

/// What a client asks for in one line.
enum ControlRequest: Sendable {
    case active
    case park
    /// How much is done, and whether that may be less than before.
    case progress(Progress, mayFall: Bool)
    /// One line of text; empty clears it.
    case message(String)
    /// A smaller line below it.
    case detail(String)
    case panel(PanelRequest)
    case set(key: String, value: String)
    case get(key: String)
    case status
    case subscribe
    case ping
    case version
    case help
    case release(Handover)
    case acquire
    case quit(Handover)

    /// What is asked of the panel. An owner without a name is counted.
    enum PanelRequest: Sendable {
        case show(owner: [UInt8])
        case hide(owner: [UInt8])
        case clear
        case cancel

        var word: String {
            switch self {
            case .show: "show"
            case .hide: "hide"
            case .clear: "clear"
            case .cancel: "cancel"
            }
        }
    }

    /// What it is, for the log: its first word, and which setting is meant.
    var name: String {
        switch self {
        case .active: "active"
        case .park: "park"
        case .progress: "progress"
        case .message: "message"
        case .detail: "detail"
        case .panel(let wish): "panel \(wish.word)"
        case .set(let key, _): "set \(ByteText.quoted(key.utf8))"
        case .get(let key): "get \(ByteText.quoted(key.utf8))"
        case .status: "status"
        case .subscribe: "subscribe"
        case .ping: "ping"
        case .version: "version"
        case .help: "help"
        case .release(let kind): "release \(kind.word)"
        case .acquire: "acquire"
        case .quit(let kind): "quit \(kind.word)"
        }
    }

    /// Whether it only asks what everybody may know who can connect.
    var isQuestion: Bool {
        switch self {
        case .status, .ping, .version, .help: true
        case .active, .park, .progress, .message, .detail, .panel, .set, .get, .subscribe, .release, .acquire, .quit: false
        }
    }

    /// The longest line, in bytes, without its newline.
    static let longestLine = 4096

    /// Every request as `help` lists it. The first word is what selects it.
    static let forms = [
        "active", "park", "progress PERCENT [back]|unknown|none", "message [TEXT]", "detail [TEXT]",
        "panel show|hide [OWNER]", "panel clear|cancel", "set KEY VALUE", "get KEY", "status", "subscribe", "release [keep|clear]", "acquire", "quit [keep|clear]", "ping", "version", "help",
    ]

    /// Reads a line without its newline; a carriage return at its end is dropped.
    init(parsing line: ArraySlice<UInt8>) throws(Refusal) {
        var line = line
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        guard line.count <= ControlRequest.longestLine else {
            throw Refusal(.limit, "a line holds at most \(ControlRequest.longestLine) bytes")
        }
        guard !line.contains(where: { $0.isControl && $0 != UInt8(ascii: "\t") }) else {
            throw Refusal(.syntax, "the line holds control characters")
        }
        guard isValidUTF8(line) else {
            throw Refusal(.syntax, "the line is not valid UTF-8")
        }
        var rest = ByteText.trimmed(line)
        let word = String(bytes: ControlRequest.takeWord(&rest))
        switch true {
        case word.isEmpty:
            throw Refusal(.syntax, "the line is empty; `help` lists the requests")
        case word.hasSameBytes(as: "active"): self = .active
        case word.hasSameBytes(as: "park"): self = .park
        case word.hasSameBytes(as: "status"): self = .status
        case word.hasSameBytes(as: "subscribe"): self = .subscribe
        case word.hasSameBytes(as: "ping"): self = .ping
        case word.hasSameBytes(as: "version"): self = .version
        case word.hasSameBytes(as: "help"): self = .help
        case word.hasSameBytes(as: "acquire"): self = .acquire
        case word.hasSameBytes(as: "release"):
            self = .release(try ControlRequest.takeHandover(&rest) ?? .keep)
        case word.hasSameBytes(as: "quit"):
            self = .quit(try ControlRequest.takeHandover(&rest) ?? .clear)
        case word.hasSameBytes(as: "progress"):
            self = try ControlRequest.takeProgress(&rest)
        case word.hasSameBytes(as: "message"):
            self = .message(String(bytes: rest))
            return
        case word.hasSameBytes(as: "detail"):
            self = .detail(String(bytes: rest))
            return
        case word.hasSameBytes(as: "panel"):
            self = .panel(try ControlRequest.takePanelRequest(&rest))
        case word.hasSameBytes(as: "set"):
            let key = ControlRequest.takeWord(&rest)
            guard !key.isEmpty else { throw Refusal(.syntax, "set takes KEY VALUE") }
            self = .set(key: String(bytes: key), value: String(bytes: rest))
            return
        case word.hasSameBytes(as: "get"):
            let key = ControlRequest.takeWord(&rest)
            guard !key.isEmpty else { throw Refusal(.syntax, "get takes KEY") }
            self = .get(key: String(bytes: key))
        default:
            throw Refusal(.unknown, "no request \(ByteText.quoted(word.utf8)); `help` lists the requests")
        }
        guard rest.isEmpty else {
            throw Refusal(.syntax, "unexpected \(ByteText.quoted(rest)) after \(ByteText.quoted(word.utf8))")
        }
    }

    private static func takeProgress(_ rest: inout ArraySlice<UInt8>) throws(Refusal) -> ControlRequest {
        let word = takeWord(&rest)
        guard !word.isEmpty else { throw Refusal(.syntax, "progress takes a number from 0 to 100, unknown, or none") }
        guard let progress = Progress(parsing: String(bytes: word)) else {
            throw Refusal(.range, "progress is a number from 0 to 100, unknown, or none, not \(ByteText.quoted(word))")
        }
        let mayFall = progress.percent != nil && rest.elementsEqual("back".utf8)
        if mayFall { rest = [] }
        return .progress(progress, mayFall: mayFall)
    }

    private static func takePanelRequest(_ rest: inout ArraySlice<UInt8>) throws(Refusal) -> PanelRequest {
        let word = String(bytes: takeWord(&rest))
        switch true {
        case word.hasSameBytes(as: "clear"): return .clear
        case word.hasSameBytes(as: "cancel"): return .cancel
        case word.hasSameBytes(as: "show"): return .show(owner: try takeOwner(&rest))
        case word.hasSameBytes(as: "hide"): return .hide(owner: try takeOwner(&rest))
        default:
            throw Refusal(.syntax, "panel takes show, hide, clear or cancel, not \(ByteText.quoted(word.utf8))")
        }
    }

    /// The longest name of a panel's owner, in bytes.
    static let longestOwner = 64

    private static func takeOwner(_ rest: inout ArraySlice<UInt8>) throws(Refusal) -> [UInt8] {
        let word = takeWord(&rest)
        guard word.count <= longestOwner else {
            throw Refusal(.limit, "the name of an owner has at most \(longestOwner) bytes")
        }
        return Array(word)
    }

    /// Whether the line asks for events.
    static func isSubscription(_ line: String) -> Bool {
        if case .subscribe? = try? ControlRequest(parsing: Array(line.utf8)[...]) { return true }
        return false
    }

    /// What is to stay on the glass, or nil when nothing is said about it.
    private static func takeHandover(_ rest: inout ArraySlice<UInt8>) throws(Refusal) -> Handover? {
        let word = takeWord(&rest)
        guard !word.isEmpty else { return nil }
        guard let kind = Handover(word: String(bytes: word)) else {
            throw Refusal(.syntax, "what stays on the display is keep or clear, not \(ByteText.quoted(word))")
        }
        return kind
    }

    /// Takes the bytes up to the next blank, and the blanks after them.
    private static func takeWord(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let word = rest.prefix { !$0.isBlank }
        rest = ByteText.trimmed(rest[word.endIndex...])
        return word
    }
}

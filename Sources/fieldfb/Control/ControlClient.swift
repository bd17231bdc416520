import CDRM

/// One connection to the control socket, with what came in and what has to go
/// out. Nothing here ever waits.
final class ControlClient {
    /// How many bytes of replies may wait before no more requests are taken.
    static let outputLimit = 64 * 1024
    /// How many bytes of replies and events may wait before a subscriber that
    /// does not take them is dropped.
    static let eventLimit = 2 * outputLimit
    /// How many bytes are taken in one turn of the event loop.
    static let pieceSize = 4096
    /// How long a client may leave its replies unread, in nanoseconds.
    static let patience: Int64 = 5_000_000_000

    let descriptor: Descriptor
    let peer: Peer
    /// When the client last sent something.
    private(set) var lastHeard: Int64
    /// Whether the client has closed its end altogether.
    private(set) var isGone = false
    /// Whether the client is told of what happens, until it leaves.
    var isSubscribed = false
    /// Whether a reply is still to come, since what was asked for takes a while.
    /// The requests behind it wait: replies keep their order.
    var awaitsReply = false
    private var input = LineBuffer(limit: ControlRequest.longestLine)
    private var output: [UInt8] = []
    private var sent = 0
    /// Nothing more comes from the client, or nothing more is taken from it.
    private var inputEnded = false
    /// The client no longer takes replies; its requests still count.
    private var outputEnded = false
    /// When the client is given up because it takes no replies.
    private(set) var deadline: Int64?

    init(_ descriptor: consuming Descriptor, from peer: Peer, now: Int64) {
        self.descriptor = descriptor
        self.peer = peer
        lastHeard = now
    }

    private var pendingOutput: Int { output.count - sent }

    /// Whether a request can be taken from what already came in.
    var hasRequest: Bool {
        !awaitsReply && (input.hasLine || input.isTooLong || (inputEnded && !input.isEmpty))
            && pendingOutput < ControlClient.outputLimit
    }

    /// Whether the connection has served its purpose.
    var isFinished: Bool {
        inputEnded && input.isEmpty && !awaitsReply && !isSubscribed && (outputEnded || pendingOutput == 0)
    }

    /// What to wait for on the descriptor.
    var events: Int16 {
        var events: Int16 = 0
        let isFull = input.hasLine || pendingOutput >= ControlClient.outputLimit
        if !inputEnded && !isFull { events |= Int16(POLLIN) }
        if !outputEnded && pendingOutput > 0 { events |= Int16(POLLOUT) }
        return events
    }

    /// Takes one piece of what the client sent.
    func receive(into piece: inout [UInt8], now: Int64) {
        guard !inputEnded, !input.hasLine else { return }
        do throws(SystemError) {
            let count = try SystemCalls.read(descriptor.number, into: &piece)
            if count == 0 {
                inputEnded = true
            } else {
                lastHeard = now
                input.append(piece[..<count])
            }
        } catch {
            guard error.errno != EAGAIN else { return }
            inputEnded = true
            endOutput()
        }
    }

    /// The next request, or why the next line is none.
    func takeRequest() -> Result<ControlRequest, Refusal>? {
        guard hasRequest else { return nil }
        if input.isTooLong {
            refuseMore()
            return .failure(
                Refusal(.limit, "a line holds at most \(ControlRequest.longestLine) bytes; closing"))
        }
        guard let line = input.takeLine() else {
            refuseMore()
            return .failure(Refusal(.syntax, "the last line does not end in a newline"))
        }
        do throws(Refusal) {
            return .success(try ControlRequest(parsing: line))
        } catch {
            return .failure(error)
        }
    }

    /// Queues a reply.
    func send(_ reply: ControlReply) { queue(Array(reply.line.utf8)) }

    /// Queues an event, if it is subscribed. One that leaves too much unread is
    /// dropped: to pass over events would be to tell it something untrue.
    func tell(_ event: [UInt8]) {
        guard isSubscribed else { return }
        if pendingOutput + event.count > ControlClient.eventLimit { return abandon() }
        queue(event)
    }

    private func queue(_ bytes: [UInt8]) {
        guard !outputEnded else { return }
        if sent > 0 {
            output.removeFirst(sent)
            sent = 0
        }
        output += bytes
    }

    /// The client has closed its end.
    func noteDeparture() {
        isGone = true
        isSubscribed = false
    }

    /// Sends what the client will take now.
    func flush(now: Int64) {
        guard !outputEnded, pendingOutput > 0 else { return }
        do throws(SystemError) {
            sent += try SystemCalls.send(descriptor.number, output[sent...])
            if pendingOutput == 0 {
                output.removeAll(keepingCapacity: output.count < ControlClient.pieceSize)
                sent = 0
                deadline = nil
            } else {
                deadline = now + ControlClient.patience
            }
        } catch {
            if error.errno == EAGAIN {
                if deadline == nil { deadline = now + ControlClient.patience }
            } else {
                endOutput()
            }
        }
    }

    /// Queues the reply that the client waits for.
    func sendAwaited(_ reply: ControlReply) {
        awaitsReply = false
        send(reply)
    }

    /// Takes nothing more from the client; the connection ends when its
    /// replies are sent.
    func refuseMore() {
        inputEnded = true
        isSubscribed = false
        input.removeAll()
    }

    /// Ends the connection without waiting for anything.
    func abandon() {
        refuseMore()
        endOutput()
    }

    /// Forgets the replies: nobody will take them. Requests that came before
    /// are still carried out.
    private func endOutput() {
        outputEnded = true
        isSubscribed = false
        output = []
        sent = 0
        deadline = nil
    }
}

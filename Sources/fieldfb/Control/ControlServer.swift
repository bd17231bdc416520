import CDRM

/// The listening socket and its connections.
///
/// It never calls back: the event loop asks it for requests, one at a time,
/// and hands in the replies. In one turn of the loop every client gets a
/// bounded share, so that no client can hold up a frame or another client.
struct ControlServer: ~Copyable {
    /// How many requests of one client are answered in one turn.
    static let requestsPerTurn = 32
    /// How many connections are accepted in one turn.
    static let acceptsPerTurn = 16
    /// How many clients that have left may still have requests to be served.
    static let goneLimit = 64
    /// How long the listener rests when descriptors run out, in nanoseconds.
    static let pause: Int64 = 100_000_000
    /// How long a client must have been silent before it may lose its place to
    /// a new one, in nanoseconds.
    static let silence: Int64 = 5_000_000_000

    /// How many clients may be connected at a time.
    private var clientLimit: Int
    /// Who may command.
    private var access: ControlAccess
    private let socket: ControlSocket
    private var clients: [ControlClient] = []
    /// Held open so that there is a descriptor to refuse a client with when
    /// the process has run out of them.
    private var spare: Descriptor?
    private var pausedUntil: Int64?
    private var piece = [UInt8](repeating: 0, count: ControlClient.pieceSize)
    /// Whose turn it is to be asked for a request, and how many it still may
    /// have. Both outlast a turn of the loop that ended early, so that the
    /// clients after that one come first in the next.
    private var nextClient = 0
    private var requestsLeft = ControlServer.requestsPerTurn
    /// How many clients had their share in this turn of the loop.
    private var clientsAsked = 0

    init(_ socket: consuming ControlSocket, settings: Settings) {
        self.socket = socket
        clientLimit = settings.maxClients
        access = settings.access
        spare = try? SystemCalls.openNull()
    }

    /// Takes over changed settings.
    mutating func follow(_ settings: Settings) {
        clientLimit = settings.maxClients
        access = settings.access
        // Who may not subscribe any more must not go on believing to be told.
        for client in clients where client.isSubscribed && !access.admits(client.peer) { client.abandon() }
    }

    /// When something has to be done although no descriptor is ready.
    var deadline: Int64? {
        var earliest = pausedUntil
        for client in clients {
            if let deadline = client.deadline { earliest = min(earliest ?? deadline, deadline) }
        }
        return earliest
    }

    /// Whether a request waits that came in earlier.
    var hasRequest: Bool { clients.contains { $0.hasRequest } }

    /// Adds what to wait for: the listener first, then every client.
    func addEntries(to entries: inout [pollfd]) {
        let listens: Int16 = pausedUntil == nil ? Int16(POLLIN) : 0
        entries.append(pollfd(fd: socket.descriptor.number, events: listens, revents: 0))
        for client in clients {
            // A client that left would be told of again and again while its reply is to come.
            let number = client.isGone && client.awaitsReply ? -1 : client.descriptor.number
            entries.append(pollfd(fd: number, events: client.events, revents: 0))
        }
    }

    /// Receives from and sends to those that are ready. `entries` are the ones
    /// added before waiting, in the same order.
    mutating func serve(_ entries: ArraySlice<pollfd>, now: Int64) {
        if let moment = pausedUntil, moment <= now { pausedUntil = nil }
        guard let listener = entries.first else { return }
        for (client, entry) in zip(clients, entries.dropFirst()) where entry.revents != 0 {
            let gone = Int16(POLLHUP) | Int16(POLLERR)
            if entry.revents & gone != 0 { client.noteDeparture() }
            if entry.revents & (Int16(POLLOUT) | gone) != 0 { client.flush(now: now) }
            if entry.revents & (Int16(POLLIN) | gone) != 0 { client.receive(into: &piece, now: now) }
        }
        for client in clients {
            if let deadline = client.deadline, deadline <= now { client.abandon() }
        }
        if listener.revents != 0 && pausedUntil == nil { acceptClients(now: now) }
        clientsAsked = 0
    }

    /// The next request of this turn, or nil when every client had its share.
    mutating func takeRequest() -> (client: ControlClient, request: Result<ControlRequest, Refusal>)? {
        while clientsAsked < clients.count {
            if nextClient >= clients.count { nextClient = 0 }
            let client = clients[nextClient]
            if requestsLeft > 0, let request = client.takeRequest() {
                requestsLeft -= 1
                if case .success(let wanted) = request, !wanted.isQuestion, !access.admits(client.peer) {
                    return (client, .failure(access.refusal))
                }
                return (client, request)
            }
            clientsAsked += 1
            nextClient += 1
            requestsLeft = ControlServer.requestsPerTurn
        }
        return nil
    }

    // MARK: Events

    var hasSubscribers: Bool { clients.contains { $0.isSubscribed } }

    /// Has a client told of what happens from now on. Half of the places are
    /// for those who come with a request.
    func subscribe(_ client: ControlClient) -> ControlReply {
        let limit = clientLimit / 2
        guard client.isSubscribed || clients.count(where: { $0.isSubscribed }) < limit else {
            return .refused(Refusal(.limit, "\(limit) of the \(clientLimit) clients may subscribe, and do"))
        }
        // Its requests came before it left, and nobody is there to be told.
        if !client.isGone { client.isSubscribed = true }
        return .done
    }

    /// Tells every subscriber.
    func tell(_ event: ControlEvent) {
        let line = Array(event.line.utf8)
        for client in clients { client.tell(line) }
    }

    /// Tells every subscriber that the daemon ends, and sends what clients are
    /// still to get as far as they take it.
    func announceEnd(now: Int64) {
        tell(.ending)
        for client in clients { client.flush(now: now) }
    }

    // MARK: Coming and going

    /// Sends what can be sent and lets go of those that are done.
    mutating func finishTurn(now: Int64) {
        for client in clients where client.deadline == nil { client.flush(now: now) }
        clients.removeAll { $0.isFinished }
    }

    /// Ends every connection, and the socket.
    consuming func close() {
        clients = []
        socket.close()
    }

    /// Takes new clients up to the limit. Those who left count no more, even
    /// while their last requests are being served; and who comes when others
    /// have just been taken waits for the next turn, in which it is known
    /// whether those have left already.
    private mutating func acceptClients(now: Int64) {
        let present = clients.count { !$0.isGone }
        let isFull = present >= clientLimit
        let share = ControlServer.acceptsPerTurn
        let places = isFull ? share : min(clientLimit - present, share)
        guard clients.count - present < ControlServer.goneLimit else { return }
        for _ in 0..<places {
            do throws(SystemError) {
                let descriptor = try SystemCalls.accept(socket.descriptor.number)
                let peer = Peer(of: descriptor.number, group: socket.group)
                let client = ControlClient(descriptor, from: peer, now: now)
                if !isFull || makeRoom(for: client, now: now) {
                    clients.append(client)
                } else {
                    client.send(.refused(Refusal(.limit, "\(clientLimit) clients are connected already")))
                    client.flush(now: now)
                }
            } catch {
                switch error.errno {
                case EAGAIN: return
                case ECONNABORTED, EPROTO: continue
                default:
                    refuseWithSpare()
                    pausedUntil = now + ControlServer.pause
                    return
                }
            }
        }
    }

    /// Out of descriptors: gives up the spare one to take the waiting client
    /// and close its connection, so that it does not wait in vain.
    private mutating func refuseWithSpare() {
        guard spare.take() != nil else {
            spare = try? SystemCalls.openNull()
            return
        }
        if let refused = try? SystemCalls.accept(socket.descriptor.number) { refused.close() }
        spare = try? SystemCalls.openNull()
    }

    /// Ends a connection in favour of a new one: one that has been silent for
    /// long or, for somebody who may command, that of somebody who may only
    /// ask; of these the one that was heard longest ago. A subscriber listens
    /// in silence and keeps its place.
    private mutating func makeRoom(for newcomer: ControlClient, now: Int64) -> Bool {
        let mayCommand = access.admits(newcomer.peer)
        var oldest: Int?
        for (index, client) in clients.enumerated() {
            let isBusy = client.hasRequest || client.awaitsReply || client.isSubscribed
            let isSilent = !isBusy && client.lastHeard + ControlServer.silence <= now
            guard isSilent || (mayCommand && !access.admits(client.peer)) else { continue }
            if oldest == nil || client.lastHeard < clients[oldest ?? index].lastHeard { oldest = index }
        }
        guard let oldest else { return false }
        clients.remove(at: oldest)
        return true
    }
}

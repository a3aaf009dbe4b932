// SPDX-License-Identifier: MIT

/// The known peers: those that the bus was asked about and that have not left it.
struct PeerCache {
    var known: [String: Peer] = [:]
    /// Those that the bus is asked about, and whether they have left it meanwhile.
    var asked: [String: Bool] = [:]
    /// Follows arrivals and departures; nil while nothing depends on it.
    var watch: PeerWatch?
    /// Whether the bus tells only the number of a process, as far as is known.
    var needsArrivals = true
    /// Each gets the known peers that leave.
    var onLost: [(Peer) -> Void] = []
}

/// The connections that come to the bus and leave it. From an arrival on, the connection's process is known to exist: a
/// process that started later is another one with the same number.
struct PeerWatch {
    let departures: BusSlot
    /// nil on a bus that tells the process of a connection itself.
    var arrivals: BusSlot?
    /// Since when the bus reports every arrival; nil until its next answer.
    var since: UInt64?
    /// When the connections that are not known yet were seen first, by the clock of processes.
    var seen: [String: UInt64] = [:]
}

extension BusConnection {
    /// The bus's facts about the connection with a unique name. The first call for a peer asks the bus, which blocks
    /// the loop for one round trip; the answer is kept until the peer leaves. Throws `NameHasNoOwner` if the peer has
    /// left.
    public func peer(_ uniqueName: String) throws(BusError) -> Peer {
        if let peer = peers.known[uniqueName] { return peer }
        try watchPeers(waits: false)
        // The report of its arrival may wait in the queue, so its absence tells nothing here.
        let seen = peers.watch?.seen[uniqueName] ?? ProcessClock.now
        return try learn(uniqueName, try questions.call(Peer.question, uniqueName), seen)
    }

    /// As `peer(_:)` without asking the bus; nil for a peer that is not known.
    public func knownPeer(_ uniqueName: String) -> Peer? { peers.known[uniqueName] }

    /// Takes over what another process knew about a peer that is still on the bus, or has left it since.
    package func adopt(_ peer: Peer) { peers.known[peer.name] = peer }

    /// The unique names on the bus. Waits for the answer.
    package func uniqueNames() throws(BusError) -> Set<String> {
        let names = try call(.bus("ListNames")).read([String].self)
        return Set(names.lazy.filter { $0.hasPrefix(":") })
    }

    /// Calls `body` with every known peer that leaves the bus. Two matches serve all peers, because the bus limits the
    /// number of matches. After this call any connection that leaves the bus wakes the process.
    public func onPeerLost(_ body: @escaping (Peer) -> Void) throws(BusError) {
        peers.onLost.append(body)
        try watchPeers(waits: true)
    }

    /// As `peer(_:)` without blocking the loop: asks now, and calls `body` when the answer is in the cache. Asks again
    /// after a second, because a bus drops its answer while it keeps too many unread bytes for this connection. Does
    /// not ask about a known peer: its time of arrival is forgotten, and with an earlier time its process would look
    /// like a later one with the same number.
    package func identify(_ uniqueName: String, _ body: @escaping (BusError?) -> Void) {
        guard peers.known[uniqueName] == nil else { return answered(uniqueName, nil, body) }
        do throws(BusError) {
            try watchPeers(waits: false)
            let seen = see(uniqueName)
            peers.asked[uniqueName] = peers.asked[uniqueName] ?? false
            try questions.callAsync(Peer.question, uniqueName, timeout: 1_000_000) { [unowned self] answer in
                do throws(BusError) {
                    _ = try learn(uniqueName, try answer.get(), seen)
                    answered(uniqueName, nil, body)
                } catch  where error.name == StandardErrorName.noReply {
                    identify(uniqueName, body)
                } catch {
                    answered(uniqueName, error, body)
                }
            }
        } catch {
            answered(uniqueName, error, body)
        }
    }

    /// A departure that was reported before the answer comes after it.
    private func answered(_ uniqueName: String, _ error: BusError?, _ body: (BusError?) -> Void) {
        let hasLeft = peers.asked.removeValue(forKey: uniqueName) ?? false
        body(error)
        if hasLeft { left(uniqueName) }
    }

    /// Notes when the first message of a connection arrived, about which the bus is asked later.
    func noteFirstMessage(of uniqueName: String) {
        try? watchPeers(waits: false)
        _ = see(uniqueName)
    }

    /// Reports a peer that left the bus while nobody listened: in its turn, if there are turns.
    package func reportLoss(of name: String) { if let turns { turns.leave(name) } else { forgetPeer(name) } }

    /// A connection has left the bus.
    private func left(_ name: String) {
        guard peers.asked[name] == nil else { return peers.asked[name] = true }
        reportLoss(of: name)
        if turns == nil { endUnusedWatch() }
    }

    /// Notes that a message of a connection has arrived; returns the first time at which the connection was seen. The
    /// bus reports an arrival before it delivers a message, so a connection without a report was there before.
    private func see(_ uniqueName: String) -> UInt64 {
        let seen = peers.watch?.seen[uniqueName] ?? peers.watch?.since ?? ProcessClock.now
        peers.watch?.seen[uniqueName] = seen
        return seen
    }

    private func learn(_ uniqueName: String, _ answer: Message, _ seen: UInt64) throws(BusError) -> Peer {
        // The bus had the match before this question.
        if let watch = peers.watch, watch.since == nil, watch.arrivals != nil { peers.watch?.since = ProcessClock.now }
        let credentials = try Credentials(answer)
        if credentials.process != nil {
            peers.needsArrivals = false
            peers.watch?.arrivals = nil
        }
        var surroundings = Surroundings.machine
        surroundings.toolboxes = toolboxes
        let peer = try Peer(uniqueName, credentials, seen: seen, in: surroundings)
        peers.known[uniqueName] = peer
        peers.watch?.seen[uniqueName] = nil
        return peer
    }

    /// Forgets a connection that has left the bus, and reports it if it was known.
    package func forgetPeer(_ name: String) {
        peers.watch?.seen[name] = nil
        guard let peer = peers.known.removeValue(forKey: name) else { return }
        for body in peers.onLost { body(peer) }
    }

    /// Call it before the bus is asked about a peer, so that no departure after the answer is missed.
    private func watchPeers(waits: Bool) throws(BusError) {
        guard peers.watch == nil else { return }
        let departures = try watchDepartures(waits: waits) { [unowned self] name in
            if name.hasPrefix(":") { left(name) }
        }
        let arrivals: BusSlot? =
            if peers.needsArrivals {
                try watchArrivals(waits: waits) { [unowned self] name in
                    if name.hasPrefix(":") { peers.watch?.seen[name] = ProcessClock.now }
                }
            } else { nil }
        peers.watch = PeerWatch(departures: departures, arrivals: arrivals, since: waits ? ProcessClock.now : nil)
    }

    /// Ends the matches if nothing depends on them, so that the arrivals and departures of others do not wake this
    /// process.
    func endUnusedWatch() {
        guard peers.known.isEmpty, peers.asked.isEmpty, peers.onLost.isEmpty, turns?.isIdle ?? true else { return }
        peers.watch = nil
    }
}

/// The connections that are not known yet and whose calls wait. The bus is asked about some at a time: most of those
/// that come, call and leave in a flood have left by then, and nobody asks about them.
struct Strangers {
    private var line = WaitingLine<String>()
    private var asked = 0
    /// The connections that a user may have on a stock bus.
    private static let most = 256

    var isEmpty: Bool { line.isEmpty }

    mutating func append(_ name: String) { line.append(name) }

    /// The next connection to ask about; nil if there is none, or too many answers are awaited.
    mutating func next(where isThere: (String) -> Bool) -> String? {
        while asked < Self.most, let name = line.takeFirst() {
            if isThere(name) { return name }
        }
        return nil
    }

    mutating func beginQuestion() { asked += 1 }
    mutating func endQuestion() { asked -= 1 }
}

extension BusConnection {
    /// Asks the bus for the number of bytes that it keeps for a connection; nil if the bus does not tell. dbus-daemon
    /// tells. Over another connection than the one that sends to it, the answer is inexact by what is on its way: what
    /// the socket holds is not among the bytes, and what was sent after the question may be.
    func askUnreadBytes(of name: String, _ body: @escaping (Int?) -> Void) throws(BusError) {
        let question = CallTarget(.bus, .bus, "org.freedesktop.DBus.Debug.Stats", "GetConnectionStats")
        try callAsync(question, name, timeout: 1_000_000) { answer in
            switch answer {
            case .success(let statistics):
                let values = try? statistics.read([String: Variant].self)
                body(values?["OutgoingBytes"]?.uint32.map { Int($0) })
            case .failure(let error):
                // The connection has left the bus.
                body(error.name == StandardErrorName.nameHasNoOwner ? 0 : nil)
            }
        }
    }

    /// Asks a connection for a sign that it has read everything that the bus had for it: it reads its messages in
    /// order, and every D-Bus library answers a ping, if only with an error. `body` gets false if no answer comes for a
    /// while, or if the bus does not take the ping because that user's programs leave too much unread.
    func askWhetherRead(by name: String, _ body: @escaping (Bool) -> Void) throws(BusError) {
        try callAsync(CallTarget(BusName(trusted: name), "/", StandardInterface.peer, "Ping"), timeout: 5_000_000) {
            answer in
            switch answer {
            case .success: body(true)
            case .failure(let error):
                body(![StandardErrorName.noReply, StandardErrorName.limitsExceeded].contains(error.name))
            }
        }
    }
}

// SPDX-License-Identifier: MIT

/// The known peers: those that the bus was asked about and that have not left it.
struct PeerCache {
    var known: [String: Peer] = [:]
    /// The match for departures; nil while nothing depends on it.
    var watch: BusSlot?
    /// Each gets the known peers that leave.
    var onLost: [(Peer) -> Void] = []
}

extension BusConnection {
    /// The bus's facts about the connection with a unique name. The first call for a peer asks the bus, which blocks
    /// the loop for one round trip; the answer is kept until the peer leaves. Throws `NameHasNoOwner` if the peer has
    /// left.
    public func peer(_ uniqueName: String) throws(BusError) -> Peer {
        if let peer = peers.known[uniqueName] { return peer }
        try watchPeers(waits: false)
        let peer = try Peer(uniqueName, self)
        peers.known[uniqueName] = peer
        return peer
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

    func isKnown(_ uniqueName: String) -> Bool { peers.known.index(forKey: uniqueName) != nil }

    /// Calls `body` with every known peer that leaves the bus. One match serves all peers, because the bus limits the
    /// number of matches. After this call any connection that leaves the bus wakes the process.
    public func onPeerLost(_ body: @escaping (Peer) -> Void) throws(BusError) {
        peers.onLost.append(body)
        try watchPeers(waits: true)
    }

    /// As `peer(_:)` without blocking the loop: asks now, and calls `body` when the answer is in the cache. Asks again
    /// after a second, because a bus drops its answer while it keeps too many unread bytes for this connection.
    func identify(_ uniqueName: String, _ body: @escaping (BusError?) -> Void) {
        do throws(BusError) {
            try watchPeers(waits: false)
            try callAsync(Peer.question, uniqueName, timeout: 1_000_000) { [unowned self] answer in
                do throws(BusError) {
                    peers.known[uniqueName] = try Peer(uniqueName, answer: try answer.get())
                    body(nil)
                } catch  where error.name == StandardErrorName.noReply {
                    identify(uniqueName, body)
                } catch {
                    body(error)
                }
            }
        } catch {
            body(error)
        }
    }

    /// Reports a peer that left the bus while nobody listened: in its turn, if there are turns.
    package func reportLoss(of name: String) { if let turns { turns.leave(name) } else { forgetPeer(name) } }

    /// Forgets a connection that has left the bus, and reports it if it was known.
    package func forgetPeer(_ name: String) {
        guard let peer = peers.known.removeValue(forKey: name) else { return }
        for body in peers.onLost { body(peer) }
    }

    /// Call it before the bus is asked about a peer, so that no departure after the answer is missed.
    private func watchPeers(waits: Bool) throws(BusError) {
        guard peers.watch == nil else { return }
        peers.watch = try watchDepartures(waits: waits) { [unowned self] name in
            guard name.hasPrefix(":") else { return }
            if let turns { return turns.leave(name) }
            forgetPeer(name)
            endUnusedWatch()
        }
    }

    /// Ends the match for departures if nothing depends on it, so that the departures of others do not wake this process.
    func endUnusedWatch() {
        guard peers.known.isEmpty, peers.onLost.isEmpty, turns?.isIdle ?? true else { return }
        peers.watch = nil
    }
}

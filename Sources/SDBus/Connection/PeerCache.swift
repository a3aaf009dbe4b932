// SPDX-License-Identifier: MIT

/// The known facts about peers that are on the bus.
struct PeerCache {
    var known: [String: Peer] = [:]
    /// Whether the match for departures is registered.
    var isWatching = false
    /// Gets the unique name of each connection that leaves.
    var onLost: ((String) -> Void)?
}

extension BusConnection {
    /// The bus's facts about the connection with a unique name. The first call for a peer asks the bus, which blocks
    /// the loop for one round trip; the answer is kept until the peer leaves. Throws `NameHasNoOwner` if the peer has
    /// left.
    public func peer(_ uniqueName: String) throws(BusError) -> Peer {
        if let peer = peers.known[uniqueName] { return peer }
        // Watch first, so that no departure after the answer is missed.
        try watchPeers()
        let peer = try Peer(uniqueName, self)
        peers.known[uniqueName] = peer
        return peer
    }

    /// Calls `body` with the unique name of every connection that leaves the bus. One match serves all peers, because
    /// the bus limits the number of matches.
    public func onPeerLost(_ body: @escaping (_ uniqueName: String) -> Void) throws(BusError) {
        peers.onLost = body
        try watchPeers()
    }

    /// As `peer(_:)` without blocking the loop: asks now, and calls `body` when the answer is in the cache. Asks again
    /// after a second, because a bus drops its answer while it keeps too many unread bytes for this connection.
    func identify(_ uniqueName: String, _ body: @escaping (BusError?) -> Void) {
        do throws(BusError) {
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

    /// Forgets a connection that has left the bus, and reports it.
    func forgetPeer(_ name: String) {
        peers.known[name] = nil
        peers.onLost?(name)
    }

    func watchPeers() throws(BusError) {
        guard !peers.isWatching else { return }
        keep(
            try watchDepartures { [unowned self] name in
                guard name.hasPrefix(":") else { return }
                if let turns { turns.leave(name) } else { forgetPeer(name) }
            })
        peers.isWatching = true
    }
}

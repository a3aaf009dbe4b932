// SPDX-License-Identifier: MIT

/// What was learnt about peers that are still there.
struct PeerCache {
    var known: [String: Peer] = [:]
    /// Whether the bus has been asked to tell who leaves.
    var isWatching = false
    /// Who else wants to know.
    var onLost: ((String) -> Void)?
}

extension BusConnection {
    /// What the bus says about the owner of a unique name. It is asked once per peer, which blocks the loop for one
    /// round trip, and the answer is kept until the peer leaves. Throws `NameHasNoOwner` if it has left.
    public func peer(_ uniqueName: String) throws(BusError) -> Peer {
        if let peer = peers.known[uniqueName] { return peer }
        // Watch first: who leaves after the answer is then heard of.
        try watchPeers()
        let peer = try Peer(uniqueName, self)
        peers.known[uniqueName] = peer
        return peer
    }

    /// Calls `body` with the unique name of every connection that leaves the bus, whoever it is: one match serves for
    /// all, as the bus limits their number.
    public func onPeerLost(_ body: @escaping (_ uniqueName: String) -> Void) throws(BusError) {
        peers.onLost = body
        try watchPeers()
    }

    /// The same without blocking the loop: asks now and calls `body` when the answer is known. It asks again after a second,
    /// because a bus drops its answer while it keeps too much for the one who asks.
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

    /// A connection has left the bus.
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

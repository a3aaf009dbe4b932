// SPDX-License-Identifier: MIT

extension BusClient {
    /// Waits for a signal and removes it from ``signals``. The earlier signals stay there, in order.
    ///
    /// A signal that has already arrived counts. For a new one, call ``forgetSignals()`` first.
    public func waitForSignal(
        _ member: String, timeout: Double? = nil, where matches: (BusMessage) -> Bool = { _ in true }
    ) throws -> BusMessage {
        try waitForSignal(member, until: Deadline(after: timeout), unless: nil, where: matches)
    }

    /// Waits likewise, but gives up when `handle` becomes readable.
    func waitForSignal(
        _ member: String, until deadline: Deadline, unless handle: Descriptor?, where matches: (BusMessage) -> Bool
    ) throws -> BusMessage {
        let found = try pump(until: deadline, unless: handle) {
            signals.firstIndex { $0.member == member && matches($0) }.map { signals.remove(at: $0) }
        }
        guard let found else {
            let list = signals.map { "\n  \($0)" }.joined()
            throw SupportError("\(uniqueName) got no signal \(member) that fits; it has:\(list)" + connectionNote)
        }
        return found
    }

    /// Waits for the next signal of any kind, except the bus's own, for tests of the order.
    public func nextSignal(timeout: Double? = nil) throws -> BusMessage {
        let found = try pump(until: Deadline(after: timeout)) {
            signals.firstIndex { $0.sender != Self.busName }.map { signals.remove(at: $0) }
        }
        guard let found else { throw SupportError("\(uniqueName) got no signal" + connectionNote) }
        return found
    }

    /// Handles messages until `isDone`, which ``onMessage`` changes.
    package func wait(for purpose: String, until isDone: () -> Bool) throws {
        let found: Bool? = try pump(until: Deadline()) { isDone() ? true : nil }
        guard found != nil else { throw SupportError("\(uniqueName) waits in vain for \(purpose)" + connectionNote) }
    }

    /// Drops the signals that have arrived so far.
    public func forgetSignals() {
        drain()
        signals = []
    }

    /// All signals that the owner of `peer` sent before it answered a ping. A signal that is missing here was not sent,
    /// so a test can show without a time-out that something did *not* happen.
    ///
    /// Removes them from ``signals``; those of other senders stay.
    public func signalsUpToNow(from peer: String, timeout: Double? = nil) throws -> [BusMessage] {
        try call(peer, "/", "org.freedesktop.DBus.Peer", "Ping", [], timeout: timeout)
        let owner = peer.hasPrefix(":") ? peer : try nameOwner(peer)
        let taken = signals.filter { $0.sender == owner }
        signals.removeAll { $0.sender == owner }
        return taken
    }
}

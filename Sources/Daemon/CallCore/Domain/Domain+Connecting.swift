// SPDX-License-Identifier: MIT

/// The time to connect: an outgoing call whose start is fulfilled must connect before its timer fires, if it can be
/// ended.
extension Domain {
    mutating func connectTimedOut(_ id: CallID) {
        guard let call = live(id), isConnecting(call) else { return }
        beginInserted(.end, of: [id], because: .connectTimedOut)
    }

    /// The start or the end of a call's timer, which runs exactly while the call connects; nil = neither.
    mutating func connectTimer(of call: Call) -> Effect? {
        guard call.outgoing else { return nil }
        let connects = isConnecting(call)
        guard calls.setConnecting(call.id, connects) else { return nil }
        return connects ? .startTimer(.connect(call.id), after: deadlines.connect) : .cancelTimer(.connect(call.id))
    }

    /// True from the fulfilment of a start until the call is connected or about to end.
    private func isConnecting(_ call: Call) -> Bool {
        guard call.outgoing, call.supports.ending, occupancy.isReady(call.id) else { return false }
        switch call.state {
        case .dialing, .connecting: return true
        case .incoming, .active, .held, .ending, .ended: return false
        }
    }
}

// SPDX-License-Identifier: MIT

/// Nothing rings for ever, at the other end neither: an outgoing call whose start is fulfilled has so long to connect.
extension Domain {
    mutating func connectTimedOut(_ id: CallID) {
        guard live(id)?.isConnecting == true else { return }
        beginInserted(.end, of: [id], because: .connectTimedOut)
    }

    /// The timer runs exactly while the call connects.
    func connectTimer(of id: CallID, from before: Call?, to after: Call) -> [Effect] {
        switch (before?.isConnecting ?? false, after.isConnecting) {
        case (false, true): [.startTimer(.connect(id), after: deadlines.connect)]
        case (true, false): [.cancelTimer(.connect(id))]
        case (false, false), (true, true): []
        }
    }
}

extension Call {
    /// True from the fulfilment of its start until it is connected, or about to end.
    fileprivate var isConnecting: Bool {
        guard outgoing, isAudioReady else { return false }
        switch state {
        case .dialing, .connecting: return true
        case .incoming, .active, .held, .ending, .ended: return false
        }
    }
}

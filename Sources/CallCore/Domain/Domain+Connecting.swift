// SPDX-License-Identifier: MIT

/// Nothing rings for ever, at the other end neither: an outgoing call whose start is fulfilled has so long to connect.
extension Domain {
    mutating func startConnectTimer(of call: Call) {
        guard isConnecting(call) else { return }
        output.tells.append(.startTimer(.connect(call.id), after: deadlines.connect))
    }

    /// The call is about to leave the state in which its timer runs.
    mutating func stopConnectTimer(of call: Call) {
        guard isConnecting(call) else { return }
        output.tells.append(.cancelTimer(.connect(call.id)))
    }

    mutating func connectTimedOut(_ id: CallID) {
        guard let call = live(id), isConnecting(call) else { return }
        beginInserted(.end, of: [id], because: .connectTimedOut)
    }

    private func isConnecting(_ call: Call) -> Bool {
        guard call.outgoing, call.isAudioReady else { return false }
        switch call.state {
        case .dialing, .connecting: return true
        case .incoming, .active, .held, .ending, .ended: return false
        }
    }
}

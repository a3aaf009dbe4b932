// SPDX-License-Identifier: MIT

import Foundation

/// The app's windows, which show its calls.
@MainActor
protocol ActiveCallsDelegate: AnyObject {
    func calls(_ calls: ActiveCalls, changed call: ActiveCall, by change: ActiveCall.Change)
    /// The system has refused a request of the user.
    func calls(_ calls: ActiveCalls, refusedWith error: any Error)
}

/// The calls of this app. ``ActiveCallManager`` adds the user's requests, which each framework has in its own words.
@MainActor
class ActiveCalls {
    private(set) var calls: [ActiveCall] = []
    weak var delegate: (any ActiveCallsDelegate)?

    func call(_ uuid: UUID) -> ActiveCall? { calls.first { $0.uuid == uuid } }

    func add(_ call: ActiveCall) {
        calls.append(call)
        call.onChange = { [weak self, unowned call] change in
            guard let self else { return }
            self.delegate?.calls(self, changed: call, by: change)
        }
    }

    /// The system has answered the report of an incoming call. Without an error it now alerts the user; with an error
    /// it does not.
    func reported(_ call: ActiveCall, _ error: (any Error)?, to network: any CallNetwork) {
        // The other side may have hung up meanwhile.
        guard !call.hasEnded else { return }
        if let error {
            network.hangUp(call.uuid)
            remove(call, .refused(error))
        } else {
            network.ring(call.uuid)
            call.apply(.ringing)
        }
    }

    /// Ends a call and removes it.
    func remove(_ call: ActiveCall, _ ending: ActiveCall.Ending) {
        calls.removeAll { $0 === call }
        call.apply(.ended(ending))
    }
}

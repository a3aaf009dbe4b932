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

    /// Ends a call and removes it.
    func remove(_ call: ActiveCall, _ ending: ActiveCall.Ending) {
        calls.removeAll { $0 === call }
        call.apply(.ended(ending))
    }
}

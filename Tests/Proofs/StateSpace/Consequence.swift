// SPDX-License-Identifier: MIT

@testable import CallCore

extension Domain {
    /// Whether an app that holds by itself may report this because of an action. A hold silences the call, or activates
    /// another, or does not last. A call that becomes active makes another be held.
    func isConsequence(onHold: Bool, of call: Call) -> Bool {
        let others = calls.values.filter { $0.provider == call.provider && $0.group != call.group }
        let isToldToHold = call.isTold { $0 == .setHeld(true) }
        if isToldToHold || others.contains(where: \.isToTalk) { return onHold }
        return !onHold && (call.wasToldToHold || others.contains(where: \.isToBeSilent))
    }
}

extension Call {
    fileprivate var isToTalk: Bool {
        !isTold { $0 == .setHeld(true) } && (state == .active || isTold { $0.takesAudio })
    }
    fileprivate var isToBeSilent: Bool { isTold { $0 == .setHeld(true) } || wasToldToHold && !isTold { $0.takesAudio } }
    fileprivate var wasToldToHold: Bool { state == .held && reason != .heldByProvider }

    fileprivate func isTold(_ isMeant: (ActionKind) -> Bool) -> Bool {
        pending.contains { $0.isDelivered && isMeant($0.kind) }
    }
}

extension ExistingCall {
    /// Whether the report shows that the app has done an action that it was told.
    func isFulfilment(of call: Call) -> Bool {
        switch state {
        case .active: call.isTold { $0.takesAudio }
        case .held: call.isTold { $0 == .setHeld(true) }
        case .incoming, .dialing, .connecting, .ending, .ended: false
        }
    }
}

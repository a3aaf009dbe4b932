// SPDX-License-Identifier: MIT

@testable import CallCore

extension Domain {
    /// Whether a modem may report this because of an action: a hold silences the call, or makes another one talk, or does not
    /// last; a call that talks makes another be held.
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

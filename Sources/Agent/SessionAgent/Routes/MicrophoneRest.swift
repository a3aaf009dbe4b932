// SPDX-License-Identifier: MIT

import CallClient
import CallInterface

/// Whether the calls have left the microphone alone for long.
struct MicrophoneRest {
    /// When the last call was muted or held.
    private var start: UInt64?

    /// `delay` and `now` are in microseconds; 0 = never. `wait` is the time after which to look again.
    mutating func look(
        isUnused: Bool, after delay: UInt64, at now: UInt64
    ) -> (isResting: Bool, wait: UInt64?) {
        guard isUnused, delay > 0 else {
            start = nil
            return (false, nil)
        }
        let end = (start ?? now) + delay
        start = start ?? now
        return now < end ? (false, end - now) : (true, nil)
    }
}

extension DesktopState {
    /// Whether there are calls, and all are muted or held, and are not about to go on. A call that rings does not use
    /// the microphone either, until it is answered.
    var leavesMicrophone: Bool {
        calls.contains { $0.state == .active || $0.state == .held } && calls.allSatisfy(Self.leavesMicrophone)
    }

    private static func leavesMicrophone(_ call: CallRecord) -> Bool {
        switch call.state.word {
        case .active: call.isMuted && call.pendingAction != .setMuted
        case .held: call.pendingAction != .setHeld
        case .incoming: call.isUnanswered
        case .ending, .ended: true
        case .dialing, .connecting, nil: false
        }
    }
}

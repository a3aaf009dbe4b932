// SPDX-License-Identifier: MIT

import CallClient
import CallInterface

/// What happens to a call, as the first argument of the user's programs. A call that a filter refused was never listed,
/// so nothing happens to it.
enum HookEvent: String, Hashable, CaseIterable {
    /// An incoming call begins to ring aloud.
    case ringing
    /// Both sides can talk, or a call appears that already goes on.
    case answered
    /// An incoming call ended, and no device answered or declined it.
    case missed
    /// Any call ended. It follows `missed`.
    case ended
}

/// Finds what happened between two states of the calls. The first state only begins: what happened before it is not
/// known.
struct HookEvents {
    /// What has happened to each present call; nil before the first state.
    private var known: [String: Set<HookEvent>]?

    /// In order of the beginning of the calls, and of the events of each.
    mutating func follow(_ calls: [CallRecord]) -> [(event: HookEvent, call: CallRecord)] {
        var new: [(event: HookEvent, call: CallRecord)] = []
        var present: [String: Set<HookEvent>] = [:]
        for call in calls {
            let before = known?[call.uuid] ?? []
            let now = before.union(HookEvent.allCases.filter { $0.describes(call) })
            present[call.uuid] = now
            guard known != nil else { continue }
            new += HookEvent.allCases.filter { now.contains($0) && !before.contains($0) }.map { ($0, call) }
        }
        known = present
        return new
    }
}

extension HookEvent {
    /// Whether it happens to a call in this state, or has happened before.
    fileprivate func describes(_ call: CallRecord) -> Bool {
        switch self {
        case .ringing: call.isUnanswered && !call.isSilenced
        case .answered: call.connectedAt != 0
        case .missed: call.isMissed
        case .ended: call.state == .ended
        }
    }
}

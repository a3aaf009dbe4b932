// SPDX-License-Identifier: MIT

@testable import CallCore

/// Rule 13.
extension Step {
    static let screeningLaws = [
        Law("The directory is asked once about each call that begins to wait, and about no other.") { step in
            let asked = step.response.effects.compactMap { if case .screen(_, let call) = $0 { call.id } else { nil } }
            let began = step.after.screenings.waiting.keys.filter { step.before.screenings[$0] == nil }
            let clients = step.response.effects.compactMap {
                if case .screen(let client, _) = $0 { client } else { nil }
            }
            return asked.count == began.count && Set(asked) == Set(began)
                && clients.allSatisfy { $0 == step.after.screenings.directory?.client }
        },
        Law("The reports of a call are answered once, when the call waits no longer.") { step in
            let answered = step.response.effects.compactMap {
                if case .screened(let id, _) = $0 { id } else { nil }
            }
            let decided = step.before.screenings.waiting.keys.filter { step.after.screenings[$0] == nil }
            return answered.count == decided.count && Set(answered) == Set(decided)
        },
        Law("A call that waited rings if its report succeeds, unless it has ended.") { step in
            step.response.effects.allSatisfy { effect in
                guard case .screened(let id, let refusal) = effect else { return true }
                return (step.after.calls[id] != nil) == (refusal == nil) || step.endsScreening(of: id)
            }
        },
        Law("No call rings that the directory rejects, except after an emergency call.") { step in
            guard case .command(.answerScreening(let id, .reject, _, _), _) = step.event,
                let call = step.before.screenings[id]
            else { return true }
            return step.after.calls[id] == nil || step.before.isPastFilters(call)
        },
        Law("The names of the directory change nothing but what is shown.") { step in
            guard case .command(.identify, _) = step.event else { return true }
            return step.response.effects.allSatisfy { effect in
                guard case .callChanged(var before, let after) = effect else { return false }
                before.identity = after.identity
                return before == after
            }
        },
    ]

    /// Whether the app ends a call that waits, or is gone.
    private func endsScreening(of id: CallID) -> Bool {
        switch event {
        case .command(.reportEnded(id, _, _), _), .command(.invalidate, _), .clientLost, .reset: true
        case .command, .timerFired, .sessionActivity, .policyChanged, .restarted: false
        }
    }
}

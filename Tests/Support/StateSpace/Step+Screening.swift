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
        Law("No call rings that the directory rejects, except after an emergency call or silently.") { step in
            guard case .command(.answerScreening(let id, .reject, let filter, _), _) = step.event,
                let call = step.before.screenings[id], let ringing = step.after.calls[id]
            else { return true }
            if step.before.isPastFilters(call) { return !ringing.silenced }
            return ringing.silenced && step.before.hasManyRefused(call, by: filter)
        },
        Law("If calls ended, the directory and no other client is told the number of the last one.") { step in
            let told = step.response.effects.filter { if case .callsEnded = $0 { true } else { false } }
            if case .restarted = step.event { return told.count <= 1 }
            let number = step.after.stories.lastNumber
            guard number != step.before.stories.lastNumber, let directory = step.after.screenings.directory else {
                return told.isEmpty
            }
            return told == [.callsEnded(directory.client, number: number)]
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

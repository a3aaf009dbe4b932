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
        Law("The verdict of the directory decides how the call rings, except after an emergency call.") { step in
            guard case .command(.answerScreening(let id, let verdict, let filter, _), _) = step.event,
                let call = step.before.screenings[id]
            else { return true }
            return step.obeys(verdict, about: call, filter)
        },
        Law("A repeated report of a call that waits changes nothing but the number of its reports.") { step in
            guard case .command(.reportIncoming(_, let id, _), _) = step.event,
                let before = step.before.screenings.waiting[id]
            else { return true }
            var expected = before
            expected.reports += 1
            return step.response.answer == .screening && step.response.effects.isEmpty
                && step.after.screenings.waiting[id] == expected
        },
        Law("At the deadline the verdict for late answers decides how the call rings.") { step in
            guard case .timerFired(.screening(let id)) = step.event, let call = step.before.screenings[id] else {
                return true
            }
            return step.obeys(step.before.screenings.directory?.whenLate ?? .allow, about: call, .blockList)
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
        Law("An app that the user switched off begins no call that it reports, and its live calls stay.") { step in
            let reported: CallID? =
                switch step.event {
                case .command(.reportIncoming(_, let id, _), _), .command(.answerScreening(let id, _, _, _), _),
                    .timerFired(.screening(let id)):
                    id
                case .command(.reportExisting(_, let id, _), _):
                    step.before.lostCalls.contains { $0.call.id == id } ? nil : id
                default: nil
                }
            if let reported, step.before.calls[reported] == nil, let call = step.after.calls[reported],
                let provider = step.before.providers[call.provider], step.before.isSwitchedOff(provider)
            {
                return false
            }
            guard case .command(.setDirectoryState, _) = step.event else { return true }
            return step.before.calls.known == step.after.calls.known
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

    /// Whether the call rings as the verdict says, if it rings, and as the user wishes. A call that must not be
    /// rejected rings: after an emergency call aloud, beyond the share of its app without a sound.
    private func obeys(_ verdict: Verdict, about call: Call, _ filter: CallFilter) -> Bool {
        guard let ringing = after.calls[call.id] else { return true }
        switch verdict {
        case .allow:
            switch before.quieting(of: ringing) {
            case nil: return !ringing.silenced
            case .silent: return ringing.silenced
            case .refused(let wish): return ringing.silenced && before.hasManyRefused(call, by: wish)
            }
        case .silence: return ringing.silenced
        case .reject where before.isPastFilters(call): return !ringing.silenced
        case .reject: return ringing.silenced && before.hasManyRefused(call, by: filter)
        }
    }

    /// Whether the app ends a call that waits, or is gone.
    private func endsScreening(of id: CallID) -> Bool {
        switch event {
        case .command(.reportEnded(id, _, _), _), .command(.invalidate, _), .clientLost, .reset: true
        case .command, .timerFired, .sessionActivity, .policyChanged, .dateJumped, .restarted: false
        }
    }

    /// Only a call that did not wait for the directory: during the wait the user may have changed their mind.
    var ringsAsWished: Bool {
        guard case .command(.reportIncoming(_, let id, _), _) = event, before.screenings[id] == nil,
            after.screenings[id] == nil, before.calls[id] == nil
        else { return true }
        switch response.answer {
        case .filtered: return after.calls[id] == nil
        default:
            guard let call = after.calls[id] else { return false }
            let quieting = before.quieting(of: call)
            return quieting == nil && !call.silenced || quieting == .silent && call.silenced
        }
    }
}

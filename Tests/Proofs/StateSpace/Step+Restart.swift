// SPDX-License-Identifier: MIT

@testable import CallCore

/// A restart of the service is no event for the calls. It may repeat what the service owed, and nothing else.
extension Step {
    var isRestart: Bool { if case .restarted = event { true } else { false } }

    static let restartLaws = [
        Law("A restart changes no call, provider, shell or owner of the audio.") { step in
            let (before, after) = (step.before, step.after)
            return before.calls.known == after.calls.known
                && before.providers.registered == after.providers.registered && before.audio == after.audio
                && before.lane == after.lane && before.occupancy == after.occupancy
                && before.shells.all == after.shells.all && before.alerts.ringing == after.alerts.ringing
                && before.transactions.open.keys == after.transactions.open.keys
        },
        Law("After a restart an app gets only the actions that it may not have got.") { $0.performsPendingOnly },
        Law("After a restart the timer of each action runs, and no timer stops.") { step in
            let stopped = step.response.effects.contains { if case .cancelTimer = $0 { true } else { false } }
            return !stopped && step.startedTimers.isSubset(of: step.after.runningTimers)
        },
        Law("After a restart each action that may be repeated waits for its repetition.") { step in
            step.after.runningTimers.allSatisfy { timer in
                guard case .again(let action) = timer else { return true }
                return step.startedTimers.contains(timer) || step.performs(action)
            }
        },
    ]

    private var startedTimers: Set<TimerKey> {
        Set(response.effects.compactMap { if case .startTimer(let key, _) = $0 { key } else { nil } })
    }

    private func performs(_ action: ActionID) -> Bool {
        response.effects.contains { effect in
            if case .send(_, _, .perform(let task)) = effect { task.action.id == action } else { false }
        }
    }

    private var performsPendingOnly: Bool {
        guard case .restarted(let restart) = event else { return true }
        var owed = restart.pending.dropFirst(restart.firstMayBeDone ? 1 : 0).compactMap { effect in
            if case .perform(let action) = effect { action } else { nil }
        }
        for case .send(_, _, .perform(let task)) in response.effects {
            guard !task.isRepeated, let place = owed.firstIndex(of: task.action.id) else { return false }
            owed.remove(at: place)
        }
        return true
    }
}

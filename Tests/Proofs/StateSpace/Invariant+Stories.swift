// SPDX-License-Identifier: MIT

@testable import CallCore

/// Invariants that take too long for the model check, or that its worlds cannot break.
extension Invariant {
    /// These hold for the stories of calls between any two events.
    static let stories = [
        Invariant("Each call has one story, and the story begins when the call appears.") { domain in
            guard domain.limits.momentsPerCall > 0 else { return true }
            return domain.stories.live.count == domain.calls.count
                && domain.calls.keys.allSatisfy { domain.stories.live[$0]?.moments.first?.what == .appeared }
        },
        Invariant("The story of a call has no more moments than the limit.") { domain in
            let limit = max(domain.limits.momentsPerCall, CallCore.Story.kept + 1)
            return domain.stories.live.values.allSatisfy { $0.moments.count <= limit }
        },
        Invariant("The story of a call tells its current state, audio and mute.") { domain in
            domain.stories.live.allSatisfy { id, story in
                guard let call = domain.calls[id], story.omitted == 0 else { return true }
                return story.moments.last { $0.state != nil }?.state == call.state
                    && story.isLast(.audioGained, not: .audioLost) == call.hasAudio
                    && story.isLast(.muted, not: .unmuted) == call.muted
            }
        },
        Invariant("The story of an ended call ends with its end.") { domain in
            domain.recentlyEnded.allSatisfy { $0.story.moments.last?.what == .ended }
        },
        Invariant("Only the calls that ended last have moments, and the numbers of ended calls ascend.") { domain in
            let ended = domain.stories.ended(after: 0)
            let (last, explained) = (domain.stories.lastNumber, domain.stories.explained)
            return ended.allSatisfy { $0.ended.story.moments.isEmpty == ($0.number <= last - explained) }
                && zip(ended, ended.dropFirst()).allSatisfy { $0.number < $1.number }
                && ended.last.map { $0.number <= last } ?? true
        },
    ]

    /// These hold when no app has an action and no timer runs.
    static let atRest = [
        Invariant("Every accepted transaction is completed.") { $0.transactions.isEmpty },
        Invariant("The lane is empty.") { $0.lane.order.isEmpty && $0.lane.runnable.isEmpty },
        Invariant("No transaction waits for the end of a call.") { $0.lane.waitingForEnd.isEmpty },
        Invariant("No call stays on hold that could resume.") { $0.occupancy.resumable.isEmpty },
        Invariant("The index of actions is empty.") { $0.transactions.ofAction.isEmpty },
        Invariant("No call has a pending action, and no call is ending.") { domain in
            domain.calls.values.allSatisfy { $0.pending.isEmpty && $0.state != .ending }
        },
        Invariant("No filtered caller is remembered.") { $0.alerts.filtered.isEmpty },
        Invariant("No call waits for the directory.") { $0.screenings.waiting.isEmpty },
        Invariant("The time after an emergency call is over.") { !$0.hasEmergencyWindow },
    ]
}

extension CallCore.Story {
    /// Whether the last moment of these two kinds is of the first kind.
    fileprivate func isLast(_ on: MomentWord, not off: MomentWord) -> Bool {
        moments.last { $0.what == on || $0.what == off }?.what == on
    }
}

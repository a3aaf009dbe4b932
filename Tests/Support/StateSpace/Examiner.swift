// SPDX-License-Identifier: MIT

@testable import CallCore

/// Compares each step of one story with the laws and the invariants.
struct Examiner {
    /// True once an app has set a limit below what may exist; what exists stays.
    private var hasLowered = false

    /// The first sentence that is not true of a step; nil when all are true.
    mutating func objection(to step: Step) -> String? {
        hasLowered = hasLowered || step.lowersLimits
        let laws = hasLowered ? Step.lastingLaws : Step.laws
        if let law = laws.first(where: { !$0.holds(step) }) { return law.sentence }
        let invariants = hasLowered ? Invariant.lasting : Invariant.all
        return (invariants + Invariant.stories).first { !$0.holds(step.after) }?.sentence
    }
}

extension Step {
    fileprivate var lowersLimits: Bool {
        guard case .command(.configure(let identifier, let new), _) = event else { return false }
        guard let old = before.provider(identifier)?.configuration else { return false }
        return new.maximumCallGroups < old.maximumCallGroups
            || new.maximumCallsPerCallGroup < old.maximumCallsPerCallGroup
    }
}

extension Domain {
    /// Compares everything that a refused command must not change.
    func isSame(as other: Domain) -> Bool {
        calls == other.calls && providers == other.providers && audio == other.audio
            && providerIDs == other.providerIDs && providersOfClient == other.providersOfClient
            && transactions == other.transactions && transactionOfAction == other.transactionOfAction
            && transactionsOfClient == other.transactionsOfClient && lane == other.lane && stalled == other.stalled
            && waitingForEnd == other.waitingForEnd && occupants == other.occupants && intruders == other.intruders
            && resumable == other.resumable && awaited == other.awaited && ringing == other.ringing
            && silencedCount == other.silencedCount && filtered == other.filtered && shells == other.shells
            && primaryShell == other.primaryShell
    }
}

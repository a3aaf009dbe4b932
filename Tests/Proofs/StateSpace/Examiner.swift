// SPDX-License-Identifier: MIT

@testable import CallCore

/// Checks the laws and the invariants at each step of one story.
struct Examiner {
    /// True after an app has set a limit below the number of its calls or groups, or reported a group. Those calls and
    /// groups stay.
    private var hasLowered = false

    /// The first sentence that does not hold for a step; nil = all hold.
    mutating func objection(to step: Step) -> String? {
        hasLowered = hasLowered || step.lowersLimits
        let laws = step.isRestart ? Step.restartLaws : hasLowered ? Step.lastingLaws : Step.laws
        if let law = laws.first(where: { !$0.holds(step) }) { return law.sentence }
        let invariants = hasLowered ? Invariant.lasting : Invariant.all
        return (invariants + Invariant.stories).first { !$0.holds(step.after) }?.sentence
    }
}

extension Step {
    fileprivate var lowersLimits: Bool {
        let (identifier, new): (String, ProviderConfiguration)
        switch event {
        // The group of a call is a fact, which no limit refuses.
        case .command(.reportUpdated(_, let update), _): return update.group != nil
        case .command(.configure(let name, let configuration), _), .command(.register(let name, let configuration), _):
            (identifier, new) = (name, configuration)
        default: return false
        }
        guard let old = before.providers[identifier]?.configuration else { return false }
        return new.maximumCallGroups < old.maximumCallGroups
            || new.maximumCallsPerCallGroup < old.maximumCallsPerCallGroup
    }
}

extension Domain {
    /// Compares everything that a refused command must not change.
    func isSame(as other: Domain) -> Bool {
        calls.known == other.calls.known && providers.registered == other.providers.registered
            && providers.ids == other.providers.ids && providers.idsOfClient == other.providers.idsOfClient
            && transactions.open == other.transactions.open && transactions.ofAction == other.transactions.ofAction
            && transactions.counts == other.transactions.counts
            && providers.idsOfAccount == other.providers.idsOfAccount && costs == other.costs
            && calls.stateBeforeEnding == other.calls.stateBeforeEnding
            && calls.foundIn == other.calls.foundIn
            && calls.keys.allSatisfy { calls.earlyReports(of: $0) == other.calls.earlyReports(of: $0) }
            && audio == other.audio && lane == other.lane
            && occupancy == other.occupancy && alerts == other.alerts && shells == other.shells
            && screenings == other.screenings && switchedOff == other.switchedOff
            && hasEmergencyWindow == other.hasEmergencyWindow
    }
}

// SPDX-License-Identifier: MIT

@testable import CallCore

/// The rules that say which call is held or ended for another one.
extension Step {
    /// A hold or an end that the registry has told a provider to do for another call.
    private struct Displacement {
        let call: Call
        let kind: ActionKind
        /// nil = it is for no call, for example when a call rings for too long.
        let beneficiary: Call?
        /// True when the transaction also gives the audio to an emergency call.
        let isForEmergency: Bool
        /// False when the request must not end other calls.
        let mayEnd: Bool
    }

    private var displacements: [Displacement] {
        response.effects.compactMap { effect in
            guard case .send(_, _, .perform(let task)) = effect, task.action.isInserted else { return nil }
            guard task.action.kind == .end || task.action.kind == .setHeld(true) else { return nil }
            guard let call = after.calls[task.action.call], let transaction = after.transactions[task.transaction]
            else { return nil }
            let purpose = after.purpose(of: task.action, in: transaction)?.call ?? transaction.causeCall
            return Displacement(
                call: call, kind: task.action.kind, beneficiary: purpose.flatMap { after.calls[$0] },
                isForEmergency: after.isEmergency(transaction), mayEnd: transaction.endsOthers)
        }
    }

    private func isCellular(_ call: Call) -> Bool { after.providers[call.provider]?.providerClass == .cellular }

    var sparesCellularCalls: Bool {
        displacements.allSatisfy { displacement in
            guard displacement.kind == .end, isCellular(displacement.call) else { return true }
            return displacement.isForEmergency || displacement.beneficiary.map(isCellular) ?? true
        }
    }

    var sparesOthers: Bool {
        displacements.allSatisfy { $0.kind != .end || $0.mayEnd || $0.isForEmergency }
    }

    var sparesEmergencyCalls: Bool {
        displacements.allSatisfy { displacement in
            guard displacement.call.emergency, let beneficiary = displacement.beneficiary else { return true }
            return beneficiary.emergency
                && (after.occupancy.occupies(beneficiary.id) || after.occupancy.intrudes(beneficiary.id))
        }
    }

    /// The registry itself tells an app to end a call that it cannot end only if nothing else is left.
    var sparesCallsWithoutEnd: Bool {
        for case .send(_, _, .perform(let task)) in response.effects where task.action.kind == .end {
            guard after.calls[task.action.call]?.supports.ending == false, !task.isRepeated,
                let transaction = after.transactions[task.transaction]
            else { continue }
            let causes: [Reason?] = [.hasPriority, .endedForOwner]
            guard task.action.isInserted, causes.contains(transaction.cause) || after.isEmergency(transaction) else {
                return false
            }
        }
        return true
    }

    var helpsInEmergency: Bool {
        guard let (action, outcome) = completion, before.calls[action.call]?.emergency == false else { return true }
        switch (action.kind, outcome) {
        case (.setHeld(true), .failed), (.setHeld(true), .timedOut), (.end, .failed), (.end, .timedOut): break
        default: return true
        }
        for case .transactionCompleted(_, let id, .failed(_, let reason, _), _) in response.effects {
            guard reason == Reason.of(action.kind, timedOut: outcome == .timedOut) else { continue }
            guard before.transactions.ofAction[action.id] == id, let transaction = before.transactions[id] else {
                continue
            }
            if before.isEmergency(transaction) { return false }
        }
        return true
    }

    /// A call that its app has dialed already stays with it.
    var dialsForHelp: Bool {
        guard case .command(.request(let request), _) = event, !isRepetition else { return true }
        let numbers = Set(before.providers.values.flatMap(\.configuration.emergencyNumbers))
        return request.items.allSatisfy { item in
            guard case .start(let start) = item.kind, !start.dialed, start.handle.kind == .phoneNumber,
                numbers.contains(start.handle.value), let call = after.calls[item.call]
            else { return true }
            return call.emergency && after.providers[call.provider]?.providerClass == .cellular
        }
    }

    var isQuietInEmergency: Bool {
        guard let emergency = before.emergencyCall, after.emergencyCall == emergency else { return true }
        return after.alerts.ringing.keys.allSatisfy {
            before.alerts.ringing[$0] != nil || after.calls[$0]?.emergency == true || after.calls[$0]?.silenced == true
        }
    }
}

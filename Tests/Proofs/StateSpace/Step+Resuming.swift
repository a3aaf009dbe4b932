// SPDX-License-Identifier: MIT

@testable import CallCore

/// Rule 6: what becomes of the calls that were held for a call that has ended.
extension Step {
    static let resumingLaws = [
        Law(
            """
            A held call that its app can resume resumes after the other call, unless that had connected and the user \
            did not end it.
            """
        ) {
            step in
            step.removed.allSatisfy { ended in
                let held = step.before.calls.values.filter { $0.heldFor == ended.id }
                return held.allSatisfy { call in
                    step.mayResume(call).map { $0 == (call.supports.resuming && step.letsResume(ended)) } ?? true
                }
            }
        }
    ]

    private func letsResume(_ ended: Call) -> Bool {
        ended.endedReason?.isLocal == true || before.calls[ended.id]?.state == .ending || !ended.hasConnected
            || before.shells.state.autoResume
    }

    /// Whether a call that was held is to resume, or waits for another call; nil = it is not held any more.
    private func mayResume(_ old: Call) -> Bool? {
        guard let held = after.calls[old.id], held.state == .held else { return nil }
        let resumes = held.pending.contains { after.transactions[$0.transaction]?.cause == .resumed }
        return held.heldFor != nil || after.occupancy.resumable.contains(held.id) || resumes
    }
}

// SPDX-License-Identifier: MIT

/// Groups: merged, and left.
extension Domain {
    /// Refuses what can be known to be wrong about a change of groups.
    func checkGroup(_ call: Call, with other: CallID?, of provider: Provider) throws(CallError) {
        guard let other else {
            guard canGroup(call, with: nil) else {
                throw CallError(
                    .invalidAction,
                    "The call \(call.id) cannot go private: it is alone, or does not support it, or another member cannot be held."
                )
            }
            return try checkGroups(of: provider, .requestMaximumCallGroupsReached)
        }
        let partner = try find(other, unknown: .unknownCallUUID).call
        guard canGroup(call, with: other) else {
            throw CallError(
                .invalidAction,
                "The calls \(call.id) and \(other) cannot be merged: both must be active or held, of one provider, "
                    + "support grouping, and be in two groups.")
        }
        let maximum = provider.configuration.maximumCallsPerCallGroup
        guard members(ofGroupOf: partner).count < maximum else {
            throw CallError(.limitsExceeded, "A group of \(provider.identifier) has at most \(maximum) calls.")
        }
    }

    /// Whether a change of groups is possible as things are.
    func canGroup(_ call: Call, with other: CallID?) -> Bool {
        guard let other else {
            let rest = members(ofGroupOf: call).filter { $0.id != call.id }
            let mustBeHeld = call.occupiesAudio ? rest.filter(\.occupiesAudio) : []
            return call.supports.ungrouping && !rest.isEmpty && mustBeHeld.allSatisfy(\.supports.holding)
        }
        guard let partner = live(other), partner.provider == call.provider, partner.group != call.group else {
            return false
        }
        let bothSettled = [call, partner].allSatisfy { $0.state == .active || $0.state == .held }
        return bothSettled && call.supports.grouping && partner.supports.grouping
    }

    /// Moves a call into the group of another, or into one of its own. In a group that has the audio, who is held
    /// comes back.
    mutating func regroup(_ id: CallID, with other: CallID?) {
        guard let call = live(id) else { return }
        guard let other else {
            let rest = members(ofGroupOf: call).filter { $0.id != id }
            rename(rest, leftBy: call)
            return move(id, to: GroupID(id))
        }
        guard let partner = live(other) else { return }
        let rest = members(ofGroupOf: call).filter { $0.id != id }
        rename(rest, leftBy: call)
        move(id, to: partner.group)
        let members = members(ofGroupOf: partner)
        guard members.contains(where: \.occupiesAudio) else { return }
        let held = [call, partner].filter { $0.state == .held }
        guard !held.isEmpty else { return }
        beginInserted(.setHeld(false), of: held.map(\.id))
    }

    private mutating func move(_ id: CallID, to group: GroupID) {
        update(id) {
            $0.group = group
            $0.reason = .groupedByRequest
            $0.reasonCall = nil
        }
    }

    /// A group whose name a leaving call takes with it is named by the first of those who stay.
    private mutating func rename(_ rest: [Call], leftBy call: Call) {
        guard call.group == GroupID(call.id), let first = rest.min(by: { $0.startedAt < $1.startedAt }) else { return }
        for member in rest { update(member.id) { $0.group = GroupID(first.id) } }
    }
}

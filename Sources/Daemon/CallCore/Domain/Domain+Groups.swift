// SPDX-License-Identifier: MIT

/// Groups: how calls join and leave them.
extension Domain {
    /// Refuses a change of groups that cannot succeed.
    func checkGroup(_ call: Call, with other: CallID?, of provider: Provider, _ plan: Plan) throws(CallError) {
        guard let other else {
            guard canGroup(call, with: nil) else {
                throw CallError(
                    .invalidAction,
                    "The call \(call.id) cannot go private: it is alone, or does not support it, or another member cannot be held."
                )
            }
            return try checkGroups(of: provider, .requestMaximumCallGroupsReached, plan)
        }
        let partner = try find(other, unknown: .unknownCallUUID).call
        guard canGroup(call, with: other) else {
            throw CallError(
                .invalidAction,
                "The calls \(call.id) and \(other) cannot be merged: both must be active or held, of one provider, "
                    + "support grouping, and be in two groups.")
        }
        try checkSize(ofGroupOf: partner, of: provider)
    }

    /// Refuses one call more than a group of this provider may have.
    func checkSize(ofGroupOf member: Call, of provider: Provider) throws(CallError) {
        guard hasSpace(groupOf: member) else {
            let maximum = provider.configuration.maximumCallsPerCallGroup
            let names = members(ofGroupOf: member).map { "\($0.id)" }.joined(separator: ", ")
            throw CallError(
                .limitsExceeded,
                "A group of \(provider.identifier) has at most \(maximum) calls; in this one: \(names).")
        }
    }

    func hasSpace(groupOf member: Call) -> Bool {
        let maximum = providers[member.provider]?.configuration.maximumCallsPerCallGroup ?? 0
        return members(ofGroupOf: member).count < maximum
    }

    /// Whether a change of groups is possible now.
    func canGroup(_ call: Call, with other: CallID?) -> Bool {
        guard let other else {
            let rest = members(ofGroupOf: call).filter { $0.id != call.id }
            let mustBeHeld = rest.filter { occupancy.occupies($0.id) }
            return call.supports.ungrouping && !rest.isEmpty && mustBeHeld.allSatisfy(\.supports.holding)
        }
        guard let partner = live(other), partner.provider == call.provider, partner.group != call.group else {
            return false
        }
        return [call, partner].allSatisfy { member in
            (member.state == .active || member.state == .held) && member.supports.grouping && member.mayBeGrouped
        }
    }

    /// Moves a call into the group of another, or into one of its own. When one of the two groups has the audio, the
    /// held calls of the other group resume.
    mutating func regroup(_ id: CallID, with other: CallID?) {
        guard let call = live(id) else { return }
        guard let other else {
            leaveName(of: call)
            return move(id, to: GroupID(id))
        }
        // A report may have joined them while the provider had the action.
        guard let partner = live(other), partner.group != call.group else { return }
        let joined = members(ofGroupOf: partner)
        leaveName(of: call)
        move(id, to: partner.group)
        let isHeldGroup = joined.allSatisfy { !occupancy.occupies($0.id) }
        guard occupancy.occupies(id) || !isHeldGroup else { return }
        // An app that reports groups repeatedly gets one action, not one each time.
        let held = ([call] + (isHeldGroup ? joined : [partner])).filter { member in
            member.state == .held && !member.pending.contains { $0.kind == .setHeld(false) }
        }
        guard !held.isEmpty else { return }
        beginInserted(.setHeld(false), of: held.map(\.id), because: .resumedForGroup)
    }

    /// A held call that has left its group becomes the active one.
    mutating func consequence(of action: Action) -> Action? {
        guard case .setGroup(with: nil) = action.kind, live(action.call)?.state == .held else { return nil }
        return Action(id: freshActionID(), call: action.call, kind: .setHeld(false), isInserted: true)
    }

    private mutating func move(_ id: CallID, to group: GroupID) {
        calls.forgetFoundGroup(of: id)
        calls.update(id) {
            $0.group = group
            $0.reason = .groupedByRequest
            $0.reasonCall = nil
        }
    }

    /// A call leaves its group, or has ended. If it gave the group its name, the first remaining member names the group
    /// now.
    mutating func leaveName(of call: Call) {
        guard call.group == GroupID(call.id) else { return }
        let rest = members(ofGroupOf: call).filter { $0.id != call.id }
        guard let first = rest.first else { return }
        for member in rest { calls.update(member.id) { $0.group = GroupID(first.id) } }
    }
}

// SPDX-License-Identifier: MIT

/// Groups: how calls join and leave them.
extension Domain {
    /// Refuses a change of groups that cannot succeed.
    func checkGroup(_ call: Call, with other: CallID?, of provider: Provider, _ plan: Plan) throws(CallError) {
        guard let other else {
            try require(
                canGroup(call, with: nil), .invalidAction,
                "The call \(call.id) cannot go private: it is alone, or does not support it, or another member cannot be held."
            )
            return try checkGroups(of: provider, .requestMaximumCallGroupsReached, plan)
        }
        let partner = try find(other, unknown: .unknownCallUUID).call
        try require(
            canGroup(call, with: other), .invalidAction,
            "The calls \(call.id) and \(other) cannot be merged: both must be active or held, of one provider, "
                + "support grouping, and be in two groups.")
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
            $0.noteMove(because: .groupedByRequest)
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

/// Groups that change without a request: in the network of the provider, or in the window of its app.
extension Domain {
    /// Refuses the name of a group that no call of the provider has.
    func check(_ group: GroupID, of call: Call, _ provider: Provider) throws(CallError) {
        guard group != GroupID(call.id), member(of: group, at: provider) == nil else { return }
        throw CallError(
            .invalidArgs,
            "Group must be the UUID of a call of \(provider.identifier), or of its group, or empty; not \(group).")
    }

    /// A provider reports that a connected call has joined the group of another connected call, or that it is alone. No
    /// limit refuses a fact. Without effect if one of the calls is not connected.
    mutating func follow(_ id: CallID, group: GroupID?) {
        guard let call = live(id), let provider = providers[call.provider], call.mayBeInConference else { return }
        let partner = group.flatMap { member(of: $0, at: provider) }.flatMap { $0.id == id ? nil : $0 }
        // A call that gives its group the name is in that group.
        guard partner?.mayBeInConference ?? (group != call.group) else { return }
        if fulfilGrouping(of: call, with: partner) { return }
        let rest = members(ofGroupOf: call).filter { $0.id != id }
        guard partner.map({ $0.group != call.group }) ?? !rest.isEmpty else { return }
        regroup(id, with: partner?.id)
        if let call = live(id) { settle(call, leaving: rest) }
    }

    /// The call that the group is named after, or one in that group.
    private func member(of group: GroupID, at provider: Provider) -> Call? {
        let members = provider.calls.lazy.compactMap { live($0) }
        return members.first { $0.id == CallID(group) } ?? members.first { $0.group == group }
    }

    /// Fulfils the action of either call that leads to the reported groups. Returns false if there is none.
    private mutating func fulfilGrouping(of call: Call, with partner: Call?) -> Bool {
        guard let partner else {
            return fulfil(.setGroup, of: call.id, at: now) { $0 == .setGroup(with: nil) }
        }
        for (first, second) in [(call, partner), (partner, call)] {
            let others = members(ofGroupOf: second).map { ActionKind.setGroup(with: $0.id) }
            if fulfil(.setGroup, of: first.id, at: now, where: { others.contains($0) }) { return true }
        }
        return false
    }

    /// A call that has the audio has left the rest of its group. The rest makes way for it, as after a request.
    private mutating func settle(_ call: Call, leaving rest: [Call]) {
        let left = rest.compactMap { live($0.id) }.filter {
            $0.group != call.group && occupancy.occupies($0.id) && occupancy.occupies(call.id)
                && !isSwapped($0, with: call)
        }
        for member in left { occupancy.leave(member.id) }
        // A call that talked without the audio has it with its new group.
        for member in members(ofGroupOf: call) where member.state == .active && occupancy.intrudes(member.id) {
            _ = takeFreeAudio(member)
        }
        reconcileAudio()
        for member in left {
            // It is in the way until it has ended. A member that its provider resumes has not begun to talk.
            if member.state == .ending { occupancy.intrude(member.id) } else { join(member) }
        }
    }
}

extension Call {
    /// Whether a report may change its group.
    fileprivate var mayBeInConference: Bool { (state == .active || state == .held) && mayBeGrouped }
}

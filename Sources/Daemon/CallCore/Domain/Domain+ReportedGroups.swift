// SPDX-License-Identifier: MIT

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

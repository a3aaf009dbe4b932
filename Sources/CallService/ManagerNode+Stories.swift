// SPDX-License-Identifier: MIT

internal import CallCore
internal import CallInterface
internal import SDBus

/// The stories of calls, also of calls that have ended.
extension ManagerNode {
    /// The moments of a call, oldest first. The first one also has the properties that tell which call it is.
    func explain(_ call: String) throws(BusError) -> [[String: Variant]] {
        let id = try CallID.parse(call, "call")
        // A call of another app is as unknown as a call that never existed.
        let ended = user.domain.endedCall(id)
        guard let call = user.domain.calls[id] ?? ended?.call, let story = user.domain.story(of: id) ?? ended?.story,
            caller.maySee(story)
        else {
            throw CallError(
                .unknownCall,
                "There is no call \(id), and it is not among the last \(limits.endedStories) calls that ended since the "
                    + "service was started. ListEndedCalls shows those calls."
            ).onBus
        }
        var moments = story.moments.map(\.wire)
        if story.omitted > 0, moments.count > Story.kept {
            moments[Story.kept][Key.omitted] = .uint32(UInt32(clamping: story.omitted))
        }
        if !moments.isEmpty { moments[0].merge(call.summary(in: story)) { moment, _ in moment } }
        return moments
    }

    /// The ended calls that are remembered; the call that ended last comes last.
    func listEndedCalls() -> [[String: Variant]] {
        user.domain.recentlyEnded.filter { caller.maySee($0.story) }.map { ended in
            var line = ended.call.summary(in: ended.story)
            line[Key.endedReason] = .string(ended.call.endedReason?.rawValue ?? "")
            return line
        }
    }
}

extension Call {
    /// The properties that tell people which call it is. Keys without a value are absent.
    fileprivate func summary(in story: Story) -> [String: Variant] {
        var values: [String: Variant] = [
            Key.call: .string(id.description), Key.provider: .string(story.provider),
            Key.providerName: .string(providerName), Key.outgoing: .bool(outgoing),
        ]
        if let remoteHandle { values[Key.remoteHandle] = remoteHandle.wire.variant }
        if let filteredBy { values[Key.filteredBy] = .string(filteredBy.rawValue) }
        if !localizedCallerName.isEmpty { values[Key.localizedCallerName] = .string(localizedCallerName) }
        for (key, time) in [(Key.startedAt, startedAt), (Key.connectedAt, connectedAt), (Key.endedAt, endedAt)]
        where time != 0 { values[key] = .uint64(time) }
        return values
    }
}

extension Moment {
    fileprivate var wire: [String: Variant] {
        var values: [String: Variant] = [Key.time: .uint64(time), Key.event: .string(what.rawValue)]
        if let action { values[Key.action] = .string(action.rawValue) }
        if let isOn { values[action == .setMuted ? Key.muted : Key.onHold] = .bool(isOn) }
        if let origin { values[Key.origin] = .string(origin.rawValue) }
        if let state { values[Key.state] = .string(state.rawValue) }
        if let endedReason { values[Key.endedReason] = .string(endedReason.rawValue) }
        if let reason { values[Key.reason] = .string(reason.rawValue) }
        if isGroupChange {
            values[Key.groupWith] = .string(call?.description ?? "")
        } else if let call {
            values[Key.reasonCall] = .string(call.description)
        }
        return values
    }

    /// Whether the other call is the one whose group the call joins.
    private var isGroupChange: Bool {
        guard action == .setGroup else { return false }
        switch what {
        case .requested, .delivered, .fulfilled, .refused, .timedOut: return true
        case .appeared, .failed, .moved, .staysHeld, .audioGained, .audioLost, .muted, .unmuted, .silenced, .grouped,
            .ended:
            return false
        }
    }
}

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
            !story.moments.isEmpty, caller.maySee(story)
        else {
            throw CallError(
                .unknownCall,
                "There is no call \(id), and it is not among the last \(limits.endedStories) calls that ended. "
                    + "ListEndedCalls shows those calls."
            ).onBus
        }
        var moments = story.moments.map(\.wire)
        if story.omitted > 0, moments.count > Story.kept {
            moments[Story.kept][.omitted] = .uint32(UInt32(clamping: story.omitted))
        }
        moments[0].merge(call.summary(in: story)) { moment, _ in moment }
        return moments
    }

    /// The ended calls that can be explained; the call that ended last comes last.
    func listEndedCalls() -> [[String: Variant]] {
        user.domain.recentlyEnded.filter { caller.maySee($0.story) }.map(\.wire)
    }

    /// The ended calls with a number above this one, for the directory.
    func endedCalls(after number: UInt64) throws(BusError) -> [[String: Variant]] {
        do throws(CallError) {
            return try user.domain.endedCalls(after: number, for: caller).map { number, ended in
                ended.wire.merging(ended.historyWire(number)) { $1 }
            }
        } catch { throw error.onBus }
    }
}

extension EndedCall {
    /// An entry of `ListEndedCalls`.
    fileprivate var wire: [String: Variant] {
        var line = call.summary(in: story)
        line[.endedReason] = .string(call.endedReason?.rawValue ?? "")
        return line
    }

    /// What an entry of `TakeEndedCalls` has besides. Keys without a value are absent.
    fileprivate func historyWire(_ number: Int) -> [String: Variant] {
        let texts = [
            Key.appID: story.app ?? "", .contactIdentifier: call.contactIdentifier,
            .reason: call.reason?.rawValue ?? "", .displayName: call.identity.displayName,
            .displayNameSource: call.identity.displayNameSource, .label: call.identity.label,
            .relation: call.identity.relation?.rawValue ?? "",
        ]
        var line = [String: Variant]([
            .number: .uint64(UInt64(number)), .hasVideo: .bool(call.hasVideo), .emergency: .bool(call.emergency),
        ])
        for (key, text) in texts where !text.isEmpty { line[key] = .string(text) }
        return line
    }
}

extension Call {
    /// The properties that tell people which call it is. Keys without a value are absent.
    fileprivate func summary(in story: Story) -> [String: Variant] {
        var values = [String: Variant]([
            .call: .string(id.description), .provider: .string(story.provider),
            .providerName: .string(providerName), .outgoing: .bool(outgoing),
        ])
        if let remoteHandle { values[.remoteHandle] = remoteHandle.variant }
        if let filteredBy { values[.filteredBy] = .string(filteredBy.rawValue) }
        if !localizedCallerName.isEmpty { values[.localizedCallerName] = .string(localizedCallerName) }
        for (key, time) in [(Key.startedAt, startedAt), (Key.connectedAt, connectedAt), (Key.endedAt, endedAt)]
        where time != 0 { values[key] = .uint64(time) }
        return values
    }
}

extension Moment {
    fileprivate var wire: [String: Variant] {
        var values = [String: Variant]([.time: .uint64(time), .event: .string(what.rawValue)])
        if let action { values[.action] = .string(action.rawValue) }
        if let isOn { values[action == .setMuted ? Key.muted : Key.onHold] = .bool(isOn) }
        if let origin { values[.origin] = .string(origin.rawValue) }
        if let state { values[.state] = .string(state.rawValue) }
        if let endedReason { values[.endedReason] = .string(endedReason.rawValue) }
        if let reason { values[.reason] = .string(reason.rawValue) }
        if isGroupChange {
            values[.groupWith] = .string(call?.description ?? "")
        } else if let call {
            values[.reasonCall] = .string(call.description)
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

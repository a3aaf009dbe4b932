// SPDX-License-Identifier: MIT

package import CallInterface
package import SDBus

/// The properties of a call. A property that is withheld or missing reads empty.
package struct CallRecord: Hashable, Sendable {
    package var properties: [String: Variant]

    package init(_ properties: [String: Variant]) { self.properties = properties }

    /// An entry of `ListEndedCalls`.
    package init(ended line: [String: Variant]) {
        properties = line
        properties[.uuid] = line[.call]
        properties[.state] = .string(CallState.ended.rawValue)
    }

    /// An entry of the history of the directory.
    package init(historyEntry line: [String: Variant]) {
        self.init(ended: line)
        properties[.displayName] = line[.name]
    }

    package var uuid: String { text(.uuid) }
    /// Identifier of its provider.
    package var provider: String { text(.provider) }
    /// Whether it is a test call of the user, which nothing should remember.
    package var isTest: Bool { provider == TestCall.provider }
    package var state: Received<CallState> { properties.word(.state) }
    package var handle: WireHandle { properties[.remoteHandle].flatMap { WireHandle($0) } ?? .none }
    /// The name of the other side for people; empty = unknown. The user's own name for a contact comes before the
    /// provider's name, which the other side may have chosen.
    package var callerName: String {
        let (own, given) = (text(.displayName), text(.localizedCallerName))
        return !own.isEmpty && (isKnown || given.isEmpty) ? own : given
    }
    /// Whether the other side is a contact or a favourite of the user.
    package var isKnown: Bool { !text(.relation).isEmpty }
    package var group: String { text(.group) }
    package var isMuted: Bool { flag(.muted) }
    package var isSilenced: Bool { flag(.silenced) }
    package var isOutgoing: Bool { flag(.outgoing) }
    package var hasAudio: Bool { flag(.hasAudio) }
    /// Whether the service only shows it: it never has the audio.
    package var isObserved: Bool { flag(.observed) }
    /// The process whose streams belong to the call; 0 = those of its provider.
    package var streamProcess: UInt32 { properties[.streamProcess]?.uint32 ?? 0 }
    package var heldFor: String { text(.heldFor) }
    package var reason: Received<Reason> { properties.word(.reason) }
    package var reasonCall: String { text(.reasonCall) }
    package var endedReason: Received<EndedReason> { properties.word(.endedReason) }
    /// The filter that refused the call; empty for a call that was accepted.
    package var filteredBy: Received<CallFilter> { properties.word(.filteredBy) }
    package var pendingAction: Received<ActionWord> { properties.word(.pendingAction) }
    package func allows(_ action: ActionWord) -> Bool {
        properties[.allowedActions]?.strings?.contains(action.rawValue) ?? false
    }
    package var startedAt: UInt64 { properties.time(.startedAt) }
    /// Whether it comes in and is not answered. An accepted answer counts, also before it is delivered.
    package var isUnanswered: Bool { state == .incoming && pendingAction != .answerCall }
    /// Whether it has connected and is not over, also on hold.
    package var isConnected: Bool { state == .active || state == .held }
    package var connectedAt: UInt64 { properties.time(.connectedAt) }
    package var endedAt: UInt64 { properties.time(.endedAt) }

    /// The provider's name for people.
    package var providerName: String {
        let name = text(.providerName)
        return name.isEmpty ? provider : name
    }

    /// The number as people write it in the user's country, or else the number or address as it is.
    package var address: String {
        let formatted = text(.formatted)
        return formatted.isEmpty ? handle.value : formatted
    }

    /// The known name and address of the other side.
    package var party: String { [callerName, address].filter { !$0.isEmpty }.joined(separator: "  ") }

    package func text(_ key: Key) -> String { properties.text(key) }
    package func flag(_ key: Key) -> Bool { properties.flag(key) }
}

extension CallButton {
    /// The actions to request from the service, in this order; empty for `silence`, which is no action on a call.
    package func actions(on call: String, in registry: Registry) -> [[String: Variant]] {
        let calls = registry.callsInOrder
        let active = calls.filter { $0.uuid != call && $0.hasAudio }
        func ask(_ kind: ActionKind, of other: String? = nil) -> [String: Variant] { kind.wire(call: other ?? call) }
        switch self {
        // The service knows which calls to hold first.
        case .answer, .holdAndAnswer: return [ask(.answer)]
        case .endAndAnswer: return active.map { ask(.end, of: $0.uuid) } + [ask(.answer)]
        case .decline: return [ask(.end).merging([Key.onlyIfRinging.rawValue: .bool(true)]) { $1 }]
        case .end: return [ask(.end)]
        case .mute: return [ask(.setMuted(true))]
        case .unmute: return [ask(.setMuted(false))]
        case .hold: return [ask(.setHeld(true))]
        case .resume: return [ask(.setHeld(false))]
        case .swap:
            guard registry.call(call)?.state.word == .active else { return [ask(.setHeld(false))] }
            let other = calls.last { $0.uuid != call && $0.state == .held }
            return [ask(.setHeld(true))] + (other.map { [ask(.setHeld(false), of: $0.uuid)] } ?? [])
        case .silence: return []
        }
    }
}

extension Registry {
    /// The buttons that pick up a call, with what they do to the call that has the audio, from left to right.
    package func answers(to call: CallRecord) -> [CallButton] { call.answers(besides: talk(besides: call)) }

    /// Another call that has the audio.
    package func talk(besides call: CallRecord) -> CallRecord? {
        callsInOrder.first { $0.hasAudio && $0.uuid != call.uuid }
    }

    /// The button that holds or resumes a call; nil if neither is allowed.
    package func holdButton(of call: CallRecord) -> CallButton? {
        call.holdButton(hasOther: calls.values.contains { $0.group != call.group && $0.isConnected })
    }
}

extension CallRecord {
    /// The buttons that pick up the call, from left to right. The last one ends no other call if one of them does not.
    /// `talk` is another call that has the audio.
    package func answers(besides talk: CallRecord?) -> [CallButton] {
        guard allows(.answerCall) else { return [] }
        switch talk {
        case nil: return [.answer]
        // An answer ends a call that cannot be held, or whose app refused to hold it, and the button says so.
        case .some(let other):
            let canHold = other.allows(.setHeld) && !other.flag(.holdRefused)
            return canHold ? [.endAndAnswer, .holdAndAnswer] : [.endAndAnswer]
        }
    }

    /// The button that holds or resumes the call; nil if neither is allowed. `hasOther`: a call of another group is
    /// connected.
    package func holdButton(hasOther: Bool) -> CallButton? {
        guard allows(.setHeld) else { return nil }
        return hasOther ? .swap : state == .held ? .resume : .hold
    }

    /// The button that mutes or unmutes the call; nil if neither is allowed.
    package var muteButton: CallButton? {
        guard state != .held, allows(.setMuted) else { return nil }
        return isMuted ? .unmute : .mute
    }
}

// SPDX-License-Identifier: MIT
package import CallInterface
package import SDBus

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
    /// The buttons that pick up a call, with what they do to the call that has the audio.
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
    /// The buttons that pick up the call. `talk` is another call that has the audio.
    package func answers(besides talk: CallRecord?) -> [CallButton] {
        guard allows(.answerCall) else { return [] }
        switch talk {
        case nil: return [.answer]
        // An answer ends a call that cannot be held, or whose app refused to hold it, and the button says so.
        case .some(let other):
            let canHold = other.allows(.setHeld) && !other.flag(.holdRefused)
            return canHold ? [.holdAndAnswer, .endAndAnswer] : [.endAndAnswer]
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

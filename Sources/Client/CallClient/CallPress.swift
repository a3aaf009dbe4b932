// SPDX-License-Identifier: MIT

package import CallInterface

/// A press of the user that means a call: on a headset at USB or over Bluetooth, or of a key. One function decides what
/// it means, whichever device it comes from.
package enum CallPress: Hashable, Sendable {
    /// Answers the call that rings; the service holds or ends the others.
    case answer
    /// Declines the call that rings.
    case decline
    /// Ends the calls that are going on. Without one, declines the call that rings.
    case hangUp
    /// Answers the call that rings. Without one, ends the calls that are going on. Without these, resumes a held call.
    case hook
    /// Answers a waiting call, or swaps with a held one, or holds the active call, or resumes a held one.
    case flash
    /// Mutes or unmutes. Counts only while a call has the audio.
    case mute
    /// Answers that call, if it rings: a hands-free device says which call it shows.
    case answerCall(String)
    /// Declines that call if it rings. If it goes on, ends the calls that are going on, such as a conference. If it is
    /// held, ends it.
    case hangUpCall(String)

    /// A button of a notification that has the same effect, and its call.
    package struct Effect: Hashable, Sendable {
        package let button: CallButton
        package let call: String

        package init(button: CallButton, call: String) { (self.button, self.call) = (button, call) }
    }

    /// What the press means in this state; empty if nothing. A locked screen allows no more here than its notifications
    /// do. A press that arrives twice, for example as a media key too, means nothing the second time: the call does not
    /// ring any more as soon as the service has accepted its answer, and a decline ends no answered call.
    package func effects(on calls: PressableCalls) -> [Effect] {
        let effects: [Effect] =
            switch self {
            case .answer: calls.answer.map { [$0] } ?? []
            case .decline: calls.decline.map { [$0] } ?? []
            case .hangUp: calls.hangUp
            case .hook: calls.hook
            case .flash: calls.flash
            case .mute: calls.mute
            case .answerCall(let call): calls.answer(call)
            case .hangUpCall(let call): calls.hangUp(call)
            }
        return effects.filter { calls.rules.allows($0.button) }
    }
}

/// All that decides what a press means.
package struct PressableCalls {
    /// In order of their beginning.
    private let calls: [CallRecord]
    /// Those that have the audio.
    private let talking: [CallRecord]
    fileprivate let rules: SurfaceRules

    /// `calls` and `talking`, those of them with the audio, are in order of their beginning.
    package init(_ calls: [CallRecord], talking: [CallRecord], _ rules: SurfaceRules) {
        (self.calls, self.talking, self.rules) = (calls, talking, rules)
    }

    // MARK: The call that rings

    /// Nil if none rings, or if it cannot be answered.
    fileprivate var answer: CallPress.Effect? {
        guard rules.allows(.answer) else { return nil }
        return ringing(allowing: .answerCall).map { CallPress.Effect(button: .answer, call: $0.uuid) }
    }

    fileprivate var decline: CallPress.Effect? {
        ringing(allowing: .endCall).map { CallPress.Effect(button: .decline, call: $0.uuid) }
    }

    /// The call that a press is for: the last one that is not silenced, as on the screen.
    private func ringing(allowing action: ActionWord) -> CallRecord? {
        let ringing = calls.filter { $0.isUnanswered && $0.allows(action) }
        return ringing.last { !$0.isSilenced } ?? ringing.last
    }

    // MARK: The calls that go on

    fileprivate var hangUp: [CallPress.Effect] {
        let present = present
        guard present.isEmpty else { return ended(present) }
        return decline.map { [$0] } ?? []
    }

    fileprivate var hook: [CallPress.Effect] {
        if let answer { return [answer] }
        let present = present
        return present.isEmpty ? resumed : ended(present)
    }

    fileprivate var flash: [CallPress.Effect] {
        guard let active = present.last else { return resumed }
        if let answer { return [answer] }
        // The service holds the active call for the one that resumes.
        let swapped = resumed
        guard swapped.isEmpty else { return swapped }
        return active.allows(.setHeld) ? [CallPress.Effect(button: .hold, call: active.uuid)] : []
    }

    fileprivate var mute: [CallPress.Effect] {
        let isMuted = talking.allSatisfy(\.isMuted)
        return talking.filter { $0.allows(.setMuted) && $0.isMuted == isMuted }.map {
            CallPress.Effect(button: isMuted ? .unmute : .mute, call: $0.uuid)
        }
    }

    /// The calls that are going on, are not held and are not about to end.
    private var present: [CallRecord] {
        talking.isEmpty
            ? calls.filter { call in
                call.state == .dialing || call.state == .connecting || call.state == .active
                    || call.state == .incoming && !call.isUnanswered
            } : talking
    }

    private func ended(_ calls: [CallRecord]) -> [CallPress.Effect] {
        calls.filter { $0.allows(.endCall) }.map { CallPress.Effect(button: .end, call: $0.uuid) }
    }

    private var resumed: [CallPress.Effect] {
        let held = calls.last { $0.state == .held && $0.allows(.setHeld) }
        return held.map { [CallPress.Effect(button: .resume, call: $0.uuid)] } ?? []
    }

    // MARK: A call that the device names

    fileprivate func answer(_ id: String) -> [CallPress.Effect] {
        guard let call = call(id), call.isUnanswered, call.allows(.answerCall) else { return [] }
        return [CallPress.Effect(button: .answer, call: id)]
    }

    fileprivate func hangUp(_ id: String) -> [CallPress.Effect] {
        guard let call = call(id) else { return [] }
        if call.isUnanswered { return call.allows(.endCall) ? [CallPress.Effect(button: .decline, call: id)] : [] }
        switch call.state.word {
        case .incoming, .dialing, .connecting, .active:
            // The conference that the user hears ends as a whole, as by any headset.
            let present = present
            return ended(present.contains { $0.uuid == id } ? present : [call])
        case .held: return ended(calls.filter { $0.state == .held && isCompanion($0, of: call) })
        case .ending, .ended, nil: return []
        }
    }

    private func isCompanion(_ other: CallRecord, of call: CallRecord) -> Bool {
        other.uuid == call.uuid || other.group == call.group && !call.group.isEmpty
    }

    private func call(_ id: String) -> CallRecord? { calls.first { $0.uuid == id } }
}

// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import HeadsetReports

/// A press of the user on a headset.
struct HeadsetPress: Hashable {
    let button: HeadsetButton

    /// A button of a notification that has the same effect, and its call.
    struct Effect: Hashable {
        let button: CallButton
        let call: String
    }

    /// What the press means in this state; empty if nothing. A locked screen allows no more here than its notifications
    /// do.
    func effects(in state: DesktopState) -> [Effect] {
        let effects =
            switch button {
            case .hookSwitch: Self.hook(state)
            case .flash: Self.flash(state)
            case .phoneMute: Self.mute(in: state)
            }
        return effects.filter { state.rules.allows($0.button) }
    }

    // MARK: The call that rings

    /// Answers the call that rings; the service holds or ends the others. Nil if none rings, or if it cannot be
    /// answered.
    static func answer(in state: DesktopState) -> Effect? {
        guard state.rules.allows(.answer) else { return nil }
        return state.ringing(allowing: .answerCall).map { Effect(button: .answer, call: $0.uuid) }
    }

    /// Declines the call that rings.
    static func decline(in state: DesktopState) -> Effect? {
        state.ringing(allowing: .endCall).map { Effect(button: .decline, call: $0.uuid) }
    }

    // MARK: The calls that go on

    /// Ends the calls that are going on. Without one, declines the call that rings.
    static func hangUp(in state: DesktopState) -> [Effect] {
        let present = state.present
        guard present.isEmpty else { return ended(present) }
        return decline(in: state).map { [$0] } ?? []
    }

    /// Counts only while a call has the audio.
    static func mute(in state: DesktopState) -> [Effect] {
        let isMuted = state.talking.allSatisfy(\.isMuted)
        return state.talking.filter { $0.allows(.setMuted) && $0.isMuted == isMuted }.map {
            Effect(button: isMuted ? .unmute : .mute, call: $0.uuid)
        }
    }

    // MARK: The buttons

    /// Answers the call that rings. Without one, ends the calls that are going on. Without these, resumes a held call.
    private static func hook(_ state: DesktopState) -> [Effect] {
        if let answer = answer(in: state) { return [answer] }
        let present = state.present
        return present.isEmpty ? resumed(state) : ended(present)
    }

    /// Answers a waiting call, or swaps with a held one, or holds the active call, or resumes a held one.
    private static func flash(_ state: DesktopState) -> [Effect] {
        guard let active = state.present.last else { return resumed(state) }
        if let answer = answer(in: state) { return [answer] }
        // The service holds the active call for the one that resumes.
        let swapped = resumed(state)
        guard swapped.isEmpty else { return swapped }
        return active.allows(.setHeld) ? [Effect(button: .hold, call: active.uuid)] : []
    }

    private static func ended(_ calls: [CallRecord]) -> [Effect] {
        calls.filter { $0.allows(.endCall) }.map { Effect(button: .end, call: $0.uuid) }
    }

    private static func resumed(_ state: DesktopState) -> [Effect] {
        let held = state.calls.last { $0.state == .held && $0.allows(.setHeld) }
        return held.map { [Effect(button: .resume, call: $0.uuid)] } ?? []
    }
}

extension DesktopState {
    /// The call that a press is for: the last one that is not silenced, as on the screen.
    fileprivate func ringing(allowing action: ActionWord) -> CallRecord? {
        let ringing = calls.filter { $0.isUnanswered && $0.allows(action) }
        return ringing.last { !$0.isSilenced } ?? ringing.last
    }

    /// The calls that are going on, are not held and are not about to end.
    fileprivate var present: [CallRecord] {
        talking.isEmpty
            ? calls.filter { call in
                call.state == .dialing || call.state == .connecting || call.state == .active
                    || call.state == .incoming && !call.isUnanswered
            } : talking
    }
}

extension Set<HeadsetLight> {
    /// The lights that show the calls of a state. They depend on the calls only: the properties of the audio change a
    /// moment before or after those of a call, and a headset whose lights go out for that moment hangs up.
    init(_ state: DesktopState) {
        self = []
        // A silenced call still comes in, but the headset must not ring for it.
        if state.calls.contains(where: { $0.isUnanswered && !$0.isSilenced }) { insert(.ring) }
        if state.calls.contains(where: { !$0.isUnanswered && $0.state != .ended }) { insert(.offHook) }
        if state.calls.contains(where: { $0.state == .held }) { insert(.hold) }
        if !state.talking.isEmpty, state.talking.allSatisfy(\.isMuted) { formUnion([.mute, .microphone]) }
    }
}

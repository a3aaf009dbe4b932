// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import SDBus

extension Banner.Button {
    /// Whether the notification stays after a press, because it still has buttons.
    var goesOn: Bool {
        switch self {
        case .silence, .mute, .unmute, .hold, .resume, .swap, .block: true
        case .answer, .holdAndAnswer, .endAndAnswer, .decline, .end, .callBack, .placeCall, .cancel: false
        }
    }

    /// Whether a person in front of a locked screen may press it: that person may be another one than the user.
    var worksWhenLocked: Bool {
        switch self {
        case .answer, .holdAndAnswer, .endAndAnswer, .decline, .silence, .end, .mute, .unmute: true
        case .hold, .resume, .swap, .callBack, .block, .placeCall, .cancel: false
        }
    }

    /// The actions to request from the service, in this order; empty for a button that is not an action on a call.
    func actions(on call: String, in state: DesktopState) -> [[String: Variant]] {
        let active = state.calls.filter { $0.uuid != call && $0.hasAudio }
        func ask(_ kind: ActionKind, of other: String? = nil) -> [String: Variant] { kind.wire(call: other ?? call) }
        switch self {
        // The service knows which calls to hold first.
        case .answer, .holdAndAnswer: return [ask(.answer)]
        case .endAndAnswer: return active.map { ask(.end, of: $0.uuid) } + [ask(.answer)]
        case .decline, .end: return [ask(.end)]
        case .mute: return [ask(.setMuted(true))]
        case .unmute: return [ask(.setMuted(false))]
        case .hold: return [ask(.setHeld(true))]
        case .resume: return [ask(.setHeld(false))]
        case .swap:
            guard state.registry.call(call)?.state.word == .active else { return [ask(.setHeld(false))] }
            let other = state.calls.last { $0.uuid != call && $0.state == .held }
            return [ask(.setHeld(true))] + (other.map { [ask(.setHeld(false), of: $0.uuid)] } ?? [])
        case .silence, .callBack, .block, .placeCall, .cancel: return []
        }
    }
}

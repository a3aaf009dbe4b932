// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import SDBus

extension Banner.Button {
    /// Whether the notification stays after a press, because it still has buttons.
    var goesOn: Bool {
        switch self {
        case .silence, .mute, .unmute, .hold, .resume, .swap: true
        case .answer, .holdAndAnswer, .endAndAnswer, .decline, .end, .callBack: false
        }
    }

    /// The actions to request from the service, in this order; empty for a button that is not an action on a call.
    func actions(on call: String, in state: DesktopState) -> [[String: Variant]] {
        let active = state.calls.filter { $0.uuid != call && $0.hasAudio }
        func action(_ word: String, on call: String, _ more: [String: Variant] = [:]) -> [String: Variant] {
            more.merging([Key.action: .string(word), Key.call: .string(call)]) { $1 }
        }
        func setHeld(_ call: String, _ onHold: Bool) -> [String: Variant] {
            action("set-held", on: call, [Key.onHold: .bool(onHold)])
        }
        switch self {
        // The service knows which calls to hold first.
        case .answer, .holdAndAnswer: return [action("answer-call", on: call)]
        case .endAndAnswer:
            return active.map { action("end-call", on: $0.uuid) } + [action("answer-call", on: call)]
        case .decline, .end: return [action("end-call", on: call)]
        case .mute: return [action("set-muted", on: call, [Key.muted: .bool(true)])]
        case .unmute: return [action("set-muted", on: call, [Key.muted: .bool(false)])]
        case .hold: return [setHeld(call, true)]
        case .resume: return [setHeld(call, false)]
        case .swap:
            guard state.registry.call(call)?.state == "active" else { return [setHeld(call, false)] }
            let other = state.calls.last { $0.uuid != call && $0.state == "held" }
            return [setHeld(call, true)] + (other.map { [setHeld($0.uuid, false)] } ?? [])
        case .silence, .callBack: return []
        }
    }
}

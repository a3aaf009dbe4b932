// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import SDBus

extension CallButton {
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
        case .silence: return []
        }
    }
}

extension CallServiceClient {
    /// Does what the button says, if the state still allows it: the screen may have been locked since the button was shown. `completion` gets the refusal of the service, nil = it accepted the request.
    func press(
        _ button: CallButton, of call: String, in state: DesktopState, _ token: String = "",
        then completion: @escaping (BusError?) -> Void = { _ in }
    ) {
        guard state.rules.allows(button) else {
            return completion(.accessDenied("A locked screen does not offer this. Unlock it first."))
        }
        if button == .silence { return silence(call, then: completion) }
        request(button.actions(on: call, in: state), activationToken: token, then: completion)
    }
}

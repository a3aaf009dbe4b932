// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import HeadsetReports

extension CallPress {
    /// A press of the user on a headset.
    init(_ button: HeadsetButton) {
        switch button {
        case .hookSwitch: self = .hook
        case .flash: self = .flash
        case .phoneMute: self = .mute
        }
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

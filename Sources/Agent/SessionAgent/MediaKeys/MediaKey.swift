// SPDX-License-Identifier: MIT

import AgentSettings
import CallClient
import CallInterface
import SDBus

/// A media key of a keyboard or of a Bluetooth headset, by the method of MPRIS that a desktop calls for it.
enum MediaKey: String, CaseIterable, MemberNaming {
    case playPause = "PlayPause"
    case play = "Play"
    case pause = "Pause"
    case stop = "Stop"
    case next = "Next"
    case previous = "Previous"

    /// What the key means in this state; nil = nothing. A key that arrives after the ringing answers, ends and holds
    /// nothing.
    func effect(in state: DesktopState) -> HeadsetPress.Effect? {
        guard state.takesMediaKeys else { return nil }
        return switch self {
        // A headset with one button sends Play or Pause, depending on what it believes to be playing.
        case .playPause, .play, .pause: HeadsetPress.answer(in: state)
        case .stop: HeadsetPress.decline(in: state)
        case .next, .previous: nil
        }
    }
}

extension DesktopState {
    /// Whether the media keys are for the call that rings, and not for a player.
    var takesMediaKeys: Bool {
        isPrimary && settings.mediaKeys && isRinging && HeadsetPress.answer(in: self) != nil
    }
}

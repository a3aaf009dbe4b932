// SPDX-License-Identifier: MIT

/// A button that a surface of the desktop has for a call, as `Buttons` of `org.monkeycall.Agent.Calls` names it.
public enum CallButton: String, Hashable, Sendable, CaseIterable {
    /// Pick up.
    case answer
    /// Put the active call on hold, and pick up.
    case holdAndAnswer = "hold-and-answer"
    /// End the active call, and pick up.
    case endAndAnswer = "end-and-answer"
    /// Refuse.
    case decline
    /// End the sound of the ringing.
    case silence
    /// Hang up.
    case end
    /// Mute the microphone.
    case mute
    /// Open the microphone.
    case unmute
    /// Put on hold.
    case hold
    /// Talk again.
    case resume
    /// Put the active call on hold, and talk in the other one.
    case swap

    /// Whether it picks up.
    public var answers: Bool {
        switch self {
        case .answer, .holdAndAnswer, .endAndAnswer: true
        case .decline, .silence, .end, .mute, .unmute, .hold, .resume, .swap: false
        }
    }
}

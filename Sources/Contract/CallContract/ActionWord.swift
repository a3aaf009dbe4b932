// SPDX-License-Identifier: MIT

/// The words of the contract for the kinds of action.
public enum ActionWord: String, Hashable, Sendable, CaseIterable {
    /// Place a call.
    case startCall = "start-call"
    /// Pick up.
    case answerCall = "answer-call"
    /// Hang up or decline.
    case endCall = "end-call"
    /// Hold or resume.
    case setHeld = "set-held"
    /// Mute or unmute.
    case setMuted = "set-muted"
    /// Join or leave a group.
    case setGroup = "set-group"
    /// Play tones.
    case playDTMF = "play-dtmf"
}

/// The kind of tones, as CXPlayDTMFCallAction.ActionType distinguishes them.
public enum DTMFType: String, Hashable, Sendable, CaseIterable {
    /// One key.
    case singleTone = "single-tone"
    /// The digits after a comma.
    case softPause = "soft-pause"
    /// The digits after a semicolon.
    case hardPause = "hard-pause"
}

// SPDX-License-Identifier: MIT

/// What happened.
public enum MomentWord: String, Hashable, Sendable, CaseIterable {
    /// The registry heard of the call, in `state`.
    case appeared
    /// `origin` asked for `action`, and was heard.
    case requested
    /// The provider was told to do `action`.
    case delivered
    /// The provider did `action`, where no other moment tells so.
    case fulfilled
    /// The provider did not do `action`.
    case refused
    /// The provider did not do `action` in time.
    case timedOut = "timed-out"
    /// The request for `action` came to nothing, for `reason` and because of `call`.
    case failed
    /// The call came to `state`, or is there for another reason now.
    case moved
    /// The call it was held for is over, and it stays held.
    case staysHeld = "stays-held"
    /// It has the microphone and the speaker now.
    case audioGained = "audio-gained"
    /// It has them no more.
    case audioLost = "audio-lost"
    /// Its microphone was muted.
    case muted
    /// Its microphone is heard again.
    case unmuted
    /// Somebody asked not to hear it ring.
    case silenced
    /// `call` joined its group.
    case grouped
    /// It is over.
    case ended
}

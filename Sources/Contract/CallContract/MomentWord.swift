// SPDX-License-Identifier: MIT

/// The events in the story of a call. `action`, `origin`, `state`, `reason` and `call` are details of the moment.
public enum MomentWord: String, Hashable, Sendable, CaseIterable {
    /// The provider reported the call, or the registry accepted its start. It is in `state`.
    case appeared
    /// The registry accepted the request of `origin` for `action`.
    case requested
    /// The registry told the provider to perform `action`.
    case delivered
    /// The provider performed `action`. Only if no other moment tells that.
    case fulfilled
    /// The provider cannot perform `action`.
    case refused
    /// The provider missed the deadline of `action`.
    case timedOut = "timed-out"
    /// The requested `action` will not be performed, for `reason` and because of `call`.
    case failed
    /// The call moved to `state`, or its reason changed.
    case moved
    /// The call that it was held for is over, and it does not resume.
    case staysHeld = "stays-held"
    /// The call now has the microphone and the speaker.
    case audioGained = "audio-gained"
    /// The call does not have the microphone and the speaker any more.
    case audioLost = "audio-lost"
    /// Its microphone was muted.
    case muted
    /// Its microphone was unmuted.
    case unmuted
    /// A client silenced its ring.
    case silenced
    /// `call` joined its group.
    case grouped
    /// The call is over, or was refused when its provider reported it.
    case ended
}

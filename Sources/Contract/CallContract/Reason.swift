// SPDX-License-Identifier: MIT

/// The reason of a call's last move, or of a transaction's failure. `ReasonCall` is the other call that it names.
public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// Its answer was fulfilled, or its app answered it by itself.
    case answered
    /// Put on hold because a client requested it.
    case heldByRequest = "held-by-request"
    /// Put on hold so that `ReasonCall` could be answered.
    case heldForAnswer = "held-for-answer"
    /// Put on hold so that `ReasonCall` could be placed.
    case heldForStart = "held-for-start"
    /// Put on hold so that `ReasonCall` could be resumed.
    case heldForResume = "held-for-resume"
    /// Put on hold so that `ReasonCall` could go private or join a group.
    case heldForGroup = "held-for-group"
    /// Put on hold because another call had the audio when it was reported.
    case heldForOwner = "held-for-owner"
    /// Put on hold by its provider without a request.
    case heldByProvider = "held-by-provider"
    /// Resumed by its provider without a request.
    case resumedByProvider = "resumed-by-provider"
    /// Took the audio from `ReasonCall`, because it has priority.
    case hasPriority = "has-priority"
    /// Resumed because a client requested it.
    case resumedByRequest = "resumed-by-request"
    /// Resumed because `ReasonCall`, which it was held for, is over.
    case resumed
    /// Resumed because its group has the audio.
    case resumedForGroup = "resumed-for-group"
    /// Joined or left a group because a client requested it.
    case groupedByRequest = "grouped-by-request"
    /// Ended because a client requested it.
    case endedByRequest = "ended-by-request"
    /// Ended so that `ReasonCall` could be answered.
    case endedForAnswer = "ended-for-answer"
    /// Ended so that `ReasonCall` could be placed.
    case endedForStart = "ended-for-start"
    /// Ended so that `ReasonCall` could be resumed.
    case endedForResume = "ended-for-resume"
    /// Ended so that `ReasonCall` could go private or join a group.
    case endedForGroup = "ended-for-group"
    /// Ended because another call had the audio when it was reported, and it could not be held.
    case endedForOwner = "ended-for-owner"
    /// Ended because it was ringing when the emergency call `ReasonCall` was placed or answered.
    case endedForEmergency = "ended-for-emergency"
    /// The provider reported that the call is over; `EndedReason` tells why.
    case endedByProvider = "ended-by-provider"
    /// It rang for longer than the domain's ring time-out.
    case ringTimedOut = "ring-timed-out"
    /// Its start was fulfilled, and it did not connect in time.
    case connectTimedOut = "connect-timed-out"
    /// The connection of its provider has left the bus.
    case providerLost = "provider-lost"
    /// Its provider was invalidated.
    case providerInvalidated = "provider-invalidated"
    /// The service dropped its state.
    case registryReset = "registry-reset"
    /// The service could not continue with its whole state after a restart.
    case serviceRestarted = "service-restarted"
    /// The provider refused to start it.
    case startFailed = "start-failed"
    /// The provider did not start it in time.
    case startTimedOut = "start-timed-out"
    /// The provider refused to answer it.
    case answerFailed = "answer-failed"
    /// The provider did not answer it in time.
    case answerTimedOut = "answer-timed-out"
    /// The provider refused to end it.
    case endFailed = "end-failed"
    /// The provider did not confirm the end in time; the call has ended anyway.
    case endTimedOut = "end-timed-out"
    /// The provider refused to hold `ReasonCall`.
    case holdFailed = "hold-failed"
    /// The provider did not hold `ReasonCall` in time.
    case holdTimedOut = "hold-timed-out"
    /// The provider refused to resume it.
    case resumeFailed = "resume-failed"
    /// The provider did not resume it in time.
    case resumeTimedOut = "resume-timed-out"
    /// The provider refused to mute or unmute it.
    case muteFailed = "mute-failed"
    /// The provider did not mute or unmute it in time.
    case muteTimedOut = "mute-timed-out"
    /// The provider refused to change its group.
    case groupFailed = "group-failed"
    /// The provider did not change its group in time.
    case groupTimedOut = "group-timed-out"
    /// The provider refused to play the tones.
    case dtmfFailed = "dtmf-failed"
    /// The provider did not play the tones in time.
    case dtmfTimedOut = "dtmf-timed-out"
    /// A later request to end `ReasonCall` replaced it.
    case superseded
    /// `ReasonCall` ended before the action's turn came.
    case callEnded = "call-ended"
    /// `ReasonCall` would have to end, but it is protected.
    case callIsProtected = "call-is-protected"
    /// Its provider still has the maximum number of call groups, because a call did not end.
    case maximumCallGroupsReached = "maximum-call-groups-reached"
    /// `ReasonCall` does not allow the action any more.
    case invalidAction = "invalid-action"
}

/// The events in the story of a call. `action`, `origin`, `state`, `reason` and `call` are details of the moment.
public enum MomentWord: String, Hashable, Sendable, CaseIterable {
    /// The provider reported the call, or the service accepted its start. It is in `state`.
    case appeared
    /// The service accepted the request of `origin` for `action`.
    case requested
    /// The service told the provider to perform `action`.
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

/// The requester of an action, as the provider sees it.
public enum Origin: String, Hashable, Sendable {
    /// The connection that owns the call.
    case app
    /// A shell of the user's session.
    case shell
    /// A headset's button, as a shell reports it.
    case headset
    /// Any other client.
    case other
    /// The service itself: to make room, to resume a held call, or because of a time-out.
    case system
}

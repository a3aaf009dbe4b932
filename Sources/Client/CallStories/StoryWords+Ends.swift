// SPDX-License-Identifier: MIT
import CallInterface
import ConfigurationText

/// How calls end, and why things fail.
extension StoryWords {
    func end(_ moment: StoryMoment, wasRinging: Bool) -> String {
        let app = own.app
        switch moment.reason.word {
        case .endedByProvider: return reported(moment.endedReason)
        case .endedByRequest:
            return wasRinging ? Catalogue.text("declined, as asked") : Catalogue.text("ended, as asked")
        case .endedForAnswer, .endedForStart, .endedForResume, .endedForGroup, .endedForOwner,
            .endedForEmergency:
            return Catalogue.text("ended %s", parts: purpose(moment))
        case .ringTimedOut: return Catalogue.text("nobody answered in time")
        case .connectTimedOut: return Catalogue.text("the other side did not answer in time")
        case .providerLost: return Catalogue.text("%s has left the bus, and its calls are over with it", parts: app)
        case .providerInvalidated: return Catalogue.text("%s withdrew, and its calls are over with it", parts: app)
        case .registryReset: return Catalogue.text("the service lost its state")
        case .endFailed:
            return Catalogue.text("%s refused to end it, and there was nothing it could go back to", parts: app)
        case .endTimedOut:
            return Catalogue.text("%s did not confirm its end in time; it was ended all the same", parts: app)
        case .startFailed, .startTimedOut, .answerFailed, .answerTimedOut:
            return Catalogue.text("%s; it ended as failed", parts: failure(moment.reason, call))
        case nil where moment.reason.isEmpty: return reported(moment.endedReason)
        default: return because(Catalogue.text("ended as failed"), failure(moment.reason, moment.reasonCall))
        }
    }

    /// A main clause, and another one that gives the reason; the first one alone if there is no reason.
    func because(_ clause: String, _ cause: String) -> String {
        cause.isEmpty ? clause : Catalogue.text("%1$s, because %2$s", parts: clause, cause)
    }

    /// The filter that refused the call.
    func refusal(by filter: Received<CallFilter>?) -> String {
        switch filter?.word {
        case .doNotDisturb: Catalogue.text("it was refused, because do-not-disturb was on")
        case .busy: Catalogue.text("it was refused as busy, because another call was going on")
        case .blockList: Catalogue.text("it was refused, because the caller is blocked")
        case .screener: Catalogue.text("it was refused by an app that screens calls")
        case .user: Catalogue.text("it was refused, because you have switched off the app")
        case nil: Catalogue.text("it was refused by %s", parts: filter?.text ?? "")
        }
    }

    private func reported(_ endedReason: Received<EndedReason>) -> String {
        switch endedReason.word {
        case .remoteEnded: Catalogue.text("the other side hung up")
        case .unanswered: Catalogue.text("nobody answered")
        case .answeredElsewhere: Catalogue.text("it was answered on another device")
        case .declinedElsewhere: Catalogue.text("it was declined on another device")
        case .failed: Catalogue.text("%s reported that it failed", parts: own.app)
        case .localEnded: Catalogue.text("ended in %s", parts: own.app)
        case .declined: Catalogue.text("declined in %s", parts: own.app)
        case .unknown: Catalogue.text("%s reported that it ended, and does not know why", parts: own.app)
        case .filtered, nil:
            Catalogue.text("%1$s reported that it ended: %2$s", parts: own.app, endedReason.text)
        }
    }

    /// The cause of a failure, with the call that it happened to.
    func failure(_ reason: Received<Reason>, _ blamed: String) -> String {
        let other = call(blamed)
        let name = blamed.isEmpty || blamed == call ? own.app : storyCalls.entry(blamed).app
        let app = name.isEmpty ? Catalogue.text("its app") : name
        switch reason.word {
        case .superseded: return Catalogue.text("somebody asked to end %s", parts: other)
        case .callEnded: return Catalogue.text("%s ended first", parts: other)
        case .callIsProtected: return Catalogue.text("%s would have had to end, and must not", parts: other)
        case .maximumCallGroupsReached:
            return Catalogue.text("%s has as many groups of calls as it may", parts: app)
        case .invalidAction: return Catalogue.text("%s was in no state for it any more", parts: other)
        case .providerLost: return Catalogue.text("%s has left the bus", parts: app)
        case .providerInvalidated: return Catalogue.text("%s withdrew", parts: app)
        case .registryReset: return Catalogue.text("the service lost its state")
        case .serviceRestarted: return Catalogue.text("the service had to start again without it")
        default:
            guard let word = reason.word, let deed = word.deed(to: other), let isTimeOut = word.isTimeOut else {
                return reason.text
            }
            return unperformed(app, deed, isTimeOut: isTimeOut)
        }
    }

    /// An app that did not do what it was told; `deed` is in the infinitive.
    func unperformed(_ app: String, _ deed: String, isTimeOut: Bool) -> String {
        isTimeOut
            ? Catalogue.text("%1$s did not %2$s in time", parts: app, deed)
            : Catalogue.text("%1$s refused to %2$s", parts: app, deed)
    }
}

extension Reason {
    /// True if it ran out of time, false if the app refused, nil for any other reason.
    var isTimeOut: Bool? {
        switch self {
        case .ringTimedOut, .connectTimedOut, .startTimedOut, .answerTimedOut, .endTimedOut, .holdTimedOut,
            .resumeTimedOut,
            .muteTimedOut, .groupTimedOut, .dtmfTimedOut:
            true
        case .startFailed, .answerFailed, .endFailed, .holdFailed, .resumeFailed, .muteFailed, .groupFailed,
            .dtmfFailed:
            false
        default: nil
        }
    }

    /// The action that the app did not perform, in the infinitive; nil for a reason that is not a failure of an action.
    fileprivate func deed(to call: String) -> String? {
        switch self {
        case .startFailed, .startTimedOut: Catalogue.text("place %s", parts: call)
        case .answerFailed, .answerTimedOut: Catalogue.text("answer %s", parts: call)
        case .endFailed, .endTimedOut: Catalogue.text("end %s", parts: call)
        case .holdFailed, .holdTimedOut: Catalogue.text("hold %s", parts: call)
        case .resumeFailed, .resumeTimedOut: Catalogue.text("resume %s", parts: call)
        case .muteFailed, .muteTimedOut: Catalogue.text("mute or unmute %s", parts: call)
        case .groupFailed, .groupTimedOut: Catalogue.text("change the group of %s", parts: call)
        case .dtmfFailed, .dtmfTimedOut: Catalogue.text("send tones to %s", parts: call)
        default: nil
        }
    }
}

// SPDX-License-Identifier: MIT
import CallInterface

/// How calls end, and why things fail.
extension StoryWords {
    func end(_ moment: StoryMoment, wasRinging: Bool) -> String {
        let app = own.app
        switch moment.reason.word {
        case .endedByProvider: return reported(moment.endedReason)
        case .endedByRequest: return wasRinging ? "declined, as asked" : "ended, as asked"
        case .endedForAnswer, .endedForStart, .endedForResume, .endedForGroup, .endedForOwner,
            .endedForEmergency:
            return "ended \(purpose(moment))"
        case .ringTimedOut: return "nobody answered in time"
        case .connectTimedOut: return "the other side did not answer in time"
        case .providerLost: return "\(app) has left the bus, and its calls are over with it"
        case .providerInvalidated: return "\(app) withdrew, and its calls are over with it"
        case .registryReset: return "the service lost its state"
        case .endFailed: return "\(app) refused to end it, and there was nothing it could go back to"
        case .endTimedOut: return "\(app) did not confirm its end in time; it was ended all the same"
        case .startFailed, .startTimedOut, .answerFailed, .answerTimedOut:
            return "\(failure(moment.reason, call)); it ended as \(moment.endedReason)"
        default:
            return "ended as \(moment.endedReason)" + clause(failure(moment.reason, moment.reasonCall), ", because ")
        }
    }

    /// The filter that refused the call.
    func refusal(by filter: Received<CallFilter>?) -> String {
        switch filter?.word {
        case .doNotDisturb: "it was refused, because do-not-disturb was on"
        case .blockList: "it was refused, because the caller is blocked"
        case .screener: "it was refused by an app that screens calls"
        case nil: "it was refused by \(filter?.text ?? "")"
        }
    }

    private func reported(_ endedReason: Received<EndedReason>) -> String {
        switch endedReason.word {
        case .remoteEnded: "the other side hung up"
        case .unanswered: "nobody answered"
        case .answeredElsewhere: "it was answered on another device"
        case .declinedElsewhere: "it was declined on another device"
        case .failed: "\(own.app) reported that it failed"
        case .localEnded: "ended in \(own.app)"
        case .declined: "declined in \(own.app)"
        case .unknown: "\(own.app) reported that it ended, and does not know why"
        case .filtered, nil: "\(own.app) reported that it ended: \(endedReason)"
        }
    }

    /// The cause of a failure, with the call that it happened to.
    func failure(_ reason: Received<Reason>, _ blamed: String) -> String {
        let other = call(blamed)
        let app = blamed.isEmpty || blamed == call ? own.app : cast.role(blamed).app
        switch reason.word {
        case .superseded: return "somebody asked to end \(other)"
        case .callEnded: return "\(other) ended first"
        case .callIsProtected: return "\(other) would have had to end, and must not"
        case .maximumCallGroupsReached: return "\(own.app) has as many groups of calls as it may"
        case .invalidAction: return "\(other) was in no state for it any more"
        case .providerLost: return "\(app.isEmpty ? "its app" : app) has left the bus"
        case .providerInvalidated: return "\(app.isEmpty ? "its app" : app) withdrew"
        case .registryReset: return "the service lost its state"
        case .serviceRestarted: return "the service had to start again without it"
        default:
            guard let word = reason.word, let verb = word.verb, let isTimeOut = word.isTimeOut else {
                return reason.text
            }
            let subject = app.isEmpty ? "its app" : app
            return isTimeOut ? "\(subject) did not \(verb) \(other) in time" : "\(subject) refused to \(verb) \(other)"
        }
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

    /// The action that the app did not perform; nil for a reason that is not a failure of an action.
    fileprivate var verb: String? {
        switch self {
        case .startFailed, .startTimedOut: "place"
        case .answerFailed, .answerTimedOut: "answer"
        case .endFailed, .endTimedOut: "end"
        case .holdFailed, .holdTimedOut: "hold"
        case .resumeFailed, .resumeTimedOut: "resume"
        case .muteFailed, .muteTimedOut: "mute or unmute"
        case .groupFailed, .groupTimedOut: "change the group of"
        case .dtmfFailed, .dtmfTimedOut: "send tones to"
        default: nil
        }
    }
}

// SPDX-License-Identifier: MIT

/// How calls end, and why things fail.
extension StoryWords {
    func end(_ moment: StoryMoment, wasRinging: Bool) -> String {
        let app = own.app
        switch moment.reason {
        case "ended-by-provider": return reported(moment.endedReason)
        case "ended-by-request": return wasRinging ? "declined, as asked" : "ended, as asked"
        case "ended-for-answer", "ended-for-start", "ended-for-resume", "ended-for-group", "ended-for-owner",
            "ended-for-emergency":
            return "ended \(purpose(moment))"
        case "ring-timed-out": return "nobody answered in time"
        case "connect-timed-out": return "the other side did not answer in time"
        case "provider-lost": return "\(app) has left the bus, and its calls are over with it"
        case "provider-invalidated": return "\(app) withdrew, and its calls are over with it"
        case "registry-reset": return "the service went down"
        case "end-failed": return "\(app) refused to end it, and there was nothing it could go back to"
        case "end-timed-out": return "\(app) did not confirm its end in time; it was ended all the same"
        case "start-failed", "start-timed-out", "answer-failed", "answer-timed-out":
            return "\(failure(moment.reason, call)); it ended as \(moment.endedReason)"
        default:
            return "ended as \(moment.endedReason)" + clause(failure(moment.reason, moment.reasonCall), ", because ")
        }
    }

    /// The filter that refused the call.
    func refusal(by filter: String) -> String {
        switch filter {
        case "do-not-disturb": "it was refused, because do-not-disturb was on"
        default: "it was refused by \(filter)"
        }
    }

    private func reported(_ endedReason: String) -> String {
        switch endedReason {
        case "remote-ended": "the other side hung up"
        case "unanswered": "nobody answered"
        case "answered-elsewhere": "it was answered on another device"
        case "declined-elsewhere": "it was declined on another device"
        case "failed": "\(own.app) reported that it failed"
        default: "\(own.app) reported that it ended: \(endedReason)"
        }
    }

    /// The cause of a failure, with the call that it happened to.
    func failure(_ reason: String, _ blamed: String) -> String {
        let other = call(blamed)
        let app = blamed.isEmpty || blamed == call ? own.app : cast.role(blamed).app
        switch reason {
        case "superseded": return "somebody asked to end \(other)"
        case "call-ended": return "\(other) ended first"
        case "call-is-protected": return "\(other) would have had to end, and must not"
        case "maximum-call-groups-reached": return "\(own.app) has as many groups of calls as it may"
        case "invalid-action": return "\(other) was in no state for it any more"
        case "provider-lost": return "\(app.isEmpty ? "its app" : app) has left the bus"
        case "provider-invalidated": return "\(app.isEmpty ? "its app" : app) withdrew"
        case "registry-reset": return "the service went down"
        default: return attempt(reason, app.isEmpty ? "its app" : app, other)
        }
    }

    /// `hold-timed-out`: the app did not hold the call in time.
    private func attempt(_ reason: String, _ app: String, _ other: String) -> String {
        let verbs = [
            "start": "place", "answer": "answer", "end": "end", "hold": "hold", "resume": "resume",
            "mute": "mute or unmute", "group": "change the group of", "dtmf": "send tones to",
        ]
        for (suffix, before, after) in [("-timed-out", "did not ", " in time"), ("-failed", "refused to ", "")]
        where reason.hasSuffix(suffix) {
            guard let verb = verbs[String(reason.dropLast(suffix.count))] else { break }
            return "\(app) \(before)\(verb) \(other)\(after)"
        }
        return reason
    }
}

// SPDX-License-Identifier: MIT

/// The words of the contract in plain English, as parts of sentences about one call.
struct StoryWords {
    let call: String
    let cast: StoryCast

    var own: StoryCast.Role { cast.role(call) }

    /// Another call, or "it".
    func call(_ id: String) -> String {
        if id == call { return "it" }
        if id.isEmpty { return "another call" }
        let role = cast.role(id)
        let about = [role.name, role.app.isEmpty ? "" : "through \(role.app)"].filter { !$0.isEmpty }
        return "call \(role.shortID)" + (about.isEmpty ? "" : " (\(about.joined(separator: " ")))")
    }

    /// Adds a capital letter and a full stop. The name of an app and an identifier, which has dots, keep their first
    /// letter.
    func sentence(_ text: String) -> String {
        let apps = ([own] + cast.roles.values).map(\.app)
        let isName =
            apps.contains { !$0.isEmpty && text.hasPrefix($0 + " ") } || text.prefix { $0 != " " }.contains(".")
        return text.isEmpty ? "" : (isName ? text.prefix(1) : text.prefix(1).uppercased()[...]) + text.dropFirst() + "."
    }

    func clause(_ text: String, _ before: String) -> String { text.isEmpty ? "" : before + text }

    static func standing(_ state: String) -> String {
        switch state {
        case "incoming": "it rings"
        case "held": "it is on hold"
        case "ended": "ended"
        default: "it is \(state)"
        }
    }

    func who(_ origin: String) -> String {
        switch origin {
        case "app": own.app
        case "shell": "somebody at the shell"
        case "headset": "somebody at the headset"
        case "other": "another program"
        default: origin
        }
    }

    /// The requested action: "put it on hold".
    func deed(_ moment: StoryMoment, _ state: String) -> String {
        switch moment.action {
        case "start-call": "place it"
        case "answer-call": "answer it"
        case "end-call": state == "incoming" ? "decline it" : "end it"
        case "set-held": moment.isOn ? "put it on hold" : "resume it"
        case "set-muted": moment.isOn ? "mute it" : "unmute it"
        case "set-group":
            moment.groupWith.isEmpty ? "take it out of its group" : "join it with \(call(moment.groupWith))"
        case "play-dtmf": "send it tones"
        default: moment.action
        }
    }

    /// The requested action that failed.
    func shortfall(_ moment: StoryMoment) -> String {
        switch moment.action {
        case "start-call": "it was not placed"
        case "answer-call": "it was not answered"
        case "end-call": "it was not ended"
        case "set-held": moment.isOn ? "it was not put on hold" : "it was not resumed"
        case "set-muted": moment.isOn ? "it was not muted" : "it was not unmuted"
        case "set-group": "its group was not changed"
        case "play-dtmf": "no tones were sent"
        default: "\(moment.action) was not done"
        }
    }

    /// An action that the app performed without a change of the call's state.
    func success(_ moment: StoryMoment) -> String {
        switch moment.action {
        case "start-call": "\(own.app) placed it"
        case "set-held": "\(own.app) did so; it was \(moment.isOn ? "on hold" : "active") before"
        case "set-muted": "\(own.app) did so; it was \(moment.isOn ? "muted" : "unmuted") before"
        case "set-group": moment.groupWith.isEmpty ? "it left its group" : "it joined \(call(moment.groupWith))"
        case "play-dtmf": "\(own.app) sent the tones"
        default: "\(own.app) did so"
        }
    }

    /// A change of state without a reason.
    func arrival(_ state: String, from before: String) -> String {
        switch (before, state) {
        case ("ending", "incoming"): "it goes on ringing"
        case ("ending", _): "it goes on, \(state)"
        case ("dialing", "connecting"): "it rings at the other side"
        case ("dialing", "active"), ("connecting", "active"): "the other side answered"
        default: "it is \(state)"
        }
    }

    /// Why the service requests an action, or why a call stays in its state.
    func purpose(_ moment: StoryMoment) -> String {
        let other = call(moment.reasonCall)
        return switch moment.reason {
        case "held-for-answer", "ended-for-answer": "so that \(other) could be answered"
        case "held-for-start", "ended-for-start": "so that \(other) could be placed"
        case "held-for-resume", "ended-for-resume": "so that \(other) could be resumed"
        case "held-for-group", "ended-for-group": "so that \(other) could change its group"
        case "held-for-owner", "ended-for-owner": "because \(other) had the audio"
        case "has-priority": "because it comes before \(other)"
        case "ended-for-emergency": "because of the emergency \(other)"
        case "resumed": "because \(occasion(moment))"
        case "resumed-for-group": "because its group has the audio"
        case "ring-timed-out": "because nobody answered in time"
        case "connect-timed-out": "because the other side did not answer in time"
        case "held-by-request", "ended-by-request", "resumed-by-request", "grouped-by-request": "as asked"
        default: moment.reason
        }
    }

    /// The new state, and the reason.
    func move(_ moment: StoryMoment) -> String {
        switch moment.reason {
        case "answered": "\(own.app) answered: \(moment.state)"
        case "held-by-provider": "put on hold by \(own.app)"
        case "resumed-by-provider": "resumed by \(own.app)"
        case "has-priority": "\(moment.state), \(purpose(moment))"
        case "held-for-answer", "held-for-start", "held-for-resume", "held-for-group", "held-for-owner":
            "put on hold \(purpose(moment))"
        case "held-by-request": "put on hold, as asked"
        case "grouped-by-request": "its group was changed, as asked"
        case "resumed", "resumed-by-request", "resumed-for-group": "resumed, \(purpose(moment))"
        default: "it is \(moment.state): \(moment.reason)"
        }
    }

    /// Why a held call resumes.
    private func occasion(_ moment: StoryMoment) -> String {
        if moment.reasonCall.isEmpty { return "the audio is free again" }
        let other = cast.role(moment.reasonCall)
        let isOver = cast.roles[moment.reasonCall] == nil || other.endedAt != 0 && other.endedAt <= moment.time
        let name = call(moment.reasonCall)
        return "\(name), which it was held for, " + (isOver ? "is over" : "does not take the audio after all")
    }
}

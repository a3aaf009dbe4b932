// SPDX-License-Identifier: MIT
import CallInterface
package import SDBus

/// The words of the contract in plain English, as parts of sentences about one call.
package struct StoryWords {
    let call: String
    let cast: StoryCast

    package init(call: String, cast: StoryCast) { (self.call, self.cast) = (call, cast) }

    var own: StoryCast.Role { cast.role(call) }

    /// Another call, or "it".
    func call(_ id: String) -> String {
        if id == call { return "it" }
        if id.isEmpty { return "another call" }
        let role = cast.role(id)
        // A window has names in place of ids.
        if role.shortID.isEmpty { return role.name.isEmpty ? "another call" : "the call with \(role.name)" }
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

    static func standing(_ state: Received<CallState>) -> String {
        switch state.word {
        case .incoming: "it rings"
        case .held: "it is on hold"
        case .ended: "ended"
        case .dialing, .connecting, .active, .ending, nil: "it is \(state)"
        }
    }

    func requester(_ origin: Received<Origin>) -> String {
        switch origin.word {
        case .app: own.app
        case .shell: "somebody at the shell"
        case .headset: "somebody at the headset"
        case .other: "another program"
        case .system, nil: origin.text
        }
    }

    /// The requested action: "put it on hold".
    func deed(_ moment: StoryMoment, _ state: Received<CallState>) -> String {
        switch moment.action.word {
        case .startCall: "place it"
        case .answerCall: "answer it"
        case .endCall: state == .incoming ? "decline it" : "end it"
        case .setHeld: moment.isOn ? "put it on hold" : "resume it"
        case .setMuted: moment.isOn ? "mute it" : "unmute it"
        case .setGroup:
            moment.groupWith.isEmpty ? "take it out of its group" : "join it with \(call(moment.groupWith))"
        case .playDTMF: "send it tones"
        case nil: moment.action.text
        }
    }

    /// The requested action that failed.
    func shortfall(_ moment: StoryMoment) -> String {
        switch moment.action.word {
        case .startCall: "it was not placed"
        case .answerCall: "it was not answered"
        case .endCall: "it was not ended"
        case .setHeld: moment.isOn ? "it was not put on hold" : "it was not resumed"
        case .setMuted: moment.isOn ? "it was not muted" : "it was not unmuted"
        case .setGroup: "its group was not changed"
        case .playDTMF: "no tones were sent"
        case nil: "\(moment.action) was not done"
        }
    }

    /// An action that the app performed without a change of the call's state.
    func success(_ moment: StoryMoment) -> String {
        switch moment.action.word {
        case .startCall: "\(own.app) placed it"
        case .setHeld: "\(own.app) did so; it was \(moment.isOn ? "on hold" : "active") before"
        case .setMuted: "\(own.app) did so; it was \(moment.isOn ? "muted" : "unmuted") before"
        case .setGroup: moment.groupWith.isEmpty ? "it left its group" : "it joined \(call(moment.groupWith))"
        case .playDTMF: "\(own.app) sent the tones"
        case .answerCall, .endCall, nil: "\(own.app) did so"
        }
    }

    /// A change of state without a reason.
    func arrival(_ state: Received<CallState>, from before: Received<CallState>) -> String {
        switch (before.word, state.word) {
        case (.ending, .incoming): "it goes on ringing"
        case (.ending, _): "it goes on, \(state)"
        case (.dialing, .connecting): "it rings at the other side"
        case (.dialing, .active), (.connecting, .active): "the other side answered"
        default: "it is \(state)"
        }
    }

    /// Why the service requests an action, or why a call stays in its state.
    func purpose(_ moment: StoryMoment) -> String {
        let other = call(moment.reasonCall)
        return switch moment.reason.word {
        case .heldForAnswer, .endedForAnswer: "so that \(other) could be answered"
        case .heldForStart, .endedForStart: "so that \(other) could be placed"
        case .heldForResume, .endedForResume: "so that \(other) could be resumed"
        case .heldForGroup, .endedForGroup: "so that \(other) could change its group"
        case .heldForOwner, .endedForOwner: "because \(other) had the audio"
        case .hasPriority: "because it comes before \(other)"
        case .endedForEmergency: "because of the emergency \(other)"
        case .resumed: "because \(occasion(moment))"
        case .resumedForGroup: "because its group has the audio"
        case .ringTimedOut: "because nobody answered in time"
        case .connectTimedOut: "because the other side did not answer in time"
        case .heldByRequest, .endedByRequest, .resumedByRequest, .groupedByRequest: "as asked"
        default: moment.reason.text
        }
    }

    /// The reason of the last change of the call, as a sentence; empty if it has none. The properties of a call have the keys of
    /// a moment.
    package func lastChange(_ properties: [String: Variant]) -> String {
        let moment = StoryMoment(properties)
        guard !moment.reason.isEmpty else { return "" }
        return sentence(moment.state == .ended ? end(moment, wasRinging: false) : move(moment))
    }

    /// Why an app did not perform a request, as a sentence, from the details of a completed transaction.
    package func cause(_ details: [String: Variant]) -> String {
        let moment = StoryMoment(details)
        return sentence(failure(moment.reason, moment.reasonCall))
    }

    /// The new state, and the reason.
    func move(_ moment: StoryMoment) -> String {
        switch moment.reason.word {
        case .answered: "\(own.app) answered: \(moment.state)"
        case .heldByProvider: "put on hold by \(own.app)"
        case .resumedByProvider: "resumed by \(own.app)"
        case .hasPriority: "\(moment.state), \(purpose(moment))"
        case .heldForAnswer, .heldForStart, .heldForResume, .heldForGroup, .heldForOwner:
            "put on hold \(purpose(moment))"
        case .heldByRequest: "put on hold, as asked"
        case .groupedByRequest: "its group was changed, as asked"
        case .resumed, .resumedByRequest, .resumedForGroup: "resumed, \(purpose(moment))"
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

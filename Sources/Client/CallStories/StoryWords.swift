// SPDX-License-Identifier: MIT
import CallInterface
import ConfigurationText
package import SDBus

/// The words of the contract as sentences about one call, in the language of the program. A program that opens no
/// catalogue, such as the command line, has English ones. The parts of a sentence are those that all languages have: a
/// call, a request in the infinitive, a main clause, and a clause of the reason. The comments in `po/` name the parts.
package struct StoryWords {
    let call: String
    let storyCalls: StoryCalls

    package init(call: String, calls: StoryCalls) { (self.call, storyCalls) = (call, calls) }

    var own: StoryCalls.Entry { storyCalls.entry(call) }

    /// Another call, or "it".
    func call(_ id: String) -> String {
        if id == call { return Catalogue.text("it") }
        if id.isEmpty { return Catalogue.text("another call") }
        let entry = storyCalls.entry(id)
        // A window has names in place of ids.
        if entry.shortID.isEmpty {
            return entry.name.isEmpty
                ? Catalogue.text("another call") : Catalogue.text("the call with %s", parts: entry.name)
        }
        let about =
            entry.app.isEmpty
            ? entry.name
            : entry.name.isEmpty
                ? Catalogue.text("through %s", parts: entry.app)
                : Catalogue.text("%1$s through %2$s", parts: entry.name, entry.app)
        return about.isEmpty
            ? Catalogue.text("call %s", parts: entry.shortID)
            : Catalogue.text("call %1$s (%2$s)", parts: entry.shortID, about)
    }

    /// Adds a capital letter and a full stop. The name of an app and an identifier, which has dots, keep their first
    /// letter.
    func sentence(_ text: String) -> String {
        if text.isEmpty { return "" }
        let apps = ([own] + storyCalls.entries.values).map(\.app)
        let isName =
            apps.contains { !$0.isEmpty && text.hasPrefix($0 + " ") } || text.prefix { $0 != " " }.contains(".")
        let start = isName ? String(text.prefix(1)) : text.prefix(1).uppercased()
        return Catalogue.text("%s.", parts: start + text.dropFirst())
    }

    static func state(_ state: Received<CallState>) -> String {
        switch state.word {
        case .incoming: Catalogue.text("incoming")
        case .dialing: Catalogue.text("dialing")
        case .connecting: Catalogue.text("connecting")
        case .active: Catalogue.text("active")
        case .held: Catalogue.text("held")
        case .ending: Catalogue.text("ending")
        case .ended: Catalogue.text("ended")
        case nil: state.text
        }
    }

    func requester(_ origin: Received<Origin>) -> String {
        switch origin.word {
        case .app: own.app
        case .shell: Catalogue.text("somebody at the shell")
        case .headset: Catalogue.text("somebody at the headset")
        case .other: Catalogue.text("another program")
        case .system, nil: origin.text
        }
    }

    /// The requested action in the infinitive: "put it on hold".
    func deed(_ moment: StoryMoment, _ state: Received<CallState>) -> String {
        switch moment.action.word {
        case .startCall: Catalogue.text("place %s", parts: call(call))
        case .answerCall: Catalogue.text("answer %s", parts: call(call))
        case .endCall:
            state == .incoming ? Catalogue.text("decline it") : Catalogue.text("end %s", parts: call(call))
        case .setHeld:
            moment.isOn ? Catalogue.text("put it on hold") : Catalogue.text("resume %s", parts: call(call))
        case .setMuted: moment.isOn ? Catalogue.text("mute it") : Catalogue.text("unmute it")
        case .setGroup:
            moment.groupWith.isEmpty
                ? Catalogue.text("take it out of its group")
                : Catalogue.text("join it with %s", parts: call(moment.groupWith))
        case .playDTMF: Catalogue.text("send tones to %s", parts: call(call))
        case nil: moment.action.text
        }
    }

    /// The requested action that failed.
    func shortfall(_ moment: StoryMoment) -> String {
        switch moment.action.word {
        case .startCall: Catalogue.text("it was not placed")
        case .answerCall: Catalogue.text("it was not answered")
        case .endCall: Catalogue.text("it was not ended")
        case .setHeld: moment.isOn ? Catalogue.text("it was not put on hold") : Catalogue.text("it was not resumed")
        case .setMuted: moment.isOn ? Catalogue.text("it was not muted") : Catalogue.text("it was not unmuted")
        case .setGroup: Catalogue.text("its group was not changed")
        case .playDTMF: Catalogue.text("no tones were sent")
        case nil: Catalogue.text("%s was not done", parts: moment.action.text)
        }
    }

    /// An action that the app performed without a change of the call's state.
    func success(_ moment: StoryMoment) -> String {
        let app = own.app
        return switch moment.action.word {
        case .startCall: Catalogue.text("%s placed it", parts: app)
        case .setHeld:
            moment.isOn
                ? Catalogue.text("%s did so; it was on hold before", parts: app)
                : Catalogue.text("%s did so; it was active before", parts: app)
        case .setMuted:
            moment.isOn
                ? Catalogue.text("%s did so; it was muted before", parts: app)
                : Catalogue.text("%s did so; it was unmuted before", parts: app)
        case .setGroup:
            moment.groupWith.isEmpty
                ? Catalogue.text("it left its group")
                : Catalogue.text("it joined %s", parts: call(moment.groupWith))
        case .playDTMF: Catalogue.text("%s sent the tones", parts: app)
        case .answerCall, .endCall, nil: Catalogue.text("%s did so", parts: app)
        }
    }

    /// A change of state without a reason.
    func arrival(_ state: Received<CallState>, from before: Received<CallState>) -> String {
        switch (before.word, state.word) {
        case (.ending, .incoming): Catalogue.text("it goes on ringing")
        case (.ending, _): Catalogue.text("it goes on, %s", parts: Self.state(state))
        case (.dialing, .connecting): Catalogue.text("it rings at the other side")
        case (.dialing, .active), (.connecting, .active): Catalogue.text("the other side answered")
        default: Catalogue.text("it is %s", parts: Self.state(state))
        }
    }

    /// Why the service requests an action, or why a call stays in its state: a clause of its own.
    func purpose(_ moment: StoryMoment) -> String {
        let other = call(moment.reasonCall)
        return switch moment.reason.word {
        case .heldForAnswer, .endedForAnswer: Catalogue.text("so that %s could be answered", parts: other)
        case .heldForStart, .endedForStart: Catalogue.text("so that %s could be placed", parts: other)
        case .heldForResume, .endedForResume: Catalogue.text("so that %s could be resumed", parts: other)
        case .heldForGroup, .endedForGroup: Catalogue.text("so that %s could change its group", parts: other)
        case .heldForOwner, .endedForOwner: Catalogue.text("because %s had the audio", parts: other)
        case .hasPriority: Catalogue.text("because it comes before %s", parts: other)
        case .endedForEmergency: Catalogue.text("because of an emergency: %s", parts: other)
        case .resumed: occasion(moment)
        case .resumedForGroup: Catalogue.text("because its group has the audio")
        case .ringTimedOut: Catalogue.text("because nobody answered in time")
        case .connectTimedOut: Catalogue.text("because the other side did not answer in time")
        case .heldByRequest, .endedByRequest, .resumedByRequest, .groupedByRequest: Catalogue.text("as asked")
        default: moment.reason.text
        }
    }

    /// The reason of the last change of the call, as a sentence; empty if it has none. The properties of a call have
    /// the keys of a moment.
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
        let (app, state) = (own.app, Self.state(moment.state))
        return switch moment.reason.word {
        case .answered: Catalogue.text("%1$s answered: %2$s", parts: app, state)
        case .heldByProvider: Catalogue.text("put on hold by %s", parts: app)
        case .resumedByProvider: Catalogue.text("resumed by %s", parts: app)
        case .hasPriority: Catalogue.text("%1$s, %2$s", parts: state, purpose(moment))
        case .heldForAnswer, .heldForStart, .heldForResume, .heldForGroup, .heldForOwner:
            Catalogue.text("put on hold %s", parts: purpose(moment))
        case .heldByRequest: Catalogue.text("put on hold, as asked")
        case .groupedByRequest: Catalogue.text("its group was changed, as asked")
        case .resumed, .resumedForGroup: Catalogue.text("resumed, %s", parts: purpose(moment))
        case .resumedByRequest: Catalogue.text("resumed, as asked")
        default: Catalogue.text("it is %1$s: %2$s", parts: state, moment.reason.text)
        }
    }

    /// Why a held call resumes.
    private func occasion(_ moment: StoryMoment) -> String {
        if moment.reasonCall.isEmpty { return Catalogue.text("because the audio is free again") }
        let other = storyCalls.entry(moment.reasonCall)
        let isOver = storyCalls.entries[moment.reasonCall] == nil || other.endedAt != 0 && other.endedAt <= moment.time
        let name = call(moment.reasonCall)
        return isOver
            ? Catalogue.text("because %s, which it was held for, is over", parts: name)
            : Catalogue.text("because %s, which it was held for, does not take the audio after all", parts: name)
    }
}

// SPDX-License-Identifier: MIT

package import CallInterface
import ConfigurationText
import SDBus

/// Turns moments into sentences. A word that a later version of the contract adds appears as it is.
package struct StoryTeller {
    /// A sentence, and the time of its event.
    package struct Line: Equatable {
        package let time: UInt64
        package let text: String
    }

    let moments: [StoryMoment]
    let words: StoryWords
    let pendingAction: Received<ActionWord>?

    package init(
        of call: String, _ moments: [StoryMoment], _ calls: StoryCalls, pendingAction: Received<ActionWord>? = nil
    ) {
        self.moments = moments
        self.pendingAction = pendingAction
        words = StoryWords(call: call, calls: calls)
    }

    /// Oldest first.
    package var lines: [Line] {
        var lines: [Line] = []
        var place = 0
        var state = Received<CallState>(text: "")
        while place < moments.count {
            // All moments of one event.
            let end = moments[place...].firstIndex { $0.time != moments[place].time } ?? moments.endIndex
            let turn = Turn(moments: Array(moments[place..<end]), next: moments[end...].first, stateBefore: state)
            for moment in turn.moments {
                if moment.omitted > 0 { lines.append(Line(time: moment.time, text: Self.gap(moment.omitted))) }
                let text = sentence(moment, turn)
                guard !text.isEmpty else { continue }
                let tail = moment.event == .ended && moment.endedReason != .filtered ? duration : ""
                lines.append(Line(time: moment.time, text: words.sentence(text) + tail))
            }
            state = turn.moments.last { !$0.state.isEmpty }?.state ?? state
            place = end
        }
        return lines
    }

    /// The moments of one event.
    private struct Turn {
        let moments: [StoryMoment]
        let next: StoryMoment?
        let stateBefore: Received<CallState>

        func has(_ event: MomentWord, _ action: ActionWord? = nil) -> Bool {
            moments.contains { $0.event == event && (action == nil || $0.action.word == action) }
        }
    }

    private static func gap(_ count: UInt32) -> String {
        Catalogue.text("… Moments that are left out here: %s.", parts: String(count))
    }

    /// Empty if another moment of the same event says the same.
    private func sentence(_ moment: StoryMoment, _ turn: Turn) -> String {
        switch moment.event.word {
        case .appeared: return appearance(moment, turn)
        case .requested:
            return Catalogue.text(
                "%1$s asked to %2$s", parts: words.requester(moment.origin), words.deed(moment, turn.stateBefore))
        case .delivered: return delivery(moment, turn)
        case .fulfilled: return words.success(moment)
        case .refused, .timedOut:
            let isTimeOut = moment.event == .timedOut
            if turn.moments.contains(where: { $0.event == .ended && $0.reason.word?.isTimeOut == isTimeOut }) {
                return ""
            }
            return words.unperformed(words.own.app, words.deed(moment, turn.stateBefore), isTimeOut: isTimeOut)
        case .failed: return words.because(words.shortfall(moment), words.failure(moment.reason, moment.reasonCall))
        case .moved: return move(moment, turn)
        case .staysHeld:
            return Catalogue.text(
                "%s, which it was held for, is over; it stays on hold all the same",
                parts: words.call(moment.reasonCall))
        case .audioGained, .audioLost:
            if turn.has(.moved) || turn.has(.appeared) { return "" }
            return moment.event == .audioGained
                ? Catalogue.text("it got the microphone and the speaker") : Catalogue.text("it lost the audio")
        case .muted: return Catalogue.text("muted")
        case .unmuted: return Catalogue.text("unmuted")
        case .silenced: return Catalogue.text("somebody asked not to hear it ring")
        case .grouped: return Catalogue.text("%s joined its group", parts: words.call(moment.reasonCall))
        case .ended where moment.endedReason == .filtered: return words.refusal(by: moments.first?.filteredBy)
        case .ended: return words.end(moment, wasRinging: wasRinging)
        case nil:
            return [moment.event.text, moment.action.text, moment.reason.text].filter { !$0.isEmpty }.joined(
                separator: " ")
        }
    }

    private func appearance(_ moment: StoryMoment, _ turn: Turn) -> String {
        if turn.has(.requested, .startCall) { return "" }
        let app = words.own.app
        guard moment.state == .incoming else {
            let state = StoryWords.state(moment.state)
            return audio(Catalogue.text("%1$s reported a call that goes on; it was %2$s", parts: app, state), turn)
        }
        return moment.filteredBy.isEmpty
            ? Catalogue.text("%s reported the call; it rang", parts: app)
            : Catalogue.text("%s reported the call", parts: app)
    }

    /// Empty if the next moment says that the app performed it, and why.
    private func delivery(_ moment: StoryMoment, _ turn: Turn) -> String {
        let (app, deed) = (words.own.app, words.deed(moment, turn.stateBefore))
        let order = Catalogue.text("%1$s was told to %2$s", parts: app, deed)
        guard moment.origin == .system else { return order }
        if let next = turn.next, next.event == .moved || next.event == .ended, next.reason == moment.reason {
            return ""
        }
        return because(order, moment)
    }

    /// The clause, and why the service wants it.
    private func because(_ clause: String, _ moment: StoryMoment) -> String {
        let purpose = words.purpose(moment)
        return purpose.isEmpty ? clause : Catalogue.text("%1$s, %2$s", parts: clause, purpose)
    }

    private func move(_ moment: StoryMoment, _ turn: Turn) -> String {
        // Another sentence tells the change of group.
        if moment.reason == .groupedByRequest, turn.has(.fulfilled, .setGroup) { return "" }
        if moment.reason.isEmpty {
            if turn.has(.delivered) { return "" }
            return audio(words.arrival(moment.state, from: turn.stateBefore), turn)
        }
        let stays = moment.state == turn.stateBefore && moment.state == .held
        return audio(stays ? because(Catalogue.text("it stays on hold"), moment) : words.move(moment), turn)
    }

    /// The clause, and what became of the audio.
    private func audio(_ clause: String, _ turn: Turn) -> String {
        if turn.has(.audioLost) { return Catalogue.text("%s; it lost the audio", parts: clause) }
        guard turn.has(.audioGained) else { return clause }
        return turn.stateBefore == .held
            ? Catalogue.text("%s; it has the audio again", parts: clause)
            : Catalogue.text("%s, with the microphone and the speaker since then", parts: clause)
    }

    /// Whether the call was not answered.
    private var wasRinging: Bool {
        moments.last { !$0.state.isEmpty && $0.state != .ending && $0.state != .ended }?.state.word == .incoming
    }

    /// A sentence behind that of the end; empty if the call never connected.
    private var duration: String {
        guard let first = moments.first else { return "" }
        let (start, end) = (first.time(.connectedAt), first.time(.endedAt))
        guard start > 0, end >= start else { return "" }
        return " " + Catalogue.text("Lasted %s.", parts: Clock.words(from: start, to: end))
    }
}

/// The first line of a story. Only the command line shows it, so it has no translation.
extension StoryTeller {
    /// The call and its present state.
    package var heading: String {
        let entry = words.own
        let party = entry.party.isEmpty ? "an unknown caller" : entry.party
        let direction = moments.first?.isOutgoing == true ? "outgoing" : "incoming"
        let state = moments.last { !$0.state.isEmpty }?.state ?? Received(text: "")
        return "Call \(entry.shortID) with \(party) through \(entry.app), \(direction). "
            + words.sentence(Self.standing(state)) + (state == .ended ? "" : outlook(state))
    }

    private static func standing(_ state: Received<CallState>) -> String {
        switch state.word {
        case .incoming: "it rings"
        case .held: "it is on hold"
        case .ended: "ended"
        case .dialing, .connecting, .active, .ending, nil: "it is \(state)"
        }
    }

    /// The pending action, and why the app has not performed it.
    private func outlook(_ state: Received<CallState>) -> String {
        let last = moments.last { ($0.event == .requested || $0.event == .delivered) && $0.action == pendingAction }
        guard let last else { return "" }
        let reason = last.event == .delivered ? "has not done so yet" : "will be told when other calls have made way"
        return " \(words.own.app) is to \(words.deed(last, state)), and \(reason)."
    }
}

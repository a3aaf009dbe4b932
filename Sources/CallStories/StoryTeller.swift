// SPDX-License-Identifier: MIT
package import CallInterface
import SDBus

/// Turns moments into sentences. A word that a later version of the contract adds appears as it is.
package struct StoryTeller {
    /// A sentence, and the time of its event.
    package struct Line: Equatable {
        package let time: UInt64
        package let text: String
    }

    private let moments: [StoryMoment]
    private let words: StoryWords
    private let pendingAction: Received<ActionWord>?

    package init(
        of call: String, _ moments: [StoryMoment], _ cast: StoryCast, pendingAction: Received<ActionWord>? = nil
    ) {
        self.moments = moments
        self.pendingAction = pendingAction
        words = StoryWords(call: call, cast: cast)
    }

    /// The call and its present state.
    package var heading: String {
        let role = words.own
        let party = role.party.isEmpty ? "an unknown caller" : role.party
        let direction = moments.first?.isOutgoing == true ? "outgoing" : "incoming"
        let state = moments.last { !$0.state.isEmpty }?.state ?? Received(text: "")
        return "Call \(role.shortID) with \(party) through \(role.app), \(direction). "
            + words.sentence(StoryWords.standing(state)) + (state == .ended ? "" : outlook(state))
    }

    /// The pending action, and why the app has not performed it.
    private func outlook(_ state: Received<CallState>) -> String {
        let last = moments.last { ($0.event == .requested || $0.event == .delivered) && $0.action == pendingAction }
        guard let last else { return "" }
        let reason = last.event == .delivered ? "has not done so yet" : "will be told when other calls have made way"
        return " \(words.own.app) is to \(words.deed(last, state)), and \(reason)."
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
                if !text.isEmpty { lines.append(Line(time: moment.time, text: words.sentence(text))) }
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
        "… \(count) \(count == 1 ? "moment is" : "moments are") left out here."
    }

    /// Empty if another moment of the same event says the same.
    private func sentence(_ moment: StoryMoment, _ turn: Turn) -> String {
        let app = words.own.app
        switch moment.event.word {
        case .appeared:
            if turn.has(.requested, .startCall) { return "" }
            if moment.state == .incoming {
                return "\(app) reported the call" + (moment.filteredBy.isEmpty ? "; it rang" : "")
            }
            return "\(app) reported a call that goes on; it was \(moment.state)" + audio(turn)
        case .requested: return "\(words.requester(moment.origin)) asked to \(words.deed(moment, turn.stateBefore))"
        case .delivered: return delivery(moment, turn)
        case .fulfilled: return words.success(moment)
        case .refused, .timedOut:
            let isTimeOut = moment.event == .timedOut
            if turn.moments.contains(where: { $0.event == .ended && $0.reason.word?.isTimeOut == isTimeOut }) {
                return ""
            }
            let deed = words.deed(moment, turn.stateBefore)
            return isTimeOut ? "\(app) did not \(deed) in time" : "\(app) refused to \(deed)"
        case .failed:
            return words.shortfall(moment) + words.clause(words.failure(moment.reason, moment.reasonCall), ", because ")
        case .moved: return move(moment, turn)
        case .staysHeld:
            return "\(words.call(moment.reasonCall)), which it was held for, is over; it stays on hold all the same"
        case .audioGained, .audioLost:
            if turn.has(.moved) || turn.has(.appeared) { return "" }
            return moment.event == .audioGained ? "It got the microphone and the speaker" : "It lost the audio"
        case .muted, .unmuted: return moment.event.text
        case .silenced: return "Somebody asked not to hear it ring"
        case .grouped: return "\(words.call(moment.reasonCall)) joined its group"
        case .ended where moment.endedReason == .filtered: return words.refusal(by: moments.first?.filteredBy)
        case .ended: return words.end(moment, wasRinging: wasRinging) + duration
        case nil:
            return [moment.event.text, moment.action.text, moment.reason.text].filter { !$0.isEmpty }.joined(
                separator: " ")
        }
    }

    /// Empty if the next moment says that the app performed it, and why.
    private func delivery(_ moment: StoryMoment, _ turn: Turn) -> String {
        let order = "\(words.own.app) was told to \(words.deed(moment, turn.stateBefore))"
        guard moment.origin == .system else { return order }
        if let next = turn.next, next.event == .moved || next.event == .ended, next.reason == moment.reason {
            return ""
        }
        return order + words.clause(words.purpose(moment), ", ")
    }

    private func move(_ moment: StoryMoment, _ turn: Turn) -> String {
        // Another sentence tells the change of group.
        if moment.reason == .groupedByRequest, turn.has(.fulfilled, .setGroup) { return "" }
        if moment.reason.isEmpty {
            if turn.has(.delivered) { return "" }
            return words.arrival(moment.state, from: turn.stateBefore) + audio(turn)
        }
        let stays = moment.state == turn.stateBefore && moment.state == .held
        return (stays ? "It stays on hold" + words.clause(words.purpose(moment), ", ") : words.move(moment))
            + audio(turn)
    }

    private func audio(_ turn: Turn) -> String {
        if turn.has(.audioLost) { return "; it lost the audio" }
        guard turn.has(.audioGained) else { return "" }
        let isBack = turn.stateBefore == .held
        return isBack ? "; it has the audio again" : ", with the microphone and the speaker since then"
    }

    /// Whether the call was not answered.
    private var wasRinging: Bool {
        moments.last { !$0.state.isEmpty && $0.state != .ending && $0.state != .ended }?.state.word == .incoming
    }

    private var duration: String {
        guard let first = moments.first else { return "" }
        let (start, end) = (first.time(.connectedAt), first.time(.endedAt))
        return start > 0 && end >= start ? ". Lasted \(Clock.words(from: start, to: end))" : ""
    }
}

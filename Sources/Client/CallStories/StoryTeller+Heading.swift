// SPDX-License-Identifier: MIT
import CallInterface

/// The first line of a story. Only the command line shows it, so it has no translation.
extension StoryTeller {
    /// The call and its present state.
    package var heading: String {
        let role = words.own
        let party = role.party.isEmpty ? "an unknown caller" : role.party
        let direction = moments.first?.isOutgoing == true ? "outgoing" : "incoming"
        let state = moments.last { !$0.state.isEmpty }?.state ?? Received(text: "")
        return "Call \(role.shortID) with \(party) through \(role.app), \(direction). "
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

// SPDX-License-Identifier: MIT

package import CallClient
import CallInterface
import CallStories
import ConfigurationText

// The texts of a call in the user's language. Texts of apps are isolated in a line, and never markup.

extension CallRecord {
    /// The other side for people: its name, or else its number or address. It stands alone: isolate it in other text.
    package var title: String {
        let name = callerName.isBlank ? handle.value : callerName
        return name.isBlank ? Catalogue.text("Unknown caller") : name.alone
    }

    /// The name whose initials stand for a missing picture; empty if only a number is known.
    package var avatarName: String { callerName.isBlank ? "" : callerName.alone }

    /// The number or address if the title is a name, and its label, such as *mobile*; or else empty.
    package var subtitle: String {
        let address = callerName.isBlank || handle.value.isBlank ? "" : handle.value
        return [text(.label), address].filter { !$0.isBlank }.map(\.line).joined(separator: " · ")
    }

    /// The end of a call in a sentence, with its reason as `monkeycall why` gives it.
    package var farewell: String {
        let words = StoryWords(call: uuid, cast: StoryCast([self], text: \.line) { _ in "" })
        let end = Catalogue.text("The call with %s has ended.", title)
        return state == .ended
            ? [end, words.lastChange(properties)].filter { !$0.isEmpty }.joined(separator: " ") : end
    }

    /// Which app carries the call.
    package var appLine: String { Catalogue.text("through %s", providerName.alone) }
}

extension String {
    /// A text of an app on one line, isolated from the direction of the rest. More than its beginning fits no screen,
    /// and would only cost time.
    package var line: String { String(prefix(300)).isolated }

    /// The same for a text that stands alone, or that another function isolates.
    package var alone: String { String(line.dropFirst().dropLast()) }
}

extension CallRecord {
    /// The state in one or two words. A connected call shows the time in place of it.
    package var stateText: String {
        if pendingAction == .answerCall, state == .incoming { return Catalogue.text("Answering…") }
        return switch state.word {
        case .incoming: isSilenced ? Catalogue.text("Incoming call, silenced") : Catalogue.text("Incoming call")
        case .dialing: Catalogue.text("Calling…")
        case .connecting: isOutgoing ? Catalogue.text("Ringing…") : Catalogue.text("Connecting…")
        case .active: Catalogue.text("Connected")
        case .held: Catalogue.text("On hold")
        case .ending: Catalogue.text("Ending…")
        case .ended: Catalogue.text("Ended")
        case nil: state.text.line
        }
    }
}

// SPDX-License-Identifier: MIT

package import CallClient
package import CallInterface
import ConfigurationText

// The texts of a call in the user's language. Texts of apps are isolated in a line, and never markup.

extension CallRecord {
    /// The other side for people: its name, or else its number or address. It stands alone: isolate it in other text.
    package var title: String {
        let name = callerName.isBlank ? self.address : callerName
        return name.isBlank ? Catalogue.text("Unknown caller") : name.alone
    }

    /// The name whose initials stand for a missing picture; empty if only a number is known.
    package var avatarName: String { callerName.isBlank ? "" : callerName.alone }

    /// The number or address if the title is a name, and its label, such as *mobile*; or else empty.
    package var subtitle: String {
        let address = callerName.isBlank ? "" : self.address
        return [text(.label), address].filter { !$0.isBlank }.map(\.line).joined(separator: " · ")
    }

    /// The end of the call for a moment in its own place: with the time that it lasted.
    package var endText: String { withTime(Catalogue.text("Call ended")) }

    /// How the call ended, in a few words. Empty if the user ended it: the user knows that.
    package var farewell: String {
        guard state == .ended else { return "" }
        switch reason.word {
        case .endedByProvider: return reportedEnd
        case nil where reason.isEmpty: return reportedEnd
        case .ringTimedOut: return Catalogue.text("Missed call from %s", title)
        case .connectTimedOut: return Catalogue.text("No answer")
        case .endedForOwner, .endedForEmergency:
            return Catalogue.text("The call with %s ended for another call", title)
        case .providerLost, .providerInvalidated:
            return Catalogue.text("%s has closed, and its call is over", providerName.alone)
        case .registryReset, .serviceRestarted, .startFailed, .startTimedOut, .answerFailed, .answerTimedOut:
            return failure
        // The user asked for it.
        default: return ""
        }
    }

    /// What the app says about the end.
    private var reportedEnd: String {
        switch endedReason.word {
        case .remoteEnded:
            return connectedAt == 0 && isOutgoing
                ? Catalogue.text("Busy") : withTime(Catalogue.text("%s hung up", title))
        case .unanswered:
            return isOutgoing ? Catalogue.text("No answer") : Catalogue.text("Missed call from %s", title)
        case .answeredElsewhere: return Catalogue.text("Answered on another device")
        case .declinedElsewhere: return Catalogue.text("Declined on another device")
        case .failed: return failure
        case .unknown: return endText
        case .localEnded, .declined, .filtered, nil: return ""
        }
    }

    private var failure: String { Catalogue.text("The call with %s failed", title) }

    /// A fact with the time that the call lasted, if it has connected.
    private func withTime(_ fact: String) -> String {
        guard connectedAt > 0, endedAt >= connectedAt else { return fact }
        return fact + " · " + CallTime.text(from: connectedAt, to: endedAt)
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

extension Route {
    /// A name of the icon theme for the kind of device.
    package var icon: String { look.icon }

    /// The name for people, with the kind of device if the name does not say it.
    package var title: String { title(\.line) }

    /// The same for a device that is in use.
    package var titleInUse: String { Catalogue.text("%s, in use", title { $0 }) }

    /// `show` makes the text of the name.
    private func title(_ show: (String) -> String) -> String {
        let name = localizedName.isBlank ? self.name : localizedName
        guard let word = look.word, !name.lowercased().contains(word.lowercased()) else { return show(name) }
        return word + " – " + show(name)
    }

    /// What people call the kind of device; nil for one without a word.
    private var look: (word: String?, icon: String) {
        switch kind.word {
        case .other, nil: (nil, "audio-speakers-symbolic")
        case .speaker: (Catalogue.text("Speaker"), "audio-speakers-symbolic")
        case .earpiece: (Catalogue.text("Earpiece"), "phone-symbolic")
        case .headphones: (Catalogue.text("Headphones"), "audio-headphones-symbolic")
        case .headset: (Catalogue.text("Headset"), "audio-headset-symbolic")
        case .car: (Catalogue.text("Car"), "audio-card-symbolic")
        case .bluetooth: (Catalogue.text("Bluetooth"), "bluetooth-active-symbolic")
        case .hearingAid: (Catalogue.text("Hearing aid"), "preferences-desktop-accessibility-symbolic")
        }
    }
}

/// Rules about callers as people read them.
package enum RuleWords {
    package static func name(of kind: RuleKind) -> String {
        switch kind {
        case .caller: Catalogue.text("One number or address")
        case .prefix: Catalogue.text("Numbers that begin with")
        case .country: Catalogue.text("Numbers of a country")
        case .host: Catalogue.text("Addresses at a host")
        case .hidden: Catalogue.text("Hidden numbers")
        case .notInContacts: Catalogue.text("Callers that are not in your contacts")
        }
    }

    package static func name(of verdict: Verdict) -> String {
        switch verdict {
        case .reject: Catalogue.text("Blocked")
        case .silence: Catalogue.text("Rings without a sound")
        case .allow: Catalogue.text("Rings")
        }
    }

    /// The callers that a rule is about.
    package static func callers(of rule: RuleRecord) -> String {
        if !rule.pattern.isEmpty { return rule.pattern.shown }
        return rule.kind.word.map(name) ?? rule.kind.text.shown
    }

    /// The kind of the rule and what happens.
    package static func text(_ rule: RuleRecord) -> String {
        let kind = rule.pattern.isEmpty ? nil : rule.kind.word.map(name)
        return [kind, rule.verdict.word.map(name)].compactMap { $0 }.joined(separator: " · ")
    }
}

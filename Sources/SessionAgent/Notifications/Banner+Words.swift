// SPDX-License-Identifier: MIT

// The texts of a banner in the user's language. Texts of apps are isolated in a line, and never markup.

extension Banner {
    /// The title. It has the caller, because some servers show little more.
    var summary: String {
        if hidesParty {
            return switch kind {
            case .incoming: Catalogue.text("Incoming call")
            case .ongoing: Catalogue.text("Ongoing call")
            case .unanswered: Catalogue.text("Missed call")
            }
        }
        let who = party.isEmpty ? Catalogue.text("Unknown caller") : party
        return switch kind {
        case .incoming: Catalogue.text("Incoming call from %s", who)
        case .ongoing: Catalogue.text("Call with %s", who)
        case .unanswered: Catalogue.text("Missed call from %s", who)
        }
    }

    /// The lines below the title, with the effect of a click if the server shows no buttons.
    func lines(_ click: Click?) -> [String] {
        var lines = [address.isEmpty ? "" : address.isolated, Catalogue.text("through %s", app)]
        if isConnecting { lines.append(Catalogue.text("Connecting…")) }
        if isHeld { lines.append(Catalogue.text("On hold")) }
        if isMuted { lines.append(Catalogue.text("Your microphone is muted")) }
        if isTrusted { lines.append(Catalogue.text("Silence depends on the app")) }
        if wantsApp { lines.append(Catalogue.text("Open %s to call back", app)) }
        if let button = defaultButton {
            switch click {
            case .left: lines.append(Catalogue.text("Click: %s", button.label))
            case .middle: lines.append(Catalogue.text("Middle click: %s", button.label))
            case nil: break
            }
        }
        return lines.filter { !$0.isEmpty }
    }

    /// A click has the effect of this button if the server shows no buttons.
    var defaultButton: Button? { buttons.first }

    /// The button with that key of the server, if the banner has it.
    func button(_ key: String) -> Button? {
        let button = key == "default" ? defaultButton : Button(rawValue: key)
        return button.flatMap { buttons.contains($0) ? $0 : nil }
    }
}

extension Banner.Button {
    var label: String {
        switch self {
        case .answer: Catalogue.text("Answer")
        case .decline: Catalogue.text("Decline")
        case .silence: Catalogue.text("Silence")
        case .holdAndAnswer: Catalogue.text("Hold & Answer")
        case .endAndAnswer: Catalogue.text("End & Answer")
        case .end: Catalogue.text("End")
        case .mute: Catalogue.text("Mute")
        case .unmute: Catalogue.text("Unmute")
        case .hold: Catalogue.text("Hold")
        case .resume: Catalogue.text("Resume")
        case .swap: Catalogue.text("Swap")
        case .callBack: Catalogue.text("Call Back")
        }
    }
}

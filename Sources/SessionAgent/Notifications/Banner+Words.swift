// SPDX-License-Identifier: MIT

// What a banner says in the user's language. Words of apps are isolated in a line, and never markup.

extension Banner {
    /// The title. Who it is comes first there, because some servers show little more.
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

    /// The lines below, with what a click does where the server shows no buttons.
    func lines(_ click: Click?) -> [String] {
        var lines = [address.isEmpty ? "" : address.isolated, Catalogue.text("through %s", app)]
        if isConnecting { lines.append(Catalogue.text("Connecting…")) }
        if isHeld { lines.append(Catalogue.text("On hold")) }
        if isMuted { lines.append(Catalogue.text("Your microphone is muted")) }
        if isTrusted { lines.append(Catalogue.text("The app is trusted to be silent")) }
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

    /// What a click does where the server shows no buttons: what the first button would.
    var defaultButton: Button? { buttons.first }

    /// The button that a server calls so, if it is there.
    func button(_ key: String) -> Button? {
        let button = key == "default" ? defaultButton : Button(rawValue: key)
        return button.flatMap { buttons.contains($0) ? $0 : nil }
    }
}

extension Banner.Button {
    /// For the button.
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

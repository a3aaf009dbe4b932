// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import CallLinks
import ConfigurationText

// The texts of a banner in the user's language. Texts of apps are isolated in a line, and never markup.

extension Banner {
    /// The title. It has the caller, because some servers show little more.
    var summary: String {
        let other = party.isEmpty ? Catalogue.text("Unknown caller") : party
        return switch kind {
        case .incoming:
            hidesParty ? Catalogue.text("Incoming call") : Catalogue.text("Incoming call from %s", other)
        case .ongoing: hidesParty ? Catalogue.text("Ongoing call") : Catalogue.text("Call with %s", other)
        case .unanswered where !earlier.isEmpty: Catalogue.text("Earlier missed calls: %s", String(earlier.count))
        case .unanswered: hidesParty ? Catalogue.text("Missed call") : Catalogue.text("Missed call from %s", other)
        case .more: Catalogue.text("More calls from %1$s: %2$s", parts: app.isolated, String(count))
        case .link:
            question?.stage == .asked ? Catalogue.text("Call %s?", other) : Catalogue.text("Cannot call %s", other)
        case .app: appQuestion?.title ?? ""
        }
    }

    /// The lines below the title, with the effect of a click if the server shows no buttons.
    func lines(_ click: Click?) -> [String] {
        // The title names the app of too many calls.
        let through = app.isEmpty || kind == .more ? "" : Catalogue.text("through %s", app)
        var lines = [missedAt, address.isEmpty ? "" : address.isolated, through, earlierParties]
        lines += question?.lines ?? []
        lines += appQuestion?.lines ?? []
        if isConnecting { lines.append(Catalogue.text("Connecting…")) }
        if isHeld { lines.append(Catalogue.text("On hold")) }
        if isMuted { lines.append(Catalogue.text("Your microphone is muted")) }
        if isTrusted { lines.append(Catalogue.text("Silence depends on the app")) }
        if isHeard { lines.append(Catalogue.text("The other side may hear you")) }
        if isBlocked { lines.append(Catalogue.text("This caller is blocked")) }
        if isNotBlocked { lines.append(Catalogue.text("This caller could not be blocked")) }
        if let failure { lines.append(failure == .noApp ? Catalogue.text("Open %s to call back", app) : failure.text) }
        if opensWindow {
            switch click {
            case .left: lines.append(Catalogue.text("Click: %s", Catalogue.text("Open the Window")))
            case .middle: lines.append(Catalogue.text("Middle click: %s", Catalogue.text("Open the Window")))
            case nil: break
            }
        }
        return lines.filter { !$0.isEmpty }
    }

    /// The newest of them first, in one line: GNOME makes one of several. A server has room for a few names.
    private var earlierParties: String {
        guard !hidesParty else { return "" }
        var names: [String] = []
        for name in earlier.reversed().map({ $0.party.isEmpty ? Catalogue.text("Unknown caller") : $0.party })
        where !names.contains(name) { names.append(name) }
        let isolated = names.map(\.isolated)
        return (isolated.count > 5 ? isolated.prefix(4) + ["…"] : isolated).joined(separator: ", ")
    }

    /// The button with that name, if the banner has it.
    func button(_ key: String) -> Button? { buttons.first { $0.rawValue == key } }
}

extension CallQuestion {
    /// The facts of the link that the number or address does not have.
    fileprivate var lines: [String] {
        var lines: [String] = []
        if link.isVideo { lines.append(Catalogue.text("Video call")) }
        if !link.extensionDigits.isEmpty { lines.append(Catalogue.text("Extension %s", link.extensionDigits)) }
        if !link.postDial.isEmpty { lines.append(Catalogue.text("Code for after the answer: %s", link.postDial)) }
        if let context = link.context { lines.append(Catalogue.text("Only in the network of %s", context)) }
        switch stage {
        case .asked: break
        case .failed(let failure): lines.append(failure.text)
        }
        return lines
    }
}

extension AppQuestion {
    fileprivate var title: String { Catalogue.text("Allow calls from %s?", name.isBlank ? app : name) }

    /// The app chooses its name, and not its id.
    fileprivate var lines: [String] {
        [app.isolated, Catalogue.text("You can change this at any time: Apps, in MonkeyCall.")]
    }
}

extension CallFailure {
    /// The fault, then what to do.
    fileprivate var text: String {
        switch self {
        case .noApp: Catalogue.text("No app can make this call. Open one and try again.")
        case .notHandled: Catalogue.text("This app does not take calls from other programs. Open it.")
        case .refused: Catalogue.text("The call service did not accept the call.")
        }
    }
}

extension Banner.Button {
    var label: String {
        switch self {
        case .call(let button): button.label
        case .callBack: Catalogue.text("Call Back")
        case .block: Catalogue.text("Block")
        case .placeCall: Catalogue.text("Call")
        case .cancel: Catalogue.text("Cancel")
        case .allowApp: Catalogue.text("Allow")
        case .refuseApp: Catalogue.text("Don't Allow")
        case .playTones(let tones): Catalogue.text("Play %s", tones)
        }
    }

    /// The name of the button, with which its key begins.
    var rawValue: String {
        switch self {
        case .call(let button): button.rawValue
        case .callBack: "call-back"
        case .block: "block"
        case .placeCall: "place-call"
        case .cancel: "cancel"
        case .allowApp: "allow-app"
        case .refuseApp: "refuse-app"
        case .playTones: "play-tones"
        }
    }

    /// Whether the notification stays after a press, because it still has buttons.
    var goesOn: Bool {
        switch self {
        case .call(.silence), .call(.mute), .call(.unmute), .call(.hold), .call(.resume), .call(.swap), .block,
            .playTones:
            true
        case .call, .callBack, .placeCall, .cancel, .allowApp, .refuseApp: false
        }
    }
}

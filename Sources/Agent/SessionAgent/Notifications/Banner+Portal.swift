// SPDX-License-Identifier: MIT

import CallInterface
import ConfigurationText
import SDBus

extension Banner {
    /// The notification of `AddNotification`, with only what version 2 of the specification has and that server knows.
    /// `keys` gets the keys of new buttons.
    func portal(_ traits: PortalNotifications.Traits, _ keys: inout ActionKeys) -> [String: Variant] {
        let buttons = buttons.map { portal($0, keys.key(of: $0.rawValue), traits) }
        var wire: [String: Variant] = [
            "title": .string(summary),
            // Plain text; markup would be `markup-body`.
            "body": .string(lines(nil).joined(separator: "\n")),
            "priority": .string(isUrgent ? "urgent" : isQuiet ? "low" : "normal"),
            // The agent rings.
            "sound": .string("silent"),
            // Without it a click would activate the agent as an app.
            "default-action": .string(Self.open),
            "buttons": .dictionaries(buttons),
            "icon": icon.portal,
        ]
        if traits.categories.contains(kind.category) { wire["category"] = .string(kind.category) }
        return wire
    }

    /// A click beside the buttons, which must not answer a call by mistake.
    static let open = "open"

    private func portal(
        _ button: Button, _ key: String, _ traits: PortalNotifications.Traits
    ) -> [String: Variant] {
        var wire: [String: Variant] = ["label": .string(button.label), "action": .string(key)]
        if let purpose = purpose(of: button), traits.purposes.contains(purpose) { wire["purpose"] = .string(purpose) }
        return wire
    }

    /// The purposes that the specification has for `call.incoming` and `call.ongoing`. Only one button may accept: the
    /// first one that does.
    private func purpose(of button: Button) -> String? {
        switch button {
        case .call(.answer), .call(.holdAndAnswer), .call(.endAndAnswer): button == buttons.first ? "call.accept" : nil
        case .call(.decline): "call.decline"
        case .call(.end): "call.hang-up"
        case .call, .callBack, .block, .placeCall, .cancel: nil
        }
    }
}

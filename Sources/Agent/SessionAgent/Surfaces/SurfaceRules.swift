// SPDX-License-Identifier: MIT

package import AgentSettings
package import CallClient
package import CallInterface
import ConfigurationText

/// What the surfaces of the desktop may show of calls, and do with them: notifications, the agent's interfaces on the
/// session bus, headsets and media keys. A person in front of a locked screen may be another one than the user.
package struct SurfaceRules: Hashable {
    /// The screen is locked.
    package let isLocked: Bool
    /// Whether a surface names the other side.
    package let showsParties: Bool
    /// Whether a surface picks up.
    package let answers: Bool

    /// `desktopHidesDetails`: the desktop's own setting keeps the contents of notifications from a locked screen.
    package init(isLocked: Bool, _ settings: Settings, desktopHidesDetails: Bool) {
        self.isLocked = isLocked
        showsParties =
            switch settings.showCallerWhenLocked {
            case .yes: true
            case .no: !isLocked
            case .desktop: !isLocked || !desktopHidesDetails
            }
        answers = !isLocked || settings.answerWhenLocked
    }

    /// Whether a surface has this button.
    package func allows(_ button: CallButton) -> Bool {
        switch button {
        case .answer, .holdAndAnswer, .endAndAnswer: answers
        case .decline, .silence, .end, .mute, .unmute: true
        case .hold, .resume, .swap: !isLocked
        }
    }

    /// Whether a surface has more than the buttons of a call: tones, routes, new calls, and blocking a caller.
    package var allowsMore: Bool { !isLocked }

    /// The other side of a call, and its app, as far as a surface shows them.
    package func party(of call: CallRecord) -> CallParty {
        guard showsParties else { return CallParty(name: "", address: "", app: call.providerName) }
        let (name, value) = (call.callerName.isBlank ? "" : call.callerName, call.handle.value)
        return CallParty(
            name: name.isEmpty ? value : name, address: name.isEmpty ? "" : value, app: call.providerName)
    }
}

/// The other side of a call, and its app. Each text is one of an app or of the address book: never markup.
package struct CallParty: Hashable {
    /// A name, a number or an address; empty if unknown or hidden.
    package let name: String
    /// The number or address if `name` is a name; empty in all other cases.
    package let address: String
    /// The app's name for people.
    package let app: String
}

// SPDX-License-Identifier: MIT

import ConfigurationText

/// One line of the health list: what is well, or what is wrong and how to mend it.
package struct HealthLine: Hashable, Sendable {
    package let kind: HealthKind
    package let grade: HealthGrade
    /// One sentence or two for people, in the user's language.
    package let text: String
    package let cure: HealthCure?

    package init(_ kind: HealthKind, _ grade: HealthGrade, _ text: String, cure: HealthCure? = nil) {
        (self.kind, self.grade, self.text, self.cure) = (kind, grade, text, cure)
    }
}

/// What a line is about, in the order of the list.
package enum HealthKind: String, Hashable, Sendable, CaseIterable {
    case service
    case ringing
    case sound
    case notifications
    case doNotDisturb = "do-not-disturb"
    case callers
    case apps
    case headset
    case telephoneLinks = "telephone-links"
    case browser
    case bridge
}

package enum HealthGrade: String, Hashable, Sendable, CaseIterable {
    case good
    /// Worth knowing, and as the user may want it.
    case note
    /// Calls suffer.
    case problem
}

/// What mends a line: one button.
package enum HealthCure: String, Hashable, Sendable, CaseIterable {
    case startService = "start-service"
    case startAgent = "start-agent"
    case startDirectory = "start-directory"
    case startBridge = "start-bridge"
    /// Turns the user's own switch off. A switch of the desktop is turned off there.
    case endDoNotDisturb = "end-do-not-disturb"
    /// Opens the desktop's settings of sound.
    case openSoundSettings = "open-sound-settings"
    case testCall = "test-call"
    /// Makes MonkeyCall the app for `tel:` links.
    case useForTelephoneLinks = "use-for-telephone-links"
    /// Shows how to install the extension of browsers.
    case showBrowserExtension = "show-browser-extension"

    /// The text of the button, in the user's language.
    package var label: String {
        switch self {
        case .startService, .startAgent, .startDirectory, .startBridge: Catalogue.text("Start")
        case .endDoNotDisturb: Catalogue.text("Turn Off")
        case .openSoundSettings: Catalogue.text("Sound Settings")
        case .testCall: Catalogue.text("Try a Test Call")
        case .useForTelephoneLinks: Catalogue.text("Use MonkeyCall")
        case .showBrowserExtension: Catalogue.text("Show How")
        }
    }

    /// The unit of the user's systemd that it starts. The bus starts the service.
    package var userUnit: String? {
        switch self {
        case .startAgent: "monkeycall-agent.service"
        case .startDirectory: "monkeycall-directory.service"
        case .startBridge: "monkeycall-bridge.service"
        case .startService, .endDoNotDisturb, .openSoundSettings, .testCall, .useForTelephoneLinks,
            .showBrowserExtension:
            nil
        }
    }
}

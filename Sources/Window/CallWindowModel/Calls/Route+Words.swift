// SPDX-License-Identifier: MIT

package import CallInterface
import ConfigurationText

extension Route {
    /// A name of the icon theme for the kind of device.
    package var icon: String {
        switch kind.word {
        case .speaker, .other, nil: "audio-speakers-symbolic"
        case .earpiece: "phone-symbolic"
        case .headphones: "audio-headphones-symbolic"
        case .headset: "audio-headset-symbolic"
        case .car: "audio-card-symbolic"
        case .bluetooth: "bluetooth-active-symbolic"
        case .hearingAid: "preferences-desktop-accessibility-symbolic"
        }
    }

    /// The name for people, with the kind of device if the name does not say it.
    package var title: String { title(\.line) }

    /// The same for a device that is in use.
    package var titleInUse: String { Catalogue.text("%s, in use", title { $0 }) }

    /// `show` makes the text of the name.
    private func title(_ show: (String) -> String) -> String {
        let name = localizedName.isBlank ? self.name : localizedName
        guard let word = kindWord, !name.lowercased().contains(word.lowercased()) else { return show(name) }
        return word + " – " + show(name)
    }

    private var kindWord: String? {
        switch kind.word {
        case .other, nil: nil
        case .speaker: Catalogue.text("Speaker")
        case .earpiece: Catalogue.text("Earpiece")
        case .headphones: Catalogue.text("Headphones")
        case .headset: Catalogue.text("Headset")
        case .car: Catalogue.text("Car")
        case .bluetooth: Catalogue.text("Bluetooth")
        case .hearingAid: Catalogue.text("Hearing aid")
        }
    }
}

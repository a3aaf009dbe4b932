// SPDX-License-Identifier: MIT

package import CallInterface
import Translations

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
    package var title: String {
        let name = localizedName.isBlank ? self.name : localizedName
        guard let word = kind.word else { return name.line }
        return switch word {
        case .other: name.line
        case .speaker: Self.title(Catalogue.text("Speaker"), name)
        case .earpiece: Self.title(Catalogue.text("Earpiece"), name)
        case .headphones: Self.title(Catalogue.text("Headphones"), name)
        case .headset: Self.title(Catalogue.text("Headset"), name)
        case .car: Self.title(Catalogue.text("Car"), name)
        case .bluetooth: Self.title(Catalogue.text("Bluetooth"), name)
        case .hearingAid: Self.title(Catalogue.text("Hearing aid"), name)
        }
    }

    private static func title(_ kind: String, _ name: String) -> String {
        name.lowercased().contains(kind.lowercased()) ? name.line : kind + " – " + name.line
    }
}

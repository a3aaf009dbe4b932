// SPDX-License-Identifier: MIT

package import CallContract

extension CallButton {
    /// In the user's language.
    package var label: String {
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
        }
    }
}

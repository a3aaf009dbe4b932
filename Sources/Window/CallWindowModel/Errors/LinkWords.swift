// SPDX-License-Identifier: MIT

package import CallLinks
import ConfigurationText

/// Why a link is not called, for people.
package enum LinkWords {
    package static func text(_ error: CallLinkError) -> String {
        switch error {
        case .networkCode:
            Catalogue.text("This link can change settings of your line. Dial the code yourself if you want that.")
        case .deceptiveCharacter:
            Catalogue.text("This link can hide the number that it calls. Type the number instead.")
        case .tooLong, .unknownScheme, .empty, .invalidEncoding, .headers, .password, .notANumber, .longNumber, .host,
            .address, .parameter:
            Catalogue.text("This link has no valid number or address. Type it instead.")
        }
    }
}

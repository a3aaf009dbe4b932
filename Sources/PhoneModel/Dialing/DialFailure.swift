// SPDX-License-Identifier: MIT

import CallInterface
package import SDBus
import Translations

/// Why a call was not placed, for people.
package enum DialFailure {
    package static func text(_ error: BusError) -> String {
        switch error.code {
        case .unknownProvider: Catalogue.text("No app can make this call. Open one and try again.")
        default:
            error.saysUnavailable
                ? Catalogue.text("The call service does not run.")
                : Catalogue.text("The call service did not accept the call.")
        }
    }
}

// SPDX-License-Identifier: MIT

import CallInterface
import ConfigurationText
package import SDBus

/// Why a call was not placed, for people.
package enum DialFailure {
    package static func text(_ error: BusError) -> String {
        switch error.code {
        case .invalidArgs, .invalidAction: Catalogue.text("The call service did not accept the call.")
        default: CallServiceWords.text(error)
        }
    }
}

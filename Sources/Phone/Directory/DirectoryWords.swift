// SPDX-License-Identifier: MIT

import CallInterface
import SDBus
import Translations

/// What the user reads when the directory does not do something.
enum DirectoryWords {
    static var absent: String { Catalogue.text("The directory does not run.") }

    static func text(_ error: BusError) -> String {
        if error.saysUnavailable { return absent }
        if error.name == DirectoryName.databaseError {
            return Catalogue.text("The database of calls and rules cannot be used now.")
        }
        return error.message
    }
}

// SPDX-License-Identifier: MIT

import CallInterface
import ConfigurationText
package import SDBus

/// What the user reads when the directory does not do something: the fault, then the remedy. The directory's own
/// message is English.
package enum DirectoryWords {
    package static var absent: String { Catalogue.text("The directory does not run.") }

    package static func text(_ error: BusError) -> String {
        if error.saysUnavailable { return absent }
        if let text = list(error.name) { return text }
        return switch error.name {
        case DirectoryName.databaseError: Catalogue.text("The database of calls and rules cannot be used now.")
        case DirectoryName.unknownContactError:
            Catalogue.text("No contact has this name. Check it, or write a number.")
        case DirectoryName.ambiguousContactError:
            Catalogue.text("Several contacts have this name. Choose one of the contacts.")
        case DirectoryName.noCallError: Catalogue.text("There is no call to repeat. Dial a number.")
        case StandardErrorName.invalidArgs:
            Catalogue.text("The directory does not understand this. Check what you have written.")
        case StandardErrorName.limitsExceeded:
            Catalogue.text("There are too many entries or requests. Remove some, or try again later.")
        case StandardErrorName.accessDenied: CallServiceWords.forbidden
        default: Catalogue.text("The directory did not accept this. Try again.")
        }
    }

    /// Why a list was not loaded; nil for the name of another error.
    package static func list(_ name: String) -> String? {
        switch ListErrorCode(name: name) {
        case .unknown: Catalogue.text("The list could not be loaded. Check its file.")
        case .noExtensionFound: Catalogue.text("The app of this list is not installed. Install it, or remove the list.")
        case .loadingInterrupted: Catalogue.text("The loading of the list was interrupted. Load it again.")
        case .entriesOutOfOrder, .duplicateEntries, .unexpectedIncrementalRemoval:
            Catalogue.text("The app of this list made a mistake. Update the app.")
        case .maximumEntriesExceeded: Catalogue.text("The list is too long. Use a shorter one.")
        case .extensionDisabled: Catalogue.text("The list is switched off. Switch it on first.")
        case .currentlyLoading: Catalogue.text("The list is still loading. Try again later.")
        case nil: nil
        }
    }
}

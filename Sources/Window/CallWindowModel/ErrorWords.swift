// SPDX-License-Identifier: MIT

package import CallClient
import CallInterface
package import CallLinks
import CallStories
import ConfigurationText
package import SDBus

/// What the user reads when the call service refuses something: the fault, then the remedy. The service's own message
/// is English and for programs.
package enum CallServiceWords {
    package static func text(_ error: BusError) -> String {
        switch error.code {
        case nil: error.saysUnavailable ? Catalogue.text("The call service does not run.") : general
        case .incomingUnentitled, .requestUnentitled, .unentitled, .accessDenied: forbidden
        case .incomingCallUUIDAlreadyExists, .requestCallUUIDAlreadyExists, .actionAlreadyCompleted:
            Catalogue.text("This has already been done.")
        case .filteredByDoNotDisturb:
            Catalogue.text("Do not disturb refused the call. Switch it off, or allow the caller.")
        case .incomingBusy: Catalogue.text("Your settings refuse other calls while you are in a call.")
        case .filteredByBlockList:
            Catalogue.text("A rule or a list refused the call. Change it in the settings.")
        case .filteredByUser: Catalogue.text("You have switched off this app. Allow it at Apps.")
        case .incomingCallIsProtected, .requestCallIsProtected:
            Catalogue.text("An emergency call must not be interrupted. End it first.")
        case .incomingMaximumCallGroupsReached, .requestMaximumCallGroupsReached:
            Catalogue.text("The app can have no more calls. End one first.")
        case .unknownCallProvider, .unknownProvider:
            Catalogue.text("No app can make this call. Open one and try again.")
        case .startCallNotHandled: Catalogue.text("This app does not take calls from other programs. Open it.")
        case .unknownCallUUID, .unknownCall: Catalogue.text("This call is over.")
        case .invalidAction: Catalogue.text("The call does not allow this now. Try again later.")
        case .limitsExceeded: Catalogue.text("There are too many calls or requests. Try again later.")
        case .requestCallAnswered: Catalogue.text("The call was answered already.")
        case .noShell: Catalogue.text("No program routes the sound. Start monkeycall-agent.")
        case .noDirectory: DirectoryWords.absent
        case .filteredDuringRestrictedSharingMode, .filteredBySensitiveParticipants, .emptyTransaction, .unknownAction,
            .providerAlreadyRegistered, .directoryAlreadyRegistered, .invalidArgs:
            general
        }
    }

    /// Why a call was not placed.
    package static func dialing(_ error: BusError) -> String {
        switch error.code {
        case .invalidArgs, .invalidAction: Catalogue.text("The call service did not accept the call.")
        default: text(error)
        }
    }

    static var forbidden: String {
        Catalogue.text("This window may not do that. Start it outside of a sandbox.")
    }

    private static var general: String { Catalogue.text("The call service did not accept this. Try again.") }
}

/// What the user reads when an app has not done what it was asked for: that a microphone is on comes first.
package enum TransactionWords {
    /// - Parameter details: those of `TransactionCompleted`
    package static func failure(_ details: [String: Variant], _ registry: Registry) -> String {
        let reason: Received<Reason> = details.word(.reason)
        switch reason.word {
        case .muteFailed, .muteTimedOut:
            let call = registry.call(details.text(.reasonCall))
            return call?.isMuted == true
                ? Catalogue.text("You are still muted.") : Catalogue.text("You can be heard.")
        default:
            let calls = StoryCalls(registry.calls.values, text: \.line) { _ in "" }
            return StoryWords(call: "", calls: calls).cause(details)
        }
    }
}

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

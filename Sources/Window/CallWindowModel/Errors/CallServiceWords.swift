// SPDX-License-Identifier: MIT

package import CallInterface
import ConfigurationText
package import SDBus

/// What the user reads when the call service refuses something: the fault, then the remedy. The service's own message
/// is English and for programs.
package enum CallServiceWords {
    package static func text(_ error: BusError) -> String {
        guard let code = error.code else {
            return error.saysUnavailable ? Catalogue.text("The call service does not run.") : general
        }
        return text(code)
    }

    package static func text(_ code: CallError.Code) -> String {
        switch code {
        case .incomingUnentitled, .requestUnentitled, .unentitled, .accessDenied: forbidden
        case .incomingCallUUIDAlreadyExists, .requestCallUUIDAlreadyExists, .actionAlreadyCompleted:
            Catalogue.text("This has already been done.")
        case .filteredByDoNotDisturb:
            Catalogue.text("Do not disturb refused the call. Switch it off, or allow the caller.")
        case .filteredByBlockList:
            Catalogue.text("A rule or a list refused the call. Change it in the settings.")
        case .incomingCallIsProtected, .requestCallIsProtected:
            Catalogue.text("An emergency call must not be interrupted. End it first.")
        case .incomingMaximumCallGroupsReached, .requestMaximumCallGroupsReached:
            Catalogue.text("The app can have no more calls. End one first.")
        case .unknownCallProvider, .unknownProvider:
            Catalogue.text("No app can make this call. Open one and try again.")
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

    static var forbidden: String {
        Catalogue.text("This window may not do that. Start it outside of a sandbox.")
    }

    private static var general: String { Catalogue.text("The call service did not accept this. Try again.") }
}

// SPDX-License-Identifier: MIT

package import CallContract
package import SDBus

extension CallError {
    /// The error as the bus carries it.
    package var onBus: BusError { BusError(name: code.name, message: message) }
}

extension CallError.Code {
    /// Two are standard D-Bus errors, the others are the contract's.
    package var name: String {
        switch self {
        case .invalidArgs: StandardErrorName.invalidArgs
        case .accessDenied: StandardErrorName.accessDenied
        case .incomingUnentitled, .incomingCallUUIDAlreadyExists, .filteredByDoNotDisturb, .filteredByBlockList,
            .filteredDuringRestrictedSharingMode, .filteredBySensitiveParticipants, .incomingCallIsProtected,
            .incomingMaximumCallGroupsReached, .requestUnentitled, .unknownCallProvider, .emptyTransaction,
            .unknownCallUUID, .requestCallUUIDAlreadyExists, .invalidAction, .requestMaximumCallGroupsReached,
            .requestCallIsProtected, .requestCallAnswered, .unentitled, .unknownCall, .unknownProvider, .unknownAction,
            .actionAlreadyCompleted, .providerAlreadyRegistered, .limitsExceeded, .noShell,
            .directoryAlreadyRegistered, .noDirectory:
            CallManagerName.errorPrefix + rawValue
        }
    }
}

extension BusError {
    /// The service's refusal; nil for an error of the bus, and for one of a newer service that is not known here.
    package var code: CallError.Code? { CallError.Code.allCases.first { $0.name == name } }
}

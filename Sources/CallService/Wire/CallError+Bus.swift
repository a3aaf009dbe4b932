// SPDX-License-Identifier: MIT

internal import CallCore
internal import CallInterface
internal import SDBus

extension CallError {
    /// The error as the bus carries it: two standard names, and the contract's.
    var onBus: BusError {
        switch code {
        case .invalidArgs: .invalidArgs(message)
        case .accessDenied: .accessDenied(message)
        case .incomingUnentitled, .incomingCallUUIDAlreadyExists, .filteredByDoNotDisturb,
            .incomingCallIsProtected, .incomingMaximumCallGroupsReached, .requestUnentitled, .unknownCallProvider,
            .emptyTransaction,
            .unknownCallUUID, .requestCallUUIDAlreadyExists, .invalidAction, .requestMaximumCallGroupsReached,
            .requestCallIsProtected, .unentitled, .unknownCall, .unknownProvider, .unknownAction,
            .actionAlreadyCompleted, .providerAlreadyRegistered, .limitsExceeded, .noShell:
            BusError(name: CallManagerName.errorPrefix + code.rawValue, message: message)
        }
    }
}

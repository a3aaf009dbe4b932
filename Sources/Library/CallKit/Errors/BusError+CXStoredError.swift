// SPDX-License-Identifier: MIT

internal import CallInterface
internal import SDBus

// The service's refusals as CallKit's errors, with the service's message.

extension BusError {
    /// The refusal of a report of an incoming call.
    var incomingCallFailure: any Error {
        code == .invalidArgs ? CXError(.invalidArgument, message: message) : CXErrorCodeIncomingCallError(self)
    }

    /// The message in CallKit's words.
    fileprivate var messageForApps: String {
        switch code {
        case .unknownProvider, .unknownCallProvider:
            "The service does not know this CXProvider. It refused the registration, and the log says why; or the provider was invalidated."
        default: message
        }
    }
}

extension CXErrorCodeIncomingCallError {
    fileprivate init(_ error: BusError) {
        let code: Code =
            switch error.code {
            case .incomingUnentitled, .unentitled, .unknownProvider: .unentitled
            case .incomingCallUUIDAlreadyExists: .callUUIDAlreadyExists
            case .filteredByDoNotDisturb: .filteredByDoNotDisturb
            case .filteredByBlockList: .filteredByBlockList
            case .filteredDuringRestrictedSharingMode: .filteredDuringRestrictedSharingMode
            case .incomingCallIsProtected: .callIsProtected
            case .filteredBySensitiveParticipants: .filteredBySensitiveParticipants
            default: .unknown
            }
        self.init(code, message: error.messageForApps)
    }
}

extension CXErrorCodeRequestTransactionError {
    init(_ error: BusError) {
        let code: Code =
            switch error.code {
            case .requestUnentitled, .unentitled: .unentitled
            case .unknownCallProvider: .unknownCallProvider
            case .emptyTransaction: .emptyTransaction
            case .unknownCallUUID: .unknownCallUUID
            case .requestCallUUIDAlreadyExists: .callUUIDAlreadyExists
            case .invalidAction, .requestCallAnswered, .invalidArgs: .invalidAction
            case .requestMaximumCallGroupsReached: .maximumCallGroupsReached
            case .requestCallIsProtected: .callIsProtected
            default: .unknown
            }
        self.init(code, message: error.messageForApps)
    }
}

extension CXErrorCodeCallDirectoryManagerError {
    init(_ error: BusError) {
        let code: Code =
            switch ListErrorCode(name: error.name) {
            case .noExtensionFound: .noExtensionFound
            case .loadingInterrupted: .loadingInterrupted
            case .entriesOutOfOrder: .entriesOutOfOrder
            case .duplicateEntries: .duplicateEntries
            case .maximumEntriesExceeded: .maximumEntriesExceeded
            case .extensionDisabled: .extensionDisabled
            case .currentlyLoading: .currentlyLoading
            case .unexpectedIncrementalRemoval: .unexpectedIncrementalRemoval
            case .unknown, nil: .unknown
            }
        self.init(code, message: error.message)
    }
}

// SPDX-License-Identifier: MIT

internal import CallInterface
internal import SDBus

// The service's refusals as CallKit's errors, with the service's message.

extension CXErrorCodeIncomingCallError {
    init(_ error: BusError) {
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
        self.init(code, message: error.message)
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
            case .invalidAction, .requestCallAnswered: .invalidAction
            case .requestMaximumCallGroupsReached: .maximumCallGroupsReached
            case .requestCallIsProtected: .callIsProtected
            default: .unknown
            }
        self.init(code, message: error.message)
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

// SPDX-License-Identifier: MIT

internal import CallInterface
internal import SDBus

// The service's refusals as CallKit's errors, with the service's message.

extension CXErrorCodeIncomingCallError {
    init(_ error: BusError) {
        let code: Code =
            switch error.callKitName {
            case "IncomingCall.Unentitled", "Unentitled", "UnknownProvider": .unentitled
            case "IncomingCall.CallUUIDAlreadyExists": .callUUIDAlreadyExists
            case "IncomingCall.FilteredByDoNotDisturb": .filteredByDoNotDisturb
            case "IncomingCall.FilteredByBlockList": .filteredByBlockList
            case "IncomingCall.FilteredDuringRestrictedSharingMode": .filteredDuringRestrictedSharingMode
            case "IncomingCall.CallIsProtected": .callIsProtected
            case "IncomingCall.FilteredBySensitiveParticipants": .filteredBySensitiveParticipants
            default: .unknown
            }
        self.init(code, message: error.message)
    }
}

extension CXErrorCodeRequestTransactionError {
    init(_ error: BusError) {
        let code: Code =
            switch error.callKitName {
            case "RequestTransaction.Unentitled", "Unentitled": .unentitled
            case "RequestTransaction.UnknownCallProvider": .unknownCallProvider
            case "RequestTransaction.EmptyTransaction": .emptyTransaction
            case "RequestTransaction.UnknownCallUUID": .unknownCallUUID
            case "RequestTransaction.CallUUIDAlreadyExists": .callUUIDAlreadyExists
            case "RequestTransaction.InvalidAction": .invalidAction
            case "RequestTransaction.MaximumCallGroupsReached": .maximumCallGroupsReached
            case "RequestTransaction.CallIsProtected": .callIsProtected
            default: .unknown
            }
        self.init(code, message: error.message)
    }
}

extension BusError {
    /// The name without the service's prefix; empty for an error that is not the service's.
    fileprivate var callKitName: Substring {
        name.hasPrefix(CallManagerName.errorPrefix) ? name.dropFirst(CallManagerName.errorPrefix.count) : ""
    }
}

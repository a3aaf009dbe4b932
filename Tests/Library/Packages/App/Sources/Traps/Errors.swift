// SPDX-License-Identifier: MIT

import CallKit

// All ways in which app code examines an error.

enum ErrorTraps {
    static func byCast(_ error: (any Error)?) -> CXErrorCodeIncomingCallError.Code? {
        (error as? CXErrorCodeIncomingCallError)?.code
    }

    static func byNumber(_ error: (any Error)?) -> Bool {
        (error as NSError?)?.code == CXErrorCodeRequestTransactionError.maximumCallGroupsReached.rawValue
    }

    static func byDomain(_ error: any Error) -> Bool {
        let nsError = error as NSError
        return nsError.domain == CXErrorDomainIncomingCall
            && nsError.code == CXErrorCodeIncomingCallError.Code.filteredByBlockList.rawValue
    }

    static func byCatching(_ body: () throws -> Void) -> String {
        do {
            try body()
            return "none"
        } catch CXErrorCodeIncomingCallError.filteredByDoNotDisturb {
            return "do not disturb"
        } catch CXErrorCodeIncomingCallError.filteredByBlockList, CXErrorCodeIncomingCallError.callIsProtected {
            return "blocked"
        } catch CXErrorCodeRequestTransactionError.unknownCallUUID {
            return "unknown"
        } catch let error as CXErrorCodeRequestTransactionError where error.code == .invalidAction {
            return "invalid"
        } catch let error as CXErrorCodeRequestTransactionError {
            return "request \(error.errorCode)"
        } catch {
            return error.localizedDescription
        }
    }

    static func bySwitchOverError(_ error: any Error) -> Bool {
        switch error {
        case CXErrorCodeIncomingCallError.filteredByDoNotDisturb, CXErrorCodeIncomingCallError.filteredByBlockList: true
        default: false
        }
    }

    static func bySwitchOverCode(_ error: CXErrorCodeIncomingCallError) -> CXCallEndedReason? {
        switch error.code {
        case .unknown, .unentitled: return .failed
        case .callUUIDAlreadyExists: return nil
        case .filteredByDoNotDisturb, .filteredByBlockList: return .declinedElsewhere
        case .filteredDuringRestrictedSharingMode, .callIsProtected, .filteredBySensitiveParticipants:
            return .unanswered
        @unknown default: return .failed
        }
    }

    static func bySwitchOverCode(_ error: CXErrorCodeRequestTransactionError) -> String {
        switch error.code {
        case .unknown: return "unknown"
        case .unentitled: return "unentitled"
        case .unknownCallProvider: return "no provider"
        case .emptyTransaction: return "empty"
        case .unknownCallUUID: return "no call"
        case .callUUIDAlreadyExists: return "twice"
        case .invalidAction: return "invalid"
        case .maximumCallGroupsReached: return "too many"
        case .callIsProtected: return "protected"
        @unknown default: return "new"
        }
    }

    static func byNumberedCode(_ error: NSError) -> CXErrorCodeRequestTransactionError.Code? {
        CXErrorCodeRequestTransactionError.Code(rawValue: error.code)
    }
}

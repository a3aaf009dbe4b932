// SPDX-License-Identifier: MIT

import CallKit
import Testing

/// Every way in which apps inspect CallKit's errors.
struct ErrorTests {
    private let refusal: any Error = CXErrorCodeRequestTransactionError(.maximumCallGroupsReached)
    private let filtered: any Error = CXErrorCodeIncomingCallError(
        .filteredByBlockList, userInfo: [NSLocalizedDescriptionKey: "Blocked."])

    @Test func `An error is cast only to its own type`() {
        #expect((refusal as? CXErrorCodeRequestTransactionError)?.code == .maximumCallGroupsReached)
        #expect((filtered as? CXErrorCodeIncomingCallError)?.code == .filteredByBlockList)
        #expect(refusal as? CXErrorCodeIncomingCallError == nil)
    }

    @Test func `An error is an NSError with CallKit's domain and number`() {
        #expect((refusal as NSError).domain == "com.apple.CallKit.error.requesttransaction")
        #expect((refusal as NSError).domain == CXErrorDomainRequestTransaction)
        #expect((refusal as NSError).code == 7)
        let optional: (any Error)? = filtered
        #expect((optional as NSError?)?.code == CXErrorCodeIncomingCallError.filteredByBlockList.rawValue)
        #expect((optional as NSError?)?.domain == CXErrorDomainIncomingCall)
    }

    @Test func `An error is caught by the name of its code`() {
        #expect(throws: Never.self) {
            do { throw filtered } catch CXErrorCodeIncomingCallError.filteredByBlockList {}
            do { throw refusal } catch CXErrorCodeRequestTransactionError.maximumCallGroupsReached {}
            do { throw refusal } catch let error as CXErrorCodeRequestTransactionError
                where error.code == .maximumCallGroupsReached
            {}
        }
    }

    @Test func `An error is switched over by the name of its code`() {
        let name =
            switch refusal {
            case CXErrorCodeIncomingCallError.unknown: "incoming"
            case CXErrorCodeRequestTransactionError.unknown: "unknown"
            case CXErrorCodeRequestTransactionError.maximumCallGroupsReached: "too many"
            default: "another"
            }
        #expect(name == "too many")
    }

    @Test func `An error of another domain with the same number is different`() {
        let incoming: any Error = CXErrorCodeIncomingCallError(.callIsProtected)
        if case CXErrorCodeRequestTransactionError.invalidAction = incoming { Issue.record("taken for another") }
    }

    @Test func `An error has the message of the service`() {
        #expect(filtered.localizedDescription == "Blocked.")
        #expect((filtered as NSError).localizedDescription == "Blocked.")
    }

    @Test func `Errors with the same code are equal`() {
        let same = CXErrorCodeIncomingCallError(.filteredByBlockList)
        #expect(filtered as? CXErrorCodeIncomingCallError == same)
        #expect(Set([same, CXErrorCodeIncomingCallError(.filteredByBlockList)]).count == 1)
    }

    @Test func `Every code has Apple's number`() {
        let incoming: [CXErrorCodeIncomingCallError.Code] = [
            .unknown, .unentitled, .callUUIDAlreadyExists, .filteredByDoNotDisturb, .filteredByBlockList,
            .filteredDuringRestrictedSharingMode, .callIsProtected, .filteredBySensitiveParticipants,
        ]
        #expect(incoming.map(\.rawValue) == Array(0...7))
        let request: [CXErrorCodeRequestTransactionError.Code] = [
            .unknown, .unentitled, .unknownCallProvider, .emptyTransaction, .unknownCallUUID, .callUUIDAlreadyExists,
            .invalidAction, .maximumCallGroupsReached, .callIsProtected,
        ]
        #expect(request.map(\.rawValue) == Array(0...8))
        let directory: [CXErrorCodeCallDirectoryManagerError.Code] = [
            .unknown, .noExtensionFound, .loadingInterrupted, .entriesOutOfOrder, .duplicateEntries,
            .maximumEntriesExceeded, .extensionDisabled, .currentlyLoading, .unexpectedIncrementalRemoval,
        ]
        #expect(directory.map(\.rawValue) == Array(0...8))
        let any: [CXError.Code] = [.unknownError, .unentitled, .invalidArgument, .missingVoIPBackgroundMode]
        #expect(any.map(\.rawValue) == Array(0...3))
    }
}

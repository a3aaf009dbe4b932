// SPDX-License-Identifier: MIT

import CallKit
import Testing

/// The five families of errors.
struct Errors {
    @Test func `domains`() {
        #expect(CXErrorDomain == "com.apple.CallKit.error")
        #expect(CXErrorDomainIncomingCall == "com.apple.CallKit.error.incomingcall")
        #expect(CXErrorDomainRequestTransaction == "com.apple.CallKit.error.requesttransaction")
        #expect(CXErrorDomainCallDirectoryManager == "com.apple.CallKit.error.calldirectorymanager")
        #expect(CXErrorDomainNotificationServiceExtension.hasPrefix(CXErrorDomain))
        #expect(CXError.errorDomain == CXErrorDomain)
        #expect(CXErrorCodeIncomingCallError.errorDomain == CXErrorDomainIncomingCall)
        #expect(CXErrorCodeRequestTransactionError.errorDomain == CXErrorDomainRequestTransaction)
        #expect(CXErrorCodeCallDirectoryManagerError.errorDomain == CXErrorDomainCallDirectoryManager)
        #expect(
            CXErrorCodeNotificationServiceExtensionError.errorDomain == CXErrorDomainNotificationServiceExtension)
    }

    @Test func `errors of any call`() {
        let codes: [CXError.Code] = [
            CXError.unknownError, CXError.unentitled, CXError.invalidArgument, CXError.missingVoIPBackgroundMode,
        ]
        #expect(codes == [.unknownError, .unentitled, .invalidArgument, .missingVoIPBackgroundMode])
        #expect(codes.map(\.rawValue) == [0, 1, 2, 3])
        behaves(CXError(.unentitled), .unentitled, 1)
    }

    @Test func `incoming calls`() {
        typealias Family = CXErrorCodeIncomingCallError
        let codes: [CXErrorCodeIncomingCallError.Code] = [
            Family.unknown, Family.unentitled, Family.callUUIDAlreadyExists, Family.filteredByDoNotDisturb,
            Family.filteredByBlockList, Family.filteredDuringRestrictedSharingMode, Family.callIsProtected,
            Family.filteredBySensitiveParticipants,
        ]
        let cases: [Family.Code] = [
            .unknown, .unentitled, .callUUIDAlreadyExists, .filteredByDoNotDisturb, .filteredByBlockList,
            .filteredDuringRestrictedSharingMode, .callIsProtected, .filteredBySensitiveParticipants,
        ]
        #expect(codes == cases)
        #expect(codes.map(\.rawValue) == Array(0...7))
        behaves(Family(.filteredByBlockList), .filteredByBlockList, 4)
    }

    @Test func `requests`() {
        typealias Family = CXErrorCodeRequestTransactionError
        let codes: [CXErrorCodeRequestTransactionError.Code] = [
            Family.unknown, Family.unentitled, Family.unknownCallProvider, Family.emptyTransaction,
            Family.unknownCallUUID, Family.callUUIDAlreadyExists, Family.invalidAction,
            Family.maximumCallGroupsReached, Family.callIsProtected,
        ]
        let cases: [Family.Code] = [
            .unknown, .unentitled, .unknownCallProvider, .emptyTransaction, .unknownCallUUID, .callUUIDAlreadyExists,
            .invalidAction, .maximumCallGroupsReached, .callIsProtected,
        ]
        #expect(codes == cases)
        #expect(codes.map(\.rawValue) == Array(0...8))
        behaves(Family(.maximumCallGroupsReached), .maximumCallGroupsReached, 7)
    }

    @Test func `call directories`() {
        typealias Family = CXErrorCodeCallDirectoryManagerError
        let codes: [CXErrorCodeCallDirectoryManagerError.Code] = [
            Family.unknown, Family.noExtensionFound, Family.loadingInterrupted, Family.entriesOutOfOrder,
            Family.duplicateEntries, Family.maximumEntriesExceeded, Family.extensionDisabled, Family.currentlyLoading,
            Family.unexpectedIncrementalRemoval,
        ]
        let cases: [Family.Code] = [
            .unknown, .noExtensionFound, .loadingInterrupted, .entriesOutOfOrder, .duplicateEntries,
            .maximumEntriesExceeded, .extensionDisabled, .currentlyLoading, .unexpectedIncrementalRemoval,
        ]
        #expect(codes == cases)
        #expect(codes.map(\.rawValue) == Array(0...8))
        behaves(Family(.entriesOutOfOrder), .entriesOutOfOrder, 3)
    }

    @Test func `notification service extensions`() {
        typealias Family = CXErrorCodeNotificationServiceExtensionError
        let codes: [CXErrorCodeNotificationServiceExtensionError.Code] = [
            Family.unknown, Family.invalidClientProcess, Family.missingNotificationFilteringEntitlement,
        ]
        let cases: [Family.Code] = [.unknown, .invalidClientProcess, .missingNotificationFilteringEntitlement]
        #expect(codes == cases)
        #expect(codes.map(\.rawValue) == [0, 1, 2])
        behaves(Family(.invalidClientProcess), .invalidClientProcess, 1)
    }

    /// Checks an error as itself and as `NSError`.
    private func behaves<Family: CXStoredError>(_ family: Family, _ code: Family.Code, _ number: Int) {
        #expect(family.code == code)
        #expect(family.errorCode == number)
        #expect(family == Family(code))
        #expect(Set([family, Family(code)]).count == 1)
        let error: any Error = Family(code, userInfo: [NSLocalizedDescriptionKey: "Busy."])
        #expect(error as? Family == family)
        #expect((error as NSError).code == number)
        #expect((error as NSError).domain == Family.errorDomain)
        #expect((error as NSError?)?.code == number)
        #expect(error.localizedDescription == "Busy.")
        #expect((error as? Family)?.errorUserInfo.count == 1)
        #expect((error as? any LocalizedError)?.errorDescription == "Busy.")
        #expect(family.message == nil)
    }
}

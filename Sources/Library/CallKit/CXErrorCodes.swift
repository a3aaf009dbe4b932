// SPDX-License-Identifier: MIT

import Foundation

/// The reason why an incoming call was refused. The app must not ring and must not proceed with the call.
public struct CXErrorCodeIncomingCallError: CXStoredError {
    /// The codes of ``CXErrorDomainIncomingCall``.
    public enum Code: Int, Sendable {
        /// The cause is not known.
        case unknown = 0
        /// The app may not report calls for this provider.
        case unentitled = 1
        /// A call has that UUID, or a call that ended recently had it.
        case callUUIDAlreadyExists = 2
        /// Do-not-disturb is on.
        case filteredByDoNotDisturb = 3
        /// The user blocked the caller.
        case filteredByBlockList = 4
        /// The user shares the screen.
        case filteredDuringRestrictedSharingMode = 5
        /// An emergency call has the audio.
        case callIsProtected = 6
        /// Never on Linux.
        case filteredBySensitiveParticipants = 7

        /// Lets `catch` and `switch` match an error by its code.
        public static func ~= (code: Code, error: any Error) -> Bool {
            (error as? CXErrorCodeIncomingCallError)?.code == code
        }
    }

    /// The code of the error.
    public let code: Code
    /// What is wrong and what to do, in the service's words; nil without any.
    public let message: String?

    /// Creates the error of that code with that message.
    public init(_ code: Code, message: String?) {
        self.code = code
        self.message = message
    }

    /// ``CXErrorDomainIncomingCall``.
    public static var errorDomain: String { CXErrorDomainIncomingCall }

    /// The cause is not known.
    public static var unknown: Code { .unknown }
    /// The app may not report calls for this provider.
    public static var unentitled: Code { .unentitled }
    /// A call has that UUID, or a call that ended recently had it.
    public static var callUUIDAlreadyExists: Code { .callUUIDAlreadyExists }
    /// Do-not-disturb is on.
    public static var filteredByDoNotDisturb: Code { .filteredByDoNotDisturb }
    /// The user blocked the caller.
    public static var filteredByBlockList: Code { .filteredByBlockList }
    /// The user shares the screen.
    public static var filteredDuringRestrictedSharingMode: Code { .filteredDuringRestrictedSharingMode }
    /// An emergency call has the audio.
    public static var callIsProtected: Code { .callIsProtected }
    /// Never on Linux.
    public static var filteredBySensitiveParticipants: Code { .filteredBySensitiveParticipants }
}

/// The domain of ``CXErrorCodeIncomingCallError`` as an `NSError`.
public let CXErrorDomainIncomingCall = "com.apple.CallKit.error.incomingcall"

/// The reason why a transaction was refused.
public struct CXErrorCodeRequestTransactionError: CXStoredError {
    /// The codes of ``CXErrorDomainRequestTransaction``.
    public enum Code: Int, Sendable {
        /// The cause is not known.
        case unknown = 0
        /// The app may not request that action on this call.
        case unentitled = 1
        /// The app has no provider.
        case unknownCallProvider = 2
        /// The transaction has no action.
        case emptyTransaction = 3
        /// This app has no call with that UUID.
        case unknownCallUUID = 4
        /// A call has that UUID, or a call that ended recently had it.
        case callUUIDAlreadyExists = 5
        /// The action is not possible in the state of the call.
        case invalidAction = 6
        /// The provider has its maximum of call groups; the message names the calls.
        case maximumCallGroupsReached = 7
        /// A protected call would have to end; the message names it.
        case callIsProtected = 8

        /// Lets `catch` and `switch` match an error by its code.
        public static func ~= (code: Code, error: any Error) -> Bool {
            (error as? CXErrorCodeRequestTransactionError)?.code == code
        }
    }

    /// The code of the error.
    public let code: Code
    /// What is wrong and what to do, in the service's words; nil without any.
    public let message: String?

    /// Creates the error of that code with that message.
    public init(_ code: Code, message: String?) {
        self.code = code
        self.message = message
    }

    /// ``CXErrorDomainRequestTransaction``.
    public static var errorDomain: String { CXErrorDomainRequestTransaction }

    /// The cause is not known.
    public static var unknown: Code { .unknown }
    /// The app may not request that action on this call.
    public static var unentitled: Code { .unentitled }
    /// The app has no provider.
    public static var unknownCallProvider: Code { .unknownCallProvider }
    /// The transaction has no action.
    public static var emptyTransaction: Code { .emptyTransaction }
    /// This app has no call with that UUID.
    public static var unknownCallUUID: Code { .unknownCallUUID }
    /// A call has that UUID, or a call that ended recently had it.
    public static var callUUIDAlreadyExists: Code { .callUUIDAlreadyExists }
    /// The action is not possible in the state of the call.
    public static var invalidAction: Code { .invalidAction }
    /// The provider has its maximum of call groups; the message names the calls.
    public static var maximumCallGroupsReached: Code { .maximumCallGroupsReached }
    /// A protected call would have to end; the message names it.
    public static var callIsProtected: Code { .callIsProtected }
}

/// The domain of ``CXErrorCodeRequestTransactionError`` as an `NSError`.
public let CXErrorDomainRequestTransaction = "com.apple.CallKit.error.requesttransaction"

/// The reason why a call directory was not loaded.
public struct CXErrorCodeCallDirectoryManagerError: CXStoredError {
    /// The codes of ``CXErrorDomainCallDirectoryManager``.
    public enum Code: Int, Sendable {
        /// The cause is not known.
        case unknown = 0
        /// There is no such extension.
        case noExtensionFound = 1
        /// The extension ended before it completed the request.
        case loadingInterrupted = 2
        /// The numbers are not in ascending order.
        case entriesOutOfOrder = 3
        /// A number occurs twice.
        case duplicateEntries = 4
        /// There are too many numbers.
        case maximumEntriesExceeded = 5
        /// The user has not enabled the extension.
        case extensionDisabled = 6
        /// The extension is being loaded.
        case currentlyLoading = 7
        /// A request that is not incremental removed a number.
        case unexpectedIncrementalRemoval = 8

        /// Lets `catch` and `switch` match an error by its code.
        public static func ~= (code: Code, error: any Error) -> Bool {
            (error as? CXErrorCodeCallDirectoryManagerError)?.code == code
        }
    }

    /// The code of the error.
    public let code: Code
    /// What is wrong and what to do, in the service's words; nil without any.
    public let message: String?

    /// Creates the error of that code with that message.
    public init(_ code: Code, message: String?) {
        self.code = code
        self.message = message
    }

    /// ``CXErrorDomainCallDirectoryManager``.
    public static var errorDomain: String { CXErrorDomainCallDirectoryManager }

    /// The cause is not known.
    public static var unknown: Code { .unknown }
    /// There is no such extension.
    public static var noExtensionFound: Code { .noExtensionFound }
    /// The extension ended before it completed the request.
    public static var loadingInterrupted: Code { .loadingInterrupted }
    /// The numbers are not in ascending order.
    public static var entriesOutOfOrder: Code { .entriesOutOfOrder }
    /// A number occurs twice.
    public static var duplicateEntries: Code { .duplicateEntries }
    /// There are too many numbers.
    public static var maximumEntriesExceeded: Code { .maximumEntriesExceeded }
    /// The user has not enabled the extension.
    public static var extensionDisabled: Code { .extensionDisabled }
    /// The extension is being loaded.
    public static var currentlyLoading: Code { .currentlyLoading }
    /// A request that is not incremental removed a number.
    public static var unexpectedIncrementalRemoval: Code { .unexpectedIncrementalRemoval }
}

/// The domain of ``CXErrorCodeCallDirectoryManagerError`` as an `NSError`.
public let CXErrorDomainCallDirectoryManager = "com.apple.CallKit.error.calldirectorymanager"

/// The reason why a push payload of a notification extension was refused. Linux has no such extensions.
public struct CXErrorCodeNotificationServiceExtensionError: CXStoredError {
    /// The codes of ``CXErrorDomainNotificationServiceExtension``.
    public enum Code: Int, Sendable {
        /// The cause is not known.
        case unknown = 0
        /// The caller is not a notification extension.
        case invalidClientProcess = 1
        /// The caller lacks the entitlement.
        case missingNotificationFilteringEntitlement = 2

        /// Lets `catch` and `switch` match an error by its code.
        public static func ~= (code: Code, error: any Error) -> Bool {
            (error as? CXErrorCodeNotificationServiceExtensionError)?.code == code
        }
    }

    /// The code of the error.
    public let code: Code
    /// What is wrong and what to do, in the service's words; nil without any.
    public let message: String?

    /// Creates the error of that code with that message.
    public init(_ code: Code, message: String?) {
        self.code = code
        self.message = message
    }

    /// ``CXErrorDomainNotificationServiceExtension``.
    public static var errorDomain: String { CXErrorDomainNotificationServiceExtension }

    /// The cause is not known.
    public static var unknown: Code { .unknown }
    /// The caller is not a notification extension.
    public static var invalidClientProcess: Code { .invalidClientProcess }
    /// The caller lacks the entitlement.
    public static var missingNotificationFilteringEntitlement: Code { .missingNotificationFilteringEntitlement }
}

/// The domain of ``CXErrorCodeNotificationServiceExtensionError`` as an `NSError`.
public let CXErrorDomainNotificationServiceExtension = "com.apple.CallKit.error.notificationserviceextension"

// SPDX-License-Identifier: MIT

import Foundation

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

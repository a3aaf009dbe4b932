// SPDX-License-Identifier: MIT

import Foundation

/// Why a transaction was not accepted.
public struct CXErrorCodeRequestTransactionError: CXStoredError {
    /// The codes of ``CXErrorDomainRequestTransaction``.
    public enum Code: Int, Sendable {
        /// Nothing more is known.
        case unknown = 0
        /// The app may not ask that of this call.
        case unentitled = 1
        /// The app has no provider.
        case unknownCallProvider = 2
        /// The transaction has no action.
        case emptyTransaction = 3
        /// There is no such call.
        case unknownCallUUID = 4
        /// The UUID is that of a call, or of one that has just ended.
        case callUUIDAlreadyExists = 5
        /// The call is in no state for the action.
        case invalidAction = 6
        /// The provider has as many groups as it may; the message names the calls.
        case maximumCallGroupsReached = 7
        /// A call would have to end that must not; the message names it.
        case callIsProtected = 8

        /// Lets `catch` and `switch` match an error by its code.
        public static func ~= (code: Code, error: any Error) -> Bool {
            (error as? CXErrorCodeRequestTransactionError)?.code == code
        }
    }

    /// Which error.
    public let code: Code
    /// What was wrong and what to do, as the service says it; nil if it said nothing.
    public let message: String?

    /// The error of that code, in those words.
    public init(_ code: Code, message: String?) {
        self.code = code
        self.message = message
    }

    /// ``CXErrorDomainRequestTransaction``.
    public static var errorDomain: String { CXErrorDomainRequestTransaction }

    /// Nothing more is known.
    public static var unknown: Code { .unknown }
    /// The app may not ask that of this call.
    public static var unentitled: Code { .unentitled }
    /// The app has no provider.
    public static var unknownCallProvider: Code { .unknownCallProvider }
    /// The transaction has no action.
    public static var emptyTransaction: Code { .emptyTransaction }
    /// There is no such call.
    public static var unknownCallUUID: Code { .unknownCallUUID }
    /// The UUID is that of a call, or of one that has just ended.
    public static var callUUIDAlreadyExists: Code { .callUUIDAlreadyExists }
    /// The call is in no state for the action.
    public static var invalidAction: Code { .invalidAction }
    /// The provider has as many groups as it may; the message names the calls.
    public static var maximumCallGroupsReached: Code { .maximumCallGroupsReached }
    /// A call would have to end that must not; the message names it.
    public static var callIsProtected: Code { .callIsProtected }
}

/// The domain of ``CXErrorCodeRequestTransactionError`` as `NSError`.
public let CXErrorDomainRequestTransaction = "com.apple.CallKit.error.requesttransaction"

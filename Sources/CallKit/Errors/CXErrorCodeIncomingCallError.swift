// SPDX-License-Identifier: MIT

import Foundation

/// Why an incoming call was not accepted: do not ring, and do not proceed with the call.
public struct CXErrorCodeIncomingCallError: CXStoredError {
    /// The codes of ``CXErrorDomainIncomingCall``.
    public enum Code: Int, Sendable {
        /// Nothing more is known.
        case unknown = 0
        /// The app may not report calls for this provider.
        case unentitled = 1
        /// The UUID is that of a call, or of one that has just ended.
        case callUUIDAlreadyExists = 2
        /// The user does not want to be disturbed.
        case filteredByDoNotDisturb = 3
        /// The user has blocked the caller.
        case filteredByBlockList = 4
        /// The screen is shared.
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

    /// Which error.
    public let code: Code
    /// What was wrong and what to do, as the service says it; nil if it said nothing.
    public let message: String?

    /// The error of that code, in those words.
    public init(_ code: Code, message: String?) {
        self.code = code
        self.message = message
    }

    /// ``CXErrorDomainIncomingCall``.
    public static var errorDomain: String { CXErrorDomainIncomingCall }

    /// Nothing more is known.
    public static var unknown: Code { .unknown }
    /// The app may not report calls for this provider.
    public static var unentitled: Code { .unentitled }
    /// The UUID is that of a call, or of one that has just ended.
    public static var callUUIDAlreadyExists: Code { .callUUIDAlreadyExists }
    /// The user does not want to be disturbed.
    public static var filteredByDoNotDisturb: Code { .filteredByDoNotDisturb }
    /// The user has blocked the caller.
    public static var filteredByBlockList: Code { .filteredByBlockList }
    /// The screen is shared.
    public static var filteredDuringRestrictedSharingMode: Code { .filteredDuringRestrictedSharingMode }
    /// An emergency call has the audio.
    public static var callIsProtected: Code { .callIsProtected }
    /// Never on Linux.
    public static var filteredBySensitiveParticipants: Code { .filteredBySensitiveParticipants }
}

/// The domain of ``CXErrorCodeIncomingCallError`` as `NSError`.
public let CXErrorDomainIncomingCall = "com.apple.CallKit.error.incomingcall"

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

// SPDX-License-Identifier: MIT

import Foundation

/// An error that any method of CallKit may fail with.
public struct CXError: CXStoredError {
    /// The codes of ``CXErrorDomain``.
    public enum Code: Int, Sendable {
        /// The cause is not known.
        case unknownError = 0
        /// The app lacks the permission.
        case unentitled = 1
        /// An argument is invalid.
        case invalidArgument = 2
        /// Never on Linux.
        case missingVoIPBackgroundMode = 3

        /// Lets `catch` and `switch` match an error by its code.
        public static func ~= (code: Code, error: any Error) -> Bool { (error as? CXError)?.code == code }
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

    /// ``CXErrorDomain``.
    public static var errorDomain: String { CXErrorDomain }

    /// The cause is not known.
    public static var unknownError: Code { .unknownError }
    /// The app lacks the permission.
    public static var unentitled: Code { .unentitled }
    /// An argument is invalid.
    public static var invalidArgument: Code { .invalidArgument }
    /// Never on Linux.
    public static var missingVoIPBackgroundMode: Code { .missingVoIPBackgroundMode }
}

/// The domain of ``CXError`` as an `NSError`.
public let CXErrorDomain = "com.apple.CallKit.error"

// SPDX-License-Identifier: MIT

import Foundation

/// What any call of CallKit may fail with.
public struct CXError: CXStoredError {
    /// The codes of ``CXErrorDomain``.
    public enum Code: Int, Sendable {
        /// Nothing more is known.
        case unknownError = 0
        /// The caller may not do that.
        case unentitled = 1
        /// An argument makes no sense.
        case invalidArgument = 2
        /// Never on Linux.
        case missingVoIPBackgroundMode = 3

        /// Lets `catch` and `switch` match an error by its code.
        public static func ~= (code: Code, error: any Error) -> Bool { (error as? CXError)?.code == code }
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

    /// ``CXErrorDomain``.
    public static var errorDomain: String { CXErrorDomain }

    /// Nothing more is known.
    public static var unknownError: Code { .unknownError }
    /// The caller may not do that.
    public static var unentitled: Code { .unentitled }
    /// An argument makes no sense.
    public static var invalidArgument: Code { .invalidArgument }
    /// Never on Linux.
    public static var missingVoIPBackgroundMode: Code { .missingVoIPBackgroundMode }
}

/// The domain of ``CXError`` as `NSError`.
public let CXErrorDomain = "com.apple.CallKit.error"

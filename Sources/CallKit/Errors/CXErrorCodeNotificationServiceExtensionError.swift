// SPDX-License-Identifier: MIT

import Foundation

/// Why a push payload was not taken from a notification extension. Never on Linux.
public struct CXErrorCodeNotificationServiceExtensionError: CXStoredError {
    /// The codes of ``CXErrorDomainNotificationServiceExtension``.
    public enum Code: Int, Sendable {
        /// Nothing more is known.
        case unknown = 0
        /// The caller is no notification extension.
        case invalidClientProcess = 1
        /// The caller lacks the entitlement.
        case missingNotificationFilteringEntitlement = 2

        /// Lets `catch` and `switch` match an error by its code.
        public static func ~= (code: Code, error: any Error) -> Bool {
            (error as? CXErrorCodeNotificationServiceExtensionError)?.code == code
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

    /// ``CXErrorDomainNotificationServiceExtension``.
    public static var errorDomain: String { CXErrorDomainNotificationServiceExtension }

    /// Nothing more is known.
    public static var unknown: Code { .unknown }
    /// The caller is no notification extension.
    public static var invalidClientProcess: Code { .invalidClientProcess }
    /// The caller lacks the entitlement.
    public static var missingNotificationFilteringEntitlement: Code { .missingNotificationFilteringEntitlement }
}

/// The domain of ``CXErrorCodeNotificationServiceExtensionError`` as `NSError`.
public let CXErrorDomainNotificationServiceExtension = "com.apple.CallKit.error.notificationserviceextension"

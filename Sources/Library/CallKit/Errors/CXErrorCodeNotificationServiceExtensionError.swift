// SPDX-License-Identifier: MIT

import Foundation

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

// SPDX-License-Identifier: MIT

import Foundation

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

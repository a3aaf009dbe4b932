// SPDX-License-Identifier: MIT

import Foundation

/// Why a call directory was not loaded.
public struct CXErrorCodeCallDirectoryManagerError: CXStoredError {
    /// The codes of ``CXErrorDomainCallDirectoryManager``.
    public enum Code: Int, Sendable {
        /// Nothing more is known.
        case unknown = 0
        /// There is no such extension.
        case noExtensionFound = 1
        /// It ended before it was done.
        case loadingInterrupted = 2
        /// The numbers do not ascend.
        case entriesOutOfOrder = 3
        /// A number is there twice.
        case duplicateEntries = 4
        /// There are too many numbers.
        case maximumEntriesExceeded = 5
        /// The user has not enabled it.
        case extensionDisabled = 6
        /// It is being loaded.
        case currentlyLoading = 7
        /// A number was removed in a request that is not incremental.
        case unexpectedIncrementalRemoval = 8

        /// Lets `catch` and `switch` match an error by its code.
        public static func ~= (code: Code, error: any Error) -> Bool {
            (error as? CXErrorCodeCallDirectoryManagerError)?.code == code
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

    /// ``CXErrorDomainCallDirectoryManager``.
    public static var errorDomain: String { CXErrorDomainCallDirectoryManager }

    /// Nothing more is known.
    public static var unknown: Code { .unknown }
    /// There is no such extension.
    public static var noExtensionFound: Code { .noExtensionFound }
    /// It ended before it was done.
    public static var loadingInterrupted: Code { .loadingInterrupted }
    /// The numbers do not ascend.
    public static var entriesOutOfOrder: Code { .entriesOutOfOrder }
    /// A number is there twice.
    public static var duplicateEntries: Code { .duplicateEntries }
    /// There are too many numbers.
    public static var maximumEntriesExceeded: Code { .maximumEntriesExceeded }
    /// The user has not enabled it.
    public static var extensionDisabled: Code { .extensionDisabled }
    /// It is being loaded.
    public static var currentlyLoading: Code { .currentlyLoading }
    /// A number was removed in a request that is not incremental.
    public static var unexpectedIncrementalRemoval: Code { .unexpectedIncrementalRemoval }
}

/// The domain of ``CXErrorCodeCallDirectoryManagerError`` as `NSError`.
public let CXErrorDomainCallDirectoryManager = "com.apple.CallKit.error.calldirectorymanager"

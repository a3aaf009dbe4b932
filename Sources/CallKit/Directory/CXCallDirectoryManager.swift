// SPDX-License-Identifier: MIT

internal import Dispatch
public import Foundation

/// Loads call directories. The service keeps none yet, so that every request for one fails with
/// ``CXErrorCodeCallDirectoryManagerError/noExtensionFound``.
open class CXCallDirectoryManager: NSObject, @unchecked Sendable {
    /// Whether the user has enabled a directory.
    public enum EnabledStatus: Int, Sendable {
        /// It cannot be said.
        case unknown = 0
        /// Not enabled.
        case disabled = 1
        /// Enabled.
        case enabled = 2
    }

    private static let shared = CXCallDirectoryManager()
    private let queue = DispatchQueue(label: "org.monkeycall.CallKit.directory")

    /// The one there is.
    open class var sharedInstance: CXCallDirectoryManager { shared }

    /// Loads a directory anew.
    open func reloadExtension(
        withIdentifier identifier: String, completionHandler completion: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        let error = Self.missing(identifier)
        queue.async { completion?(error) }
    }

    /// Loads a directory anew.
    open nonisolated(nonsending) func reloadExtension(withIdentifier identifier: String) async throws {
        try await outcome { reloadExtension(withIdentifier: identifier, completionHandler: $0) }
    }

    /// Asks whether the user has enabled a directory.
    open func getEnabledStatusForExtension(
        withIdentifier identifier: String,
        completionHandler completion: @escaping @Sendable (EnabledStatus, (any Error)?) -> Void
    ) {
        let error = Self.missing(identifier)
        queue.async { completion(.unknown, error) }
    }

    /// Asks whether the user has enabled a directory.
    open nonisolated(nonsending) func enabledStatusForExtension(withIdentifier identifier: String) async throws
        -> EnabledStatus
    {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<EnabledStatus, any Error>) in
            getEnabledStatusForExtension(withIdentifier: identifier) { status, error in
                if let error { continuation.resume(throwing: error) } else { continuation.resume(returning: status) }
            }
        }
    }

    /// Opens the settings of directories. There are none: fails.
    open func openSettings(completionHandler completion: (@Sendable ((any Error)?) -> Void)? = nil) {
        queue.async { completion?(CXErrorCodeCallDirectoryManagerError(.unknown, message: "There are no settings.")) }
    }

    /// Opens the settings of directories. There are none: fails.
    open nonisolated(nonsending) func openSettings() async throws {
        try await outcome { openSettings(completionHandler: $0) }
    }

    private static func missing(_ identifier: String) -> CXErrorCodeCallDirectoryManagerError {
        CXErrorCodeCallDirectoryManagerError(.noExtensionFound, message: "There is no call directory \(identifier).")
    }
}

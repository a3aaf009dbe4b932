// SPDX-License-Identifier: MIT

internal import Dispatch
public import Foundation

/// Loads call directories. The service keeps no directory yet, so every request fails with
/// ``CXErrorCodeCallDirectoryManagerError/noExtensionFound``.
open class CXCallDirectoryManager: NSObject, @unchecked Sendable {
    /// Whether the user enabled a directory.
    public enum EnabledStatus: Int, Sendable {
        /// The status is not known.
        case unknown = 0
        /// The directory is not enabled.
        case disabled = 1
        /// The directory is enabled.
        case enabled = 2
    }

    private static let shared = CXCallDirectoryManager()
    private let queue = DispatchQueue(label: "org.monkeycall.CallKit.directory")

    /// The only instance.
    open class var sharedInstance: CXCallDirectoryManager { shared }

    /// Loads a directory again. `completion` gets the error, on a queue of the manager.
    open func reloadExtension(
        withIdentifier identifier: String, completionHandler completion: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        let error = Self.missing(identifier)
        queue.async { completion?(error) }
    }

    /// Loads a directory again. Throws ``CXErrorCodeCallDirectoryManagerError``.
    open nonisolated(nonsending) func reloadExtension(withIdentifier identifier: String) async throws {
        try await outcome { reloadExtension(withIdentifier: identifier, completionHandler: $0) }
    }

    /// Asks whether the user enabled a directory. `completion` gets the answer, on a queue of the manager.
    open func getEnabledStatusForExtension(
        withIdentifier identifier: String,
        completionHandler completion: @escaping @Sendable (EnabledStatus, (any Error)?) -> Void
    ) {
        let error = Self.missing(identifier)
        queue.async { completion(.unknown, error) }
    }

    /// Asks whether the user enabled a directory. Throws ``CXErrorCodeCallDirectoryManagerError``.
    open nonisolated(nonsending) func enabledStatusForExtension(withIdentifier identifier: String) async throws
        -> EnabledStatus
    {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<EnabledStatus, any Error>) in
            getEnabledStatusForExtension(withIdentifier: identifier) { status, error in
                if let error { continuation.resume(throwing: error) } else { continuation.resume(returning: status) }
            }
        }
    }

    /// Opens the settings of directories. Always fails, because there are none.
    open func openSettings(completionHandler completion: (@Sendable ((any Error)?) -> Void)? = nil) {
        let error = CXErrorCodeCallDirectoryManagerError(.unknown, message: "Call directories have no settings.")
        queue.async { completion?(error) }
    }

    /// Opens the settings of directories. Always fails, because there are none.
    open nonisolated(nonsending) func openSettings() async throws {
        try await outcome { openSettings(completionHandler: $0) }
    }

    private static func missing(_ identifier: String) -> CXErrorCodeCallDirectoryManagerError {
        CXErrorCodeCallDirectoryManagerError(
            .noExtensionFound, message: "There is no call directory \(identifier); the service keeps none yet.")
    }
}

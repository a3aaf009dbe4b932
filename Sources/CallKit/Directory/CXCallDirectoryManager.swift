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
    open func reloadExtension(withIdentifier identifier: String) async throws { throw Self.missing(identifier) }

    /// Asks whether the user has enabled a directory.
    open func getEnabledStatusForExtension(
        withIdentifier identifier: String,
        completionHandler completion: @escaping @Sendable (EnabledStatus, (any Error)?) -> Void
    ) {
        let error = Self.missing(identifier)
        queue.async { completion(.unknown, error) }
    }

    /// Asks whether the user has enabled a directory.
    open func enabledStatusForExtension(withIdentifier identifier: String) async throws -> EnabledStatus {
        throw Self.missing(identifier)
    }

    /// Opens the settings of directories. There are none: fails.
    open func openSettings(completionHandler completion: (@Sendable ((any Error)?) -> Void)? = nil) {
        queue.async { completion?(CXErrorCodeCallDirectoryManagerError(.unknown, message: "There are no settings.")) }
    }

    /// Opens the settings of directories. There are none: fails.
    open func openSettings() async throws {
        throw CXErrorCodeCallDirectoryManagerError(.unknown, message: "There are no settings.")
    }

    private static func missing(_ identifier: String) -> CXErrorCodeCallDirectoryManagerError {
        CXErrorCodeCallDirectoryManagerError(.noExtensionFound, message: "There is no call directory \(identifier).")
    }
}

// SPDX-License-Identifier: MIT

internal import CallInterface
@_spi(Companions) internal import CallLibrary
internal import Dispatch
public import Foundation
internal import SDBus

/// Loads the lists of call directory extensions into the user's directory, `monkeycall-directory`.
///
/// An extension has an identifier: the name of its desktop file without `.desktop`. The user enables it with
/// `monkeycall lists enable`.
open class CXCallDirectoryManager: NSObject, @unchecked Sendable {
    /// Whether the user enabled an extension.
    public enum EnabledStatus: Int, Sendable {
        /// The status is not known.
        case unknown = 0
        /// The extension is not enabled.
        case disabled = 1
        /// The extension is enabled.
        case enabled = 2
    }

    private static let shared = CXCallDirectoryManager()
    private let queue = DispatchQueue(label: "org.monkeycall.CallKit.directory")

    /// The only instance.
    open class var sharedInstance: CXCallDirectoryManager { shared }

    /// Loads an extension again. `completion` gets nil when its lists are in use, or the error, on a queue of the
    /// manager.
    open func reloadExtension(
        withIdentifier identifier: String, completionHandler completion: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        let queue = queue
        SessionThread.perform { thread in
            thread.call(DirectoryMethod.reload.target, identifier) { result in
                let error = result.failure.map { CXErrorCodeCallDirectoryManagerError($0) }
                queue.async { completion?(error) }
            }
        }
    }

    /// Loads an extension again; returns when its lists are in use. Throws ``CXErrorCodeCallDirectoryManagerError``.
    open nonisolated(nonsending) func reloadExtension(withIdentifier identifier: String) async throws {
        try await outcome { reloadExtension(withIdentifier: identifier, completionHandler: $0) }
    }

    /// Asks whether the user enabled an extension. `completion` gets the answer, on a queue of the manager.
    open func getEnabledStatusForExtension(
        withIdentifier identifier: String,
        completionHandler completion: @escaping @Sendable (EnabledStatus, (any Error)?) -> Void
    ) {
        let queue = queue
        SessionThread.perform { thread in
            thread.call(DirectoryMethod.enabledStatus.target, identifier) { result in
                let status = EnabledStatus((try? result.get().read(String.self)).flatMap { SourceStatus(rawValue: $0) })
                let error = result.failure.map { CXErrorCodeCallDirectoryManagerError($0) }
                queue.async { completion(status, error) }
            }
        }
    }

    /// Asks whether the user enabled an extension. Throws ``CXErrorCodeCallDirectoryManagerError``.
    open nonisolated(nonsending) func enabledStatusForExtension(withIdentifier identifier: String) async throws
        -> EnabledStatus
    {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<EnabledStatus, any Error>) in
            getEnabledStatusForExtension(withIdentifier: identifier) { status, error in
                if let error { continuation.resume(throwing: error) } else { continuation.resume(returning: status) }
            }
        }
    }

    /// Opens the settings of MonkeyCall's window, which has the list of extensions. `completion` gets nil when they are
    /// open, on a queue of the manager. Without that program it gets an error, which names the command that enables an
    /// extension.
    open func openSettings(completionHandler completion: (@Sendable ((any Error)?) -> Void)? = nil) {
        let queue = queue
        SessionThread.perform { thread in
            thread.call(PhoneName.activateAction, PhoneName.showSettings, [Variant](), [String: Variant]()) { result in
                let error = result.failure.map {
                    CXErrorCodeCallDirectoryManagerError(
                        .unknown,
                        message: "The settings cannot be opened: \($0.message). Install the window of MonkeyCall, or "
                            + "ask the user to run: monkeycall lists enable NAME")
                }
                queue.async { completion?(error) }
            }
        }
    }

    /// Opens the settings of extensions; see ``openSettings(completionHandler:)``.
    open nonisolated(nonsending) func openSettings() async throws {
        try await outcome { openSettings(completionHandler: $0) }
    }
}

extension CXCallDirectoryManager.EnabledStatus {
    fileprivate init(_ status: SourceStatus?) {
        switch status {
        case .enabled: self = .enabled
        case .disabled: self = .disabled
        case nil: self = .unknown
        }
    }
}

// SPDX-License-Identifier: MIT

internal import CallInterface
internal import CallLibrary
internal import Dispatch
public import Foundation

/// Takes the entries of an extension's lists, in ascending order of the numbers. The user's directory uses them when
/// the request is complete.
///
/// Entries are sent while the extension adds them, so a list may be of any length. An adding method waits while the
/// directory writes. A context that an app creates by itself keeps nothing.
open class CXCallDirectoryExtensionContext: NSExtensionContext {
    private let request: DirectoryRequest?
    /// Called when the request has ended.
    private let ended: () -> Void

    /// Hears that the request failed.
    open weak var delegate: (any CXCallDirectoryExtensionContextDelegate)?

    /// A context of no request.
    public override init() { (request, ended) = (nil, {}) }

    init(_ request: DirectoryRequest, ended: @escaping () -> Void) {
        (self.request, self.ended) = (request, ended)
    }

    /// Whether the extension may give only the changes since its last request. If it reads false, or does not read it,
    /// the entries of the request are its complete lists.
    open var isIncremental: Bool { request?.readsIncremental() ?? false }

    /// Blocks a number, which must be larger than the one before.
    open func addBlockingEntry(withNextSequentialPhoneNumber phoneNumber: CXCallDirectoryPhoneNumber) {
        request?.add(phoneNumber, to: .blocked)
    }

    /// Unblocks a number. Only an incremental request may do it.
    open func removeBlockingEntry(withPhoneNumber phoneNumber: CXCallDirectoryPhoneNumber) {
        request?.remove(phoneNumber, from: .blocked)
    }

    /// Unblocks all numbers. Only an incremental request may do it.
    open func removeAllBlockingEntries() { request?.removeAll(.blocked) }

    /// Labels a number, which must be larger than the one before. A label of more than 256 bytes is cut.
    open func addIdentificationEntry(
        withNextSequentialPhoneNumber phoneNumber: CXCallDirectoryPhoneNumber, label: String
    ) {
        request?.add(phoneNumber, to: .identified, label: label)
    }

    /// Removes the label of a number. Only an incremental request may do it.
    open func removeIdentificationEntry(withPhoneNumber phoneNumber: CXCallDirectoryPhoneNumber) {
        request?.remove(phoneNumber, from: .identified)
    }

    /// Removes all labels. Only an incremental request may do it.
    open func removeAllIdentificationEntries() { request?.removeAll(.identified) }

    /// Completes the request. `completion` gets false when the lists are in use; true if nothing was kept. Then the
    /// delegate has heard the reason.
    open func completeRequest(completionHandler completion: (@Sendable (Bool) -> Void)? = nil) {
        guard let request else {
            completion?(true)
            return
        }
        let this = Confined(self)
        request.complete { error in
            this.value.queue.async {
                if let error { this.value.delegate?.requestFailed(for: this.value, withError: error) }
                completion?(error != nil)
                this.value.ended()
            }
        }
    }

    /// Completes the request. Returns false when the lists are in use; true if nothing was kept.
    open nonisolated(nonsending) func completeRequest() async -> Bool {
        await withCheckedContinuation { continuation in completeRequest { continuation.resume(returning: $0) } }
    }

    /// Ends the request. The old lists stay in use, the delegate hears the error, and the app that reloads hears
    /// `loadingInterrupted` with the error's description.
    open override func cancelRequest(withError error: any Error) {
        delegate?.requestFailed(for: self, withError: error)
        let this = Confined(self)
        request?.cancel(because: error) { this.value.queue.async { this.value.ended() } }
    }

    /// The queue of the extension's requests.
    private var queue: DispatchQueue { CXCallDirectoryProvider.queue }
}

/// Hears that the request of a directory failed.
public protocol CXCallDirectoryExtensionContextDelegate: NSObjectProtocol {
    /// The request failed, and nothing of it was kept. The error is a ``CXErrorCodeCallDirectoryManagerError``, or the
    /// one that the extension gave to ``CXCallDirectoryExtensionContext/cancelRequest(withError:)``.
    func requestFailed(for extensionContext: CXCallDirectoryExtensionContext, withError error: any Error)
}

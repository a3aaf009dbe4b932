// SPDX-License-Identifier: MIT

internal import CallInterface
internal import CallLibrary
internal import Dispatch
public import Foundation

/// A telephone number as an integer: the country code and the rest, without `+`.
public typealias CXCallDirectoryPhoneNumber = Int64
/// The largest number that an entry can have. The directory accepts numbers of at most 15 digits.
public let CXCallDirectoryPhoneNumberMax: CXCallDirectoryPhoneNumber = .max - 1

/// Labels and blocks numbers. Subclass it and override ``beginRequest(with:)-(CXCallDirectoryExtensionContext)``.
///
/// On Linux an extension is a program of its own, which the session bus starts for a request. Its main.swift has one
/// line:
///
/// ```swift
/// CallDirectoryHandler().serve(as: "org.example.Phone.BlockList")
/// ```
open class CXCallDirectoryProvider: NSObject, NSExtensionRequestHandling {
    /// The queue of the extension's requests.
    static let queue = DispatchQueue(label: "org.monkeycall.CallKit.extension")

    /// Fills the directory. By default it adds nothing.
    open func beginRequest(with context: CXCallDirectoryExtensionContext) {}

    /// Forwards the request of a directory.
    open func beginRequest(with context: NSExtensionContext) {
        if let context = context as? CXCallDirectoryExtensionContext { beginRequest(with: context) }
    }

    /// Serves the requests of the user's directory, on a queue of its own, until the process has had none for five
    /// seconds and exits. Call it on the main thread, which runs the main queue meanwhile. Only on Linux.
    /// - Parameter identifier: The extension's name: the name of its desktop file without `.desktop`, and its name on
    ///   the bus.
    public func serve(as identifier: String) -> Never {
        let provider = Confined(self)
        ExtensionService.run(identifier) { load in
            Self.queue.async {
                provider.value.beginRequest(with: CXCallDirectoryExtensionContext(DirectoryRequest(load)))
            }
        }
        while true { RunLoop.main.run(until: .distantFuture) }
    }
}

/// Takes the entries of an extension's lists, in ascending order of the numbers. The user's directory uses them when
/// the request is complete.
///
/// Entries are sent while the extension adds them, so a list may be of any length. An adding method waits while the
/// directory writes. A context that an app creates by itself keeps nothing.
open class CXCallDirectoryExtensionContext: NSExtensionContext {
    private let request: DirectoryRequest?
    /// Itself until its request has ended, because an app need not keep it. On the queue of the requests.
    private var unfinished: CXCallDirectoryExtensionContext?

    /// Hears that the request failed.
    open weak var delegate: (any CXCallDirectoryExtensionContextDelegate)?

    /// A context of no request.
    public override init() { request = nil }

    init(_ request: DirectoryRequest) {
        self.request = request
        super.init()
        unfinished = self
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
                this.value.unfinished = nil
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
        request?.cancel(because: error) { this.value.queue.async { this.value.unfinished = nil } }
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

/// The request to an app extension. Linux has no app extensions; the class exists for CallKit's subclass.
open class NSExtensionContext: NSObject {
    /// Ends the request without a result.
    open func cancelRequest(withError error: any Error) {}
}

/// The entry point of an app extension.
public protocol NSExtensionRequestHandling: NSObjectProtocol {
    /// Handles a request.
    func beginRequest(with context: NSExtensionContext)
}

// SPDX-License-Identifier: MIT

public import Foundation

/// Takes the entries of a directory, in ascending order of the numbers.
open class CXCallDirectoryExtensionContext: NSExtensionContext {
    /// An entry that was added or removed.
    enum Entry: Hashable {
        case block(CXCallDirectoryPhoneNumber)
        case unblock(CXCallDirectoryPhoneNumber)
        case unblockAll
        case identify(CXCallDirectoryPhoneNumber, label: String)
        case forget(CXCallDirectoryPhoneNumber)
        case forgetAll
    }

    /// Hears that the request failed.
    open weak var delegate: (any CXCallDirectoryExtensionContextDelegate)?
    /// Whether the request is for changes only. On Linux it is always for all entries.
    open internal(set) var isIncremental = false
    private(set) var entries: [Entry] = []

    /// Blocks a number, which must be larger than the one before.
    open func addBlockingEntry(withNextSequentialPhoneNumber phoneNumber: CXCallDirectoryPhoneNumber) {
        entries.append(.block(phoneNumber))
    }

    /// Unblocks a number.
    open func removeBlockingEntry(withPhoneNumber phoneNumber: CXCallDirectoryPhoneNumber) {
        entries.append(.unblock(phoneNumber))
    }

    /// Unblocks all numbers.
    open func removeAllBlockingEntries() { entries.append(.unblockAll) }

    /// Labels a number, which must be larger than the one before.
    open func addIdentificationEntry(
        withNextSequentialPhoneNumber phoneNumber: CXCallDirectoryPhoneNumber, label: String
    ) {
        entries.append(.identify(phoneNumber, label: label))
    }

    /// Removes the labels of a number.
    open func removeIdentificationEntry(withPhoneNumber phoneNumber: CXCallDirectoryPhoneNumber) {
        entries.append(.forget(phoneNumber))
    }

    /// Removes all labels.
    open func removeAllIdentificationEntries() { entries.append(.forgetAll) }

    /// Completes the request. `completion` gets true: the request expired, because the service keeps no directory yet.
    open func completeRequest(completionHandler completion: (@Sendable (Bool) -> Void)? = nil) { completion?(true) }

    /// Completes the request. Returns true: the request expired, and nothing was kept.
    open nonisolated(nonsending) func completeRequest() async -> Bool {
        await withCheckedContinuation { continuation in completeRequest { continuation.resume(returning: $0) } }
    }

    open override func cancelRequest(withError error: any Error) {
        delegate?.requestFailed(for: self, withError: error)
    }
}

/// Hears that the request of a directory failed.
public protocol CXCallDirectoryExtensionContextDelegate: NSObjectProtocol {
    /// The request failed, and nothing of it was kept.
    func requestFailed(for extensionContext: CXCallDirectoryExtensionContext, withError error: any Error)
}

// SPDX-License-Identifier: MIT

public import Foundation

/// Takes what a directory has, in ascending order of the numbers.
open class CXCallDirectoryExtensionContext: NSExtensionContext {
    /// An entry, as it was added or removed.
    enum Entry: Hashable {
        case block(CXCallDirectoryPhoneNumber)
        case unblock(CXCallDirectoryPhoneNumber)
        case unblockAll
        case identify(CXCallDirectoryPhoneNumber, label: String)
        case forget(CXCallDirectoryPhoneNumber)
        case forgetAll
    }

    /// Told when the request fails.
    open weak var delegate: (any CXCallDirectoryExtensionContextDelegate)?
    /// Whether only what has changed is to be said. On Linux a request is always for everything.
    open internal(set) var isIncremental = false
    private(set) var entries: [Entry] = []

    /// Blocks a number that is larger than the one before.
    open func addBlockingEntry(withNextSequentialPhoneNumber phoneNumber: CXCallDirectoryPhoneNumber) {
        entries.append(.block(phoneNumber))
    }

    /// Unblocks a number.
    open func removeBlockingEntry(withPhoneNumber phoneNumber: CXCallDirectoryPhoneNumber) {
        entries.append(.unblock(phoneNumber))
    }

    /// Unblocks everything.
    open func removeAllBlockingEntries() { entries.append(.unblockAll) }

    /// Names a number that is larger than the one before.
    open func addIdentificationEntry(
        withNextSequentialPhoneNumber phoneNumber: CXCallDirectoryPhoneNumber, label: String
    ) {
        entries.append(.identify(phoneNumber, label: label))
    }

    /// Forgets the names of a number.
    open func removeIdentificationEntry(withPhoneNumber phoneNumber: CXCallDirectoryPhoneNumber) {
        entries.append(.forget(phoneNumber))
    }

    /// Forgets every name.
    open func removeAllIdentificationEntries() { entries.append(.forgetAll) }

    /// Says that everything was said. There is nobody yet who keeps it: the completion says that it came too late.
    open func completeRequest(completionHandler completion: (@Sendable (Bool) -> Void)? = nil) { completion?(true) }

    /// Says that everything was said; true = too late, and nothing was kept.
    open nonisolated(nonsending) func completeRequest() async -> Bool {
        await withCheckedContinuation { continuation in completeRequest { continuation.resume(returning: $0) } }
    }

    open override func cancelRequest(withError error: any Error) {
        delegate?.requestFailed(for: self, withError: error)
    }
}

/// Told when a directory's request fails.
public protocol CXCallDirectoryExtensionContextDelegate: NSObjectProtocol {
    /// Nothing of the request was kept.
    func requestFailed(for extensionContext: CXCallDirectoryExtensionContext, withError error: any Error)
}

// SPDX-License-Identifier: MIT

import CallKit

/// A call directory extension, like the one in Apple's guide *Identifying and blocking calls*: it blocks and labels the
/// numbers in a file of the user.
final class CallDirectoryHandler: CXCallDirectoryProvider {
    private let files: NumberFiles

    init(_ files: NumberFiles) { self.files = files }

    override func beginRequest(with context: CXCallDirectoryExtensionContext) {
        context.delegate = self
        do {
            let new = try NumberList(contentsOf: files.current)
            // An app whose numbers come from a server asks the server for the changes.
            if context.isIncremental, let old = try? NumberList(contentsOf: files.loaded) {
                addOrRemoveIncrementalBlockingPhoneNumbers(to: context, old, new)
                addOrRemoveIncrementalIdentificationPhoneNumbers(to: context, old, new)
            } else {
                if context.isIncremental {
                    context.removeAllBlockingEntries()
                    context.removeAllIdentificationEntries()
                }
                addAllBlockingPhoneNumbers(to: context, new)
                addAllIdentificationPhoneNumbers(to: context, new)
            }
            // Only what the directory has may be the base of the next request.
            context.completeRequest { [files] expired in
                if !expired { try? new.write(to: files.loaded) }
            }
        } catch {
            context.cancelRequest(withError: error)
        }
    }

    /// The numbers must be in ascending order.
    private func addAllBlockingPhoneNumbers(to context: CXCallDirectoryExtensionContext, _ list: NumberList) {
        for number in list.blocked { context.addBlockingEntry(withNextSequentialPhoneNumber: number) }
    }

    private func addAllIdentificationPhoneNumbers(to context: CXCallDirectoryExtensionContext, _ list: NumberList) {
        for entry in list.identified {
            context.addIdentificationEntry(withNextSequentialPhoneNumber: entry.number, label: entry.label)
        }
    }

    private func addOrRemoveIncrementalBlockingPhoneNumbers(
        to context: CXCallDirectoryExtensionContext, _ old: NumberList, _ new: NumberList
    ) {
        let (before, now) = (Set(old.blocked), Set(new.blocked))
        for number in old.blocked where !now.contains(number) {
            context.removeBlockingEntry(withPhoneNumber: number)
        }
        for number in new.blocked where !before.contains(number) {
            context.addBlockingEntry(withNextSequentialPhoneNumber: number)
        }
    }

    private func addOrRemoveIncrementalIdentificationPhoneNumbers(
        to context: CXCallDirectoryExtensionContext, _ old: NumberList, _ new: NumberList
    ) {
        let (before, now) = (Set(old.identified), Set(new.identified))
        for entry in old.identified where !now.contains(entry) {
            context.removeIdentificationEntry(withPhoneNumber: entry.number)
        }
        for entry in new.identified where !before.contains(entry) {
            context.addIdentificationEntry(withNextSequentialPhoneNumber: entry.number, label: entry.label)
        }
    }
}

extension CallDirectoryHandler: CXCallDirectoryExtensionContextDelegate {
    /// The old lists are still in use.
    func requestFailed(for extensionContext: CXCallDirectoryExtensionContext, withError error: any Error) {
        FileHandle.standardError.write(Data("The numbers were not loaded: \(error.localizedDescription)\n".utf8))
    }
}

// SPDX-License-Identifier: MIT

import CallInterface
import SDBus

/// The pictures of the other sides of calls, from the user's address books. No call waits for one.
final class CallerPictures {
    private let directory: UserDirectory
    private let changed: () -> Void
    private var asked: Set<WireHandle> = []
    private var files: [WireHandle: IconFile] = [:]

    init(_ directory: UserDirectory, changed: @escaping () -> Void) {
        (self.directory, self.changed) = (directory, changed)
    }

    /// Asks for the pictures of these callers, and removes the copies of others.
    func follow(_ callers: Set<WireHandle>) {
        asked.formIntersection(callers)
        let gone = files.filter { !callers.contains($0.key) }
        for caller in gone.keys { files[caller] = nil }
        // Two callers may have the same picture.
        for file in Set(gone.values) where !files.values.contains(file) { file.remove() }
        guard directory.isRunning else { return }
        for caller in callers.subtracting(asked) where caller != .none {
            asked.insert(caller)
            directory.openPicture(of: caller) { [weak self] file in
                guard let self, asked.contains(caller), let file = file.flatMap({ IconFile(picture: $0) }) else {
                    return
                }
                files[caller] = file
                changed()
            }
        }
    }

    /// nil if the caller has none, or if it is not known yet.
    func file(of caller: WireHandle) -> IconFile? { files[caller] }
}

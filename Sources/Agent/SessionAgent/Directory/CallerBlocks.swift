// SPDX-License-Identifier: MIT

import CallInterface

/// The calls whose caller the user blocks by the button of a notification.
final class CallerBlocks {
    enum Progress {
        /// The directory has not answered yet.
        case asked
        case done
        /// The directory has refused, or has not answered in time. The user may press again.
        case failed
    }

    /// nil for an agent that only describes.
    private let directory: UserDirectory?
    private var calls: [String: Progress] = [:]
    /// The notification of a call may have to change.
    var changed: () -> Void = {}

    init(_ directory: UserDirectory?) { self.directory = directory }

    /// nil for a call whose caller the user did not want to block.
    subscript(call: String) -> Progress? { calls[call] }

    /// Asks the directory once, however often the user presses. `completion` is called when the caller is blocked.
    func block(_ caller: WireHandle, of call: String, then completion: @escaping () -> Void) {
        guard let directory, calls[call] == nil || calls[call] == .failed else { return }
        calls[call] = .asked
        directory.block(caller) { [unowned self] isBlocked in
            guard calls[call] == .asked else { return }
            calls[call] = isBlocked ? .done : .failed
            if isBlocked { completion() }
            changed()
        }
    }

    /// Forgets all calls but these.
    func keep(_ known: Set<String>) { calls = calls.filter { known.contains($0.key) } }
}

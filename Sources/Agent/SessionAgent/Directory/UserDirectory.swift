// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
package import SDBus

/// What the agent does with the user's directory, while that runs: missed calls and blocks. The agent never starts it.
package final class UserDirectory {
    /// A missed call in the history.
    struct MissedEntry: Hashable {
        let entry: Int64
        let call: CallRecord
        /// Whether the user has not seen it.
        let isUnread: Bool
        /// Whether do-not-disturb refused it.
        let isRefused: Bool
    }

    /// More of the newest missed calls are not asked for.
    private static let limit: UInt32 = 50
    /// How long a person waits for an answer, in microseconds. The directory answers from memory, or after one access
    /// to its database.
    static let patience: UInt64 = 1_000_000

    /// For questions that need none of the state here.
    let client: DirectoryClient
    private let log: Log
    /// The newest missed calls, the newest first. The last known ones stay when the directory leaves.
    private(set) var missed: [MissedEntry] = []
    private var changed: () -> Void = {}
    /// The address books have other contacts.
    var contactsChanged: () -> Void = {}
    /// The entries that the present directory was told to mark as seen.
    private var marked: Set<Int64> = []

    package init(_ session: BusConnection, log: Log) {
        client = DirectoryClient(session)
        self.log = log
    }

    var isRunning: Bool { client.isRunning }

    /// Calls `changed` when a directory comes or leaves, and when the missed calls have changed.
    func begin(_ changed: @escaping () -> Void) throws(BusError) {
        self.changed = changed
        try client.begin { [unowned self] in heard($0) }
    }

    private func heard(_ news: DirectoryClient.News) {
        switch news {
        case .came:
            marked = []
            list()
            changed()
        case .left: changed()
        case .properties(DirectoryName.history, let values): if values[.unreadMissed] != nil { list() }
        case .properties(DirectoryName.interface, let values): if values[.contacts] != nil { contactsChanged() }
        case .properties, .changed: break
        }
    }

    private func list() {
        let filter = [String: Variant]([.missed: .bool(true)])
        client.call(.listHistory, filter, UInt64(0), Self.limit) { [unowned self] reply in
            guard let entries = try? reply.get().read([[String: Variant]].self) else { return }
            let new = entries.map(MissedEntry.init)
            guard new != missed else { return }
            missed = new
            changed()
        }
    }

    // MARK: Requests

    /// The user has seen these calls. Each directory is told once: a database that refuses it now is likely to refuse
    /// it again.
    func markRead(_ entries: [Int64]) {
        guard isRunning else { return }
        let entries = entries.filter { marked.insert($0).inserted }
        guard !entries.isEmpty else { return }
        client.call(.markRead, entries) { [log] reply in
            if case .failure(let error) = reply { log("a missed call is not marked as seen", error) }
        }
    }

    /// Blocks exactly this caller. The answer says whether the directory does; false if it does not answer soon.
    func block(_ caller: WireHandle, then completion: @escaping (Bool) -> Void) {
        client.block(caller, timeout: Self.patience) { [log] error in
            if let error { log("a caller is not blocked", error) }
            completion(error == nil)
        }
    }
}

extension UserDirectory.MissedEntry {
    /// A line of `List`.
    fileprivate init(_ line: [String: Variant]) {
        call = CallRecord(historyEntry: line)
        entry = Int64(clamping: line.time(.entry))
        isUnread = line.flag(.unread)
        isRefused = line.text(.outcome) == CallFilter.doNotDisturb.rawValue
    }
}

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
        /// Whether do-not-disturb or a call of the user refused it.
        let isRefused: Bool
    }

    /// More of the newest missed calls are not asked for.
    private static let limit: UInt32 = 50
    /// How long a person waits for an answer, in microseconds. The directory answers from memory, or after one access
    /// to its database.
    static let patience: UInt64 = 1_000_000

    /// For questions that need none of the state here.
    let client: DirectoryClient
    let log: Log
    /// The newest missed calls, the newest first. The last known ones stay when the directory leaves.
    private(set) var missed: [MissedEntry] = []
    private var changed: () -> Void = {}
    /// The address books have other contacts.
    var contactsChanged: () -> Void = {}
    /// The apps, or what the user has decided about them, may have changed.
    var appsChanged: () -> Void = {}
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
        try client.begin { [unowned self] in received($0) }
    }

    private func received(_ news: DirectoryClient.News) {
        switch news {
        case .came:
            marked = []
            list()
            changed()
            appsChanged()
        case .left:
            changed()
            appsChanged()
        case .continues:
            list()
            contactsChanged()
            appsChanged()
        case .changed(DirectoryName.apps): appsChanged()
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
        isRefused = CallFilter(rawValue: line.text(.outcome))?.isOfTheMoment == true
    }
}

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

/// The facts that the directory knows about the other sides of calls: whether they are contacts, and their pictures.
/// No call waits for them.
final class CallerFacts {
    private let directory: DirectoryClient
    /// A fact is new.
    var changed: () -> Void = {}
    private var asked: Set<WireHandle> = []
    /// As `CallRecord` has them; "" for a caller that is no contact.
    private var relations: [WireHandle: String] = [:]
    private var pictures = IconFiles<WireHandle>()

    init(_ directory: DirectoryClient) { self.directory = directory }

    /// Asks for the facts of these callers, and forgets others.
    func follow(_ callers: Set<WireHandle>) {
        asked.formIntersection(callers)
        relations = relations.filter { callers.contains($0.key) }
        for caller in pictures.users.subtracting(callers) { pictures[caller] = nil }
        guard directory.isRunning else { return }
        for caller in callers.subtracting(asked) where caller != .none {
            asked.insert(caller)
            directory.lookUp(caller) { [unowned self] in found(caller, $0) }
        }
    }

    /// The address books have changed, so the next `follow` asks again. The directory may read them after it has come.
    func contactsChanged() { asked = [] }

    private func found(_ caller: WireHandle, _ facts: [String: Variant]?) {
        guard asked.contains(caller) else { return }
        // The next change of a call asks again.
        guard let facts else {
            asked.remove(caller)
            return
        }
        relations[caller] = facts.text(.relation)
        guard let picture = facts[.picture]?.string else {
            pictures[caller] = nil
            return changed()
        }
        changed()
        directory.openPicture(picture) { [unowned self] file in
            guard asked.contains(caller), let file = file.flatMap({ IconFile(picture: $0) }) else { return }
            pictures[caller] = file
            changed()
        }
    }

    /// Adds the relation, which the records of some missed calls do not have.
    func complete(_ call: inout CallRecord) {
        if let relation = relations[call.handle] { call.properties[.relation] = .string(relation) }
    }

    /// nil if the caller has none, or if it is not known yet.
    func picture(of caller: WireHandle) -> IconFile? { pictures[caller] }
}

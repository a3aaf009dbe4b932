// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
package import SDBus

/// The user's directory, while it runs. The agent never starts it: every call goes to the connection that has the name.
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

    private let session: BusConnection
    private let log: (String) -> Void
    /// nil while no directory runs.
    private var owner: String?
    private var slots: [BusSlot] = []
    /// The newest missed calls, the newest first. The last known ones stay when the directory leaves.
    private(set) var missed: [MissedEntry] = []
    private var changed: () -> Void = {}
    /// The address books have other contacts.
    var contactsChanged: () -> Void = {}
    /// The entries that the present directory was told to mark as seen.
    private var marked: Set<Int64> = []

    package init(_ session: BusConnection, log: @escaping (String) -> Void) {
        (self.session, self.log) = (session, log)
    }

    var isRunning: Bool { owner != nil }

    /// Calls `changed` when a directory comes or leaves, and when the missed calls have changed.
    func begin(_ changed: @escaping () -> Void) throws(BusError) {
        self.changed = changed
        slots = [
            try session.watchName(DirectoryName.bus) { [unowned self] in ownerChanged($0) },
            try session.onUnicastSignal(interface: StandardInterface.properties) { [unowned self] in heard($0) },
        ]
        ownerChanged(try session.owner(of: DirectoryName.bus))
    }

    private func ownerChanged(_ newOwner: String?) {
        guard newOwner != owner else { return }
        (owner, marked) = (newOwner, [])
        if newOwner != nil {
            call(.subscribeToDirectory) { _ in }
            list()
        }
        changed()
    }

    private func heard(_ signal: Message) {
        guard signal.sender == owner, signal.path == DirectoryName.path,
            let (interface, properties) = try? signal.read(String.self, [String: Variant].self)
        else { return }
        if interface == DirectoryName.history, properties[.unreadMissed] != nil { list() }
        if interface == DirectoryName.bus, properties[.contacts] != nil { contactsChanged() }
    }

    private func list() {
        let filter = [String: Variant]([.missed: .bool(true)])
        call(.listHistory, filter, UInt64(0), Self.limit) { [unowned self] reply in
            guard let entries = try? reply.get().read([[String: Variant]].self) else { return }
            let new = entries.map(MissedEntry.init)
            guard new != missed else { return }
            missed = new
            changed()
        }
    }

    // MARK: Requests

    /// The user has seen these calls. Each directory is told once: a database that refuses it now is likely to refuse it again.
    func markRead(_ entries: [Int64]) {
        guard isRunning else { return }
        let entries = entries.filter { marked.insert($0).inserted }
        guard !entries.isEmpty else { return }
        call(.markRead, entries) { [log] reply in
            if case .failure(let error) = reply { log("A missed call is not marked as seen: \(error.message)") }
        }
    }

    /// Blocks exactly this caller. The answer says whether the directory does; false if it does not answer soon.
    func block(_ caller: WireHandle, then completion: @escaping (Bool) -> Void) {
        call(.addRule, "caller", caller.written, Verdict.reject.rawValue, timeout: Self.patience) { [log] reply in
            if case .failure(let error) = reply { log("A caller is not blocked: \(error.message)") }
            completion((try? reply.get()) != nil)
        }
    }

    /// What the directory knows about a caller; nil if it does not answer within `timeout` in microseconds, where 0 is
    /// that of the bus.
    func lookUp(
        _ caller: WireHandle, within timeout: UInt64 = 0, then completion: @escaping ([String: Variant]?) -> Void
    ) {
        call(.lookup, caller, [String: Variant](), timeout: timeout) {
            completion(try? $0.get().read([String: Variant].self))
        }
    }

    /// Opens a picture that the directory named in a lookup; nil if it cannot be opened. The agent never decodes it.
    func openPicture(_ picture: String, then completion: @escaping (BusFile?) -> Void) {
        call(.openPicture, picture, UInt32(0)) { completion(try? $0.get().read(BusFile.self)) }
    }

    private func call<each Argument: BusValue>(
        _ method: DirectoryMethod, _ arguments: repeat each Argument, timeout: UInt64 = 0,
        then completion: @escaping (Result<Message, BusError>) -> Void
    ) {
        guard let owner else { return completion(.failure(.failed("monkeycall-directory does not run."))) }
        let target = CallTarget(owner, DirectoryName.path, method.interface, method.member)
        do throws(BusError) {
            try session.callAsync(target, repeat each arguments, timeout: timeout, completion: completion)
        } catch {
            completion(.failure(error))
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

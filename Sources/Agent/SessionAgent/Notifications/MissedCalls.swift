// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import SDBus

/// A call that was not answered, with the data to call back after its app has gone.
struct MissedCall: Hashable {
    var call: CallRecord
    let icon: String
    /// Starts the app; empty if unknown.
    let desktopEntry: String
    /// What ``CallIndex`` counts as its app.
    let app: String
    /// The agent could not ask the app to call back.
    var hasFailed = false
}

/// The missed calls that the user has not dismissed. They outlive the notification server and the agent, so that the
/// user sees them.
struct MissedCalls {
    /// More calls are dropped. Some servers never report a dismissal.
    static let limit = 20

    /// Oldest first.
    private(set) var all: [MissedCall] = [] { didSet { if all != oldValue { journal.write(all.map(\.record)) } } }
    private let journal: Journal

    init(_ journal: Journal) {
        self.journal = journal
        all = journal.read().compactMap { MissedCall(record: $0) }
    }

    subscript(call: String) -> MissedCall? { all.first { $0.call.uuid == call } }

    /// A later call with the same UUID takes the place of the earlier one. The app with the most calls loses its oldest
    /// one if they are too many, so no app pushes out the calls of another.
    mutating func append(_ missed: MissedCall) {
        let call = missed.call.uuid
        if let known = self[call] {
            guard known.call.endedAt != 0, known.call.endedAt < missed.call.endedAt else { return }
        }
        var calls = all.filter { $0.call.uuid != call } + [missed]
        if calls.count > Self.limit {
            let counts = Dictionary(grouping: calls, by: \.app).mapValues(\.count)
            let most = counts.values.max()
            if let oldest = calls.firstIndex(where: { counts[$0.app] == most }) { calls.remove(at: oldest) }
        }
        all = calls
    }

    @discardableResult
    mutating func remove(_ call: String) -> MissedCall? {
        defer { all.removeAll { $0.call.uuid == call } }
        return self[call]
    }

    mutating func fail(_ call: String) {
        if let index = all.firstIndex(where: { $0.call.uuid == call }) { all[index].hasFailed = true }
    }
}

extension MissedCall {
    fileprivate var record: [String] {
        [
            call.uuid, call.provider, call.providerName, call.handle.type.text, call.handle.value, call.callerName,
            icon, desktopEntry, app,
        ]
    }

    fileprivate init?(record: [String]) {
        // An agent of an earlier version wrote no app.
        guard [8, 9].contains(record.count) else { return nil }
        let handle = WireHandle(type: Received(text: record[3]), value: record[4])
        call = CallRecord(
            [String: Variant]([
                .uuid: .string(record[0]), .provider: .string(record[1]), .providerName: .string(record[2]),
                .remoteHandle: handle.variant, .localizedCallerName: .string(record[5]),
            ]))
        (icon, desktopEntry, app) = (record[6], record[7], record.count > 8 ? record[8] : record[1])
    }
}

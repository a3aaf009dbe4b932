// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import SDBus

/// A call that nobody was there to answer, and what is needed to call back when its app has gone.
struct MissedCall: Hashable {
    let call: CallRecord
    let icon: String
    /// What starts the app; empty = unknown.
    let desktopEntry: String
    /// The app could not be asked to call back.
    var hasFailed = false
}

/// The missed calls that the user has not put away yet. They outlive the notification server and the agent, as the user
/// has not seen them for that.
struct MissedCalls {
    /// More are old news; and some servers never say that one was put away.
    static let limit = 20

    /// In the order in which they came.
    private(set) var all: [MissedCall] = [] { didSet { if all != oldValue { journal.write(all.map(\.record)) } } }
    private let journal: Journal

    init(_ journal: Journal) {
        self.journal = journal
        all = journal.read().compactMap { MissedCall(record: $0) }
    }

    subscript(call: String) -> MissedCall? { all.first { $0.call.uuid == call } }

    mutating func append(_ missed: MissedCall) {
        guard self[missed.call.uuid] == nil else { return }
        all = (all + [missed]).suffix(Self.limit)
    }

    @discardableResult
    mutating func remove(_ call: String) -> MissedCall? {
        defer { all.removeAll { $0.call.uuid == call } }
        return self[call]
    }

    mutating func fail(_ call: String) {
        guard let index = all.firstIndex(where: { $0.call.uuid == call }) else { return }
        all[index].hasFailed = true
    }
}

extension MissedCall {
    fileprivate var record: [String] {
        [
            call.uuid, call.provider, call.providerName, call.handle.type, call.handle.value, call.callerName, icon,
            desktopEntry,
        ]
    }

    fileprivate init?(record: [String]) {
        guard record.count == 8 else { return nil }
        call = CallRecord([
            "UUID": .string(record[0]), "Provider": .string(record[1]), "ProviderName": .string(record[2]),
            Key.remoteHandle: WireHandle(type: record[3], value: record[4]).variant,
            Key.localizedCallerName: .string(record[5]),
        ])
        (icon, desktopEntry) = (record[6], record[7])
    }
}

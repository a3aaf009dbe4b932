// SPDX-License-Identifier: MIT

package import CallContract
internal import GRDB

/// A line through which calls were made.
package struct ReportedLine: Hashable, Sendable {
    /// The identifier of the provider.
    package let provider: String
    /// The sandboxed app of the provider; empty = not in a sandbox. Another program may have registered the identifier
    /// since.
    package let app: String

    package init(provider: String, app: String) { (self.provider, self.app) = (provider, app) }
}

/// A call that has ended.
package struct PastCall: Hashable, Sendable {
    package let uuid: CallID
    /// The identifier of the provider. Each line, such as a SIM card or an account, is a provider of its own.
    package var provider: String
    package var providerName = ""
    /// The sandboxed app of the provider; empty = not in a sandbox. An app can take the identifier of any provider, but
    /// not the id of another app.
    package var app = ""
    /// nil = the caller hid its number.
    package var handle: Handle?
    /// The canonical form of the handle: calls with the same key are from or to the same caller. Empty for hidden
    /// callers.
    package var callerKey = ""
    /// The name of the other side when the call ended.
    package var name = ""
    package var isOutgoing = false
    package var hasVideo = false
    package var startedAt: Time
    /// 0 = never.
    package var connectedAt: Time = 0
    package var endedAt: Time
    package var endedReason: EndedReason
    package var outcome: CallOutcome
    /// Whether it ended because its provider left the bus. The provider may come back with the call.
    package var isProviderLost = false

    package init(
        _ uuid: CallID, provider: String, startedAt: Time, endedAt: Time, endedReason: EndedReason, outcome: CallOutcome
    ) {
        self.uuid = uuid
        self.provider = provider
        self.startedAt = startedAt
        self.endedAt = endedAt
        self.endedReason = endedReason
        self.outcome = outcome
    }

    package var line: ReportedLine { ReportedLine(provider: provider, app: app) }

    /// This call after its provider came back with it: the times from before the loss and the end after it.
    func continued(as later: PastCall) -> PastCall {
        var call = later
        call.app = app
        call.isOutgoing = isOutgoing
        call.startedAt = startedAt
        if connectedAt != 0 { call.connectedAt = connectedAt }
        if outcome == .answered { call.outcome = .answered }
        if call.handle == nil { (call.handle, call.callerKey) = (handle, callerKey) }
        if call.name.isEmpty { call.name = name }
        return call
    }
}

/// A call in the history.
package struct HistoryEntry: Hashable, Sendable, Identifiable {
    /// The start of the call in microseconds. If two calls started at the same time, the call that was recorded later
    /// has the next free number, so a page of calls ends before the id of its last one.
    package let id: Int64
    /// Its `startedAt` is the id.
    package var call: PastCall
    /// Whether the call was missed and the user has not seen it.
    package var isUnread: Bool
}

/// The newest call of a caller, and how many there are.
package struct RecentCaller: Hashable, Sendable {
    package let newest: HistoryEntry
    package let calls: Int
    package let unreadMissed: Int
}

extension HistoryEntry {
    /// The columns that `init(_:)` reads, in the order of a row: a column is found faster by its place than by its
    /// name.
    fileprivate enum Column: Int, CaseIterable {
        case id, uuid, provider, providerName, app, handleType, handle, callerKey, name, outgoing, video
        case connected, ended, endedReason, outcome, lost, unread
    }

    static let columns = Column.allCases.map { "call.\($0)" }.joined(separator: ", ")

    /// A newer version may have added words to the contract without a change of the tables: then the nearest known
    /// word.
    init(_ row: Row) {
        let isOutgoing: Bool = row[.outgoing]
        let connectedAt = Time(clamping: row[.connected] as Int64)
        let endedReason = EndedReason(rawValue: row[.endedReason]) ?? .failed
        let outcome =
            CallOutcome(rawValue: row[.outcome])
            ?? CallOutcome(
                outgoing: isOutgoing, hasConnected: connectedAt != 0, endedReason: endedReason, filteredBy: nil)
        id = row[.id]
        call = PastCall(
            CallID(row[.uuid] as String) ?? CallID(high: 0, low: 0),
            provider: row[.provider], startedAt: Time(clamping: id),
            endedAt: Time(clamping: row[.ended] as Int64), endedReason: endedReason, outcome: outcome)
        call.providerName = row[.providerName]
        call.app = row[.app]
        let handleType: String = row[.handleType]
        if !handleType.isEmpty {
            call.handle = Handle(kind: Handle.Kind(rawValue: handleType) ?? .generic, value: row[.handle])
        }
        call.callerKey = row[.callerKey]
        call.name = row[.name]
        call.isOutgoing = isOutgoing
        call.hasVideo = row[.video]
        call.connectedAt = connectedAt
        call.isProviderLost = row[.lost]
        isUnread = row[.unread]
    }

    func insert(in database: Database) throws {
        let statement = try database.cachedStatement(
            sql: """
                INSERT INTO call (
                    id, folded, uuid, provider, providerName, app, handleType, handle, callerKey, name,
                    outgoing, video, connected, ended, endedReason, outcome, missed, blocked, unread, lost)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        try statement.execute(arguments: [
            id, SearchText.folded(call), call.uuid.description, call.provider,
            call.providerName, call.app, call.handle?.kind.rawValue ?? "", call.handle?.value ?? "", call.callerKey,
            call.name, call.isOutgoing, call.hasVideo, Int64(clamping: call.connectedAt), Int64(clamping: call.endedAt),
            call.endedReason.rawValue, call.outcome.rawValue, call.outcome.isMissed, call.outcome.isBlocked, isUnread,
            call.isProviderLost,
        ])
    }
}

extension Row {
    fileprivate subscript<Value: DatabaseValueConvertible & StatementColumnConvertible>(
        column: HistoryEntry.Column
    ) -> Value { self[column.rawValue] }
}

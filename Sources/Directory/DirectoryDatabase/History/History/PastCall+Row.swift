// SPDX-License-Identifier: MIT

internal import CallContract
internal import GRDB

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

// SPDX-License-Identifier: MIT

import AddressBooks
import CallContract
import CallInterface
import DirectoryDatabase
import PhoneNumbers
import SDBus

extension DirectoryTables {
    /// The interface of `dbus/org.monkeycall.Directory.History.xml`.
    static func history(
        _ store: DirectoryStore, _ callers: Callers, _ placing: CallPlacing, _ writer: HistoryWriter
    ) -> Interface<Visit> {
        Interface(
            DirectoryName.history, refusal: refusal,
            [
                .property(.unreadMissed) { UInt32(clamping: $0.facts.unreadMissed) },
                .property(.retentionDays) { UInt32(clamping: $0.facts.retentionDays) },
                .deferredMethod(
                    .listHistory, takes: ("filter", [String: Variant].self), ("before", UInt64.self),
                    ("limit", UInt32.self), returns: ("calls", [[String: Variant]].self)
                ) { [unowned store, unowned callers] (visit, _, reply, options, before, limit) throws(BusError) in
                    var filter = try HistoryFilter(Options(options), callers)
                    // An app that names other callers must not learn what the user's address book says about them.
                    let isOwn = visit.app != nil
                    if let app = visit.app {
                        guard !app.isEmpty else { throw .accessDenied("The sandboxed app is not known.") }
                        filter.app = app
                    }
                    let chosen = filter
                    read(store, callers, isOwn ? nil : callers.region, reply) { (history) throws(DirectoryProblem) in
                        try history.calls(chosen, before: end(before), limit: count(limit))
                    }
                },
                .deferredMethod(
                    .listRecents, for: .user, takes: ("filter", [String: Variant].self), ("before", UInt64.self),
                    ("limit", UInt32.self), returns: ("callers", [[String: Variant]].self)
                ) { [unowned store, unowned callers] (_, _, reply, options, before, limit) throws(BusError) in
                    let includesBlocked = try Options(options).bool(.includesBlocked) ?? true
                    read(store, callers, callers.region, reply) { (history) throws(DirectoryProblem) in
                        try history.recents(
                            includesBlocked: includesBlocked, before: end(before), limit: count(limit))
                    }
                },
                .deferredMethod(
                    .searchHistory, for: .user, takes: ("text", String.self), ("filter", [String: Variant].self),
                    ("before", UInt64.self), ("limit", UInt32.self), returns: ("calls", [[String: Variant]].self)
                ) { [unowned store, unowned callers] (_, _, reply, text, options, before, limit) throws(BusError) in
                    let includesBlocked = try Options(options).bool(.includesBlocked) ?? true
                    read(store, callers, callers.region, reply) { (history) throws(DirectoryProblem) in
                        try history.search(
                            text, includesBlocked: includesBlocked, before: end(before), limit: count(limit))
                    }
                },
                .deferredMethod(.removeFromHistory, for: .user, takes: ("entries", [Int64].self)) {
                    [unowned store] (_, _, reply, entries) throws(BusError) in
                    store.writeHistory { (history) throws(DirectoryProblem) in
                        try history.remove(entries)
                    } then: {
                        $0.complete(reply)
                    }
                }.upTo(bytes: 1 << 20),
                .deferredMethod(.clearHistory, for: .user, takes: ("filter", [String: Variant].self)) {
                    [unowned store, unowned callers] (_, _, reply, options) throws(BusError) in
                    clear(try HistoryFilter(Options(options), callers), store, reply)
                },
                .deferredMethod(.markRead, for: .user, takes: ("entries", [Int64].self)) {
                    [unowned store] (_, _, reply, entries) throws(BusError) in
                    store.writeHistory { (history) throws(DirectoryProblem) in
                        try history.markRead(entries)
                    } then: {
                        $0.complete(reply)
                    }
                }.upTo(bytes: 1 << 20),
                .deferredMethod(.setRetentionDays, for: .user, takes: ("days", UInt32.self)) {
                    [unowned store] (_, _, reply, days) throws(BusError) in
                    store.write(reply) { (database) throws(DirectoryProblem) in
                        try database.settings.set(.retentionDays, to: Int(days))
                    }
                },
                export(writer), redial(placing), .signal(DirectoryName.changed),
            ])
    }

    /// Replies with lines of the history. Numbers are formatted on the thread that reads, because that takes longer
    /// than to read them. `region` is the user's country; nil = for a sandboxed app, which gets nothing of the address
    /// book.
    private static func read<Entry: HistoryLine>(
        _ store: DirectoryStore, _ callers: Callers, _ region: Region?, _ reply: PendingReply<[[String: Variant]]>,
        _ body: @escaping @Sendable (History) throws(DirectoryProblem) -> [Entry]
    ) {
        store.read { (database) throws(DirectoryProblem) in
            try body(database.history).map { (key: $0.callerKey, wire: $0.wire(in: region)) }
        } then: { [unowned callers] (result: Result<[(key: String, wire: [String: Variant])], DirectoryProblem>) in
            reply.complete(result) { reply, lines in
                guard region != nil else { return reply.succeed(lines.map(\.wire)) }
                reply.succeed(
                    lines.map { line in
                        var wire = line.wire
                        let use = callers.use(ofKey: line.key)
                        if use != .other { wire[.use] = .string(use.rawValue) }
                        return wire
                    })
            }
        }
    }

    /// Export of `dbus/org.monkeycall.Directory.History.xml`.
    private static func export(_ writer: HistoryWriter) -> Member<Visit> {
        .deferredMethod(.exportHistory, for: .user, takes: ("format", String.self), ("file", BusFile.self)) {
            [unowned writer] (_, _, reply, format, file) throws(BusError) in
            writer.export(as: try HistoryExport.Format.parse(format, "The format"), to: file, reply)
        }
    }

    /// Redial of `dbus/org.monkeycall.Directory.History.xml`.
    private static func redial(_ placing: CallPlacing) -> Member<Visit> {
        .deferredMethod(.redial, for: .user, returns: ("provider", String.self)) {
            [unowned placing] (_, _, reply) throws(BusError) in
            placing.redial(reply)
        }
    }

    /// 0 = from the newest call on.
    private static func end(_ before: UInt64) -> Time { before == 0 ? .max : before }

    private static func count(_ limit: UInt32) -> Int { Int(min(limit, pageLimit)) }

    /// Removes in pieces, so that a call that ends meanwhile is recorded between two of them.
    private static func clear(_ filter: HistoryFilter, _ store: DirectoryStore, _ reply: PendingReply<>) {
        let isAll = filter == HistoryFilter()
        store.writeHistory { (history) throws(DirectoryProblem) in
            guard isAll else { return try history.removeSome(filter) }
            try history.removeAll()
            return false
        } then: { [unowned store] result in
            if case .success(true) = result { return clear(filter, store, reply) }
            result.complete(reply)
        }
    }
}

extension HistoryFilter {
    fileprivate init(_ options: Options, _ callers: Callers) throws(BusError) {
        self.init()
        isMissed = try options.bool(.missed) ?? false
        isUnread = try options.bool(.unread) ?? false
        isOutgoing = try options.bool(.outgoing)
        provider = try options.string(.provider)
        includesBlocked = try options.bool(.includesBlocked) ?? true
        if let handle = try options.handle(.handle) { callerKey = callers.caller(handle).key.text }
    }
}

/// What becomes a line of the history on the bus.
private protocol HistoryLine: Sendable {
    var callerKey: String { get }
    /// `region` is the user's country; nil leaves out what may come from the address book and the settings.
    func wire(in region: Region?) -> [String: Variant]
}

extension HistoryEntry: HistoryLine {
    fileprivate var callerKey: String { call.callerKey }

    fileprivate func wire(in region: Region?) -> [String: Variant] {
        var wire = [String: Variant]([
            .entry: .int64(id), .call: .string(call.uuid.description), .provider: .string(call.provider),
            .providerName: .string(call.providerName), .outgoing: .bool(call.isOutgoing),
            .hasVideo: .bool(call.hasVideo), .startedAt: .uint64(call.startedAt), .endedAt: .uint64(call.endedAt),
            .endedReason: .string(call.endedReason.rawValue), .outcome: .string(call.outcome.rawValue),
            .unread: .bool(isUnread),
        ])
        wire[.remoteHandle] = call.handle?.variant
        if call.connectedAt != 0 { wire[.connectedAt] = .uint64(call.connectedAt) }
        guard let region else { return wire }
        if !call.name.isEmpty { wire[.name] = .string(call.name) }
        wire[.formatted] = PhoneNumber(key: call.callerKey).map { .string($0.formatted(for: region)) }
        return wire
    }
}

extension RecentCaller: HistoryLine {
    fileprivate var callerKey: String { newest.call.callerKey }

    fileprivate func wire(in region: Region?) -> [String: Variant] {
        var wire = newest.wire(in: region)
        wire[.calls] = .uint32(UInt32(clamping: calls))
        wire[.unreadMissed] = .uint32(UInt32(clamping: unreadMissed))
        return wire
    }
}

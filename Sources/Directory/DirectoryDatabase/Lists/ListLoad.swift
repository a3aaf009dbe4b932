// SPDX-License-Identifier: MIT

package import CallContract
internal import GRDB
internal import Synchronization

/// A load of the lists of a source: add and remove entries, then `commit` or `abort`. Lookups see the old lists until
/// the commit, and the new ones from then on.
///
/// A refused entry fails the load: it is aborted, the source keeps the error, and every later call throws that error. A
/// load that is released without an end is aborted.
///
/// Safe on every thread; the calls of one load follow each other.
package final class ListLoad: Sendable {
    struct Claim: Sendable {
        let source: Int64
        let version: Int64
        let isIncremental: Bool
    }

    private struct State: Sendable {
        var blocked: Staging
        var identified: Staging
        var handles = 0
        /// What later calls throw, when the load has ended.
        var end: ListError?
    }

    private let lists: Lists
    private let claim: Claim
    private let state: Mutex<State>

    /// True: entries change the old lists. False: the added entries are the complete lists.
    package var isIncremental: Bool { claim.isIncremental }

    init(_ claim: Claim, of lists: Lists) {
        self.lists = lists
        self.claim = claim
        state = Mutex(
            State(
                blocked: Staging(.blocked, isIncremental: claim.isIncremental, limits: lists.limits),
                identified: Staging(.identified, isIncremental: claim.isIncremental, limits: lists.limits)))
    }

    deinit { abort() }

    /// Blocks numbers. They ascend within the call and from call to call.
    package func addBlocked(_ numbers: [Int64]) throws(ListError) {
        try change { state throws(ListError) in
            for number in numbers { try add(number, label: nil, to: &state.blocked) }
            try checkCount(state)
        }
    }

    /// Labels numbers. They ascend within the call and from call to call.
    package func addIdentified(_ entries: [(number: Int64, label: String)]) throws(ListError) {
        try change { state throws(ListError) in
            for entry in entries { try add(entry.number, label: entry.label, to: &state.identified) }
            try checkCount(state)
        }
    }

    /// Labels addresses, in any order. An empty label blocks the address. The last label of an address remains.
    ///
    /// An incremental load can remove addresses only with all others of their list: see `removeAll`.
    package func addHandles(_ entries: [(handle: Handle, label: String)]) throws(ListError) {
        try change { state throws(ListError) in
            for (place, entry) in entries.enumerated() {
                try check(entry.handle, at: state.handles + place + 1)
                try Staging.check(entry.label, at: state.handles + place + 1, lists.limits)
            }
            state.handles += entries.count
            try checkCount(state)
            try store { db in
                for entry in entries {
                    try Self.insert(entry.handle, label: entry.label, version: claim.version, in: db)
                }
            }
        }
    }

    /// Unblocks numbers, in any order. A number that is not blocked changes nothing.
    package func removeBlocked(_ numbers: [Int64]) throws(ListError) {
        try change { state throws(ListError) in
            for number in numbers { try state.blocked.remove(number) }
        }
    }

    /// Removes the labels of numbers, in any order. A number without a label changes nothing.
    package func removeIdentified(_ numbers: [Int64]) throws(ListError) {
        try change { state throws(ListError) in
            for number in numbers { try state.identified.remove(number) }
        }
    }

    /// Removes every number and address of a list. Numbers may ascend from the beginning again.
    package func removeAll(_ kind: ListKind) throws(ListError) {
        try change { state throws(ListError) in
            switch kind {
            case .blocked: try state.blocked.removeAll()
            case .identified: try state.identified.removeAll()
            }
            try store { db in try Lists.removeList(kind, claim.version, in: db) }
        }
    }

    /// Makes the new lists visible at once, and removes the old ones. `now` is when the source was loaded.
    package func commit(at now: Time) throws(ListError) {
        try change { state throws(ListError) in
            try store(&state.blocked, isEnd: true)
            try store(&state.identified, isEnd: true)
            let stagings = [state.blocked, state.identified]
            try store { db in
                for staging in stagings { try settle(staging, in: db) }
                try finish(at: now, in: db)
            }
            state.end = ListError(.loadingInterrupted, "The load was committed; begin another load.")
            lists.release(claim.source)
        }
    }

    /// Drops everything that was added, and keeps the old lists. `error` becomes the source's last error. Does nothing
    /// after a commit or a failure.
    package func abort(
        because error: ListError = ListError(
            .loadingInterrupted, "The program stopped the load before its end; load the list again.")
    ) {
        state.withLock { state in
            guard state.end == nil else { return }
            state.end = error
            discard(because: error)
        }
    }
}

extension ListLoad {
    /// Every call passes here, so that a failure ends the load.
    private func change(_ body: (inout State) throws(ListError) -> Void) throws(ListError) {
        try state.withLock { state throws(ListError) in
            if let end = state.end { throw end }
            do throws(ListError) {
                try body(&state)
            } catch {
                state.end = error
                discard(because: error)
                throw error
            }
        }
    }

    /// If the disk is full this may fail too. The rows are invisible, and the next load or the next start removes them.
    private func discard(because error: ListError) {
        do throws(ListError) {
            try store { db in try Lists.discardLoad(of: claim.source, because: error, in: db) }
        } catch {}
        lists.release(claim.source)
    }

    private func add(_ number: Int64, label: String?, to staging: inout Staging) throws(ListError) {
        try staging.append(number, label: label)
        if staging.isFull { try store(&staging, isEnd: false) }
    }

    /// Writes rows of this load, which lookups do not see.
    private func store(_ staging: inout Staging, isEnd: Bool) throws(ListError) {
        let rows = staging.takeRows(isEnd: isEnd)
        let table = BlockTable(kind: staging.kind, version: claim.version)
        try store { db in try table.insert(rows, in: db) }
    }

    /// One transaction. The user may have removed the source since the last one.
    private func store(_ body: @Sendable (Database) throws -> Void) throws(ListError) {
        try lists.write { [claim] db in
            let statement = try db.cachedStatement(sql: "SELECT loading FROM listSource WHERE id = ?")
            guard try Int64.fetchOne(statement, arguments: [claim.source]) == claim.version else {
                throw ListError(
                    .loadingInterrupted, "The source was removed while it was loading; add the source again.")
            }
            try body(db)
        }
    }

    private func checkCount(_ state: State) throws(ListError) {
        try check(numbers: state.blocked.count + state.identified.count, addresses: state.handles)
    }

    private func check(numbers: Int, addresses: Int) throws(ListError) {
        let limits = lists.limits
        let counts = [(numbers, limits.entries, "numbers"), (addresses, limits.handles, "addresses")]
        for (count, limit, entries) in counts where count > limit {
            throw ListError(
                .maximumEntriesExceeded,
                "A source cannot have more than \(limit) \(entries); load fewer, or split the list.")
        }
    }

    private func check(_ handle: Handle, at entry: Int) throws(ListError) {
        guard 1...lists.limits.handleLength ~= handle.value.utf8.count, !handle.value.hasControls else {
            throw ListError(
                .unknown,
                "Address \(entry) is empty, has a control character, or has more than \(lists.limits.handleLength) bytes; "
                    + "correct or leave out the address.")
        }
    }
}

// The commit.
extension ListLoad {
    private static func insert(_ handle: Handle, label: String, version: Int64, in db: Database) throws {
        let statement = try db.cachedStatement(
            sql: "INSERT OR REPLACE INTO listHandle (value, type, list, version, label) VALUES (?, ?, ?, ?, ?)")
        let list: ListKind = label.isEmpty ? .blocked : .identified
        try statement.execute(
            arguments: [handle.folded, handle.kind.rawValue, list.rawValue, version, label])
    }

    /// Makes one list ready: the rows of the load's version replace those of the old version, or change them.
    private func settle(_ staging: Staging, in db: Database) throws {
        let kind = staging.kind
        let added = BlockTable(kind: kind, version: claim.version)
        let current = try Row.fetchOne(
            db, sql: "SELECT \(kind.version), \(kind.rawValue) FROM listSource WHERE id = ?",
            arguments: [claim.source])
        var (version, count): (Int64?, Int) = (current?[0], current?[1] ?? 0)
        if staging.replaces {
            if let version { try Lists.removeList(kind, version, in: db) }
            version = claim.version
            count = staging.count
            try count += edit(added, removing: staging, in: db)
        } else if let version {
            try count += edit(BlockTable(kind: kind, version: version), with: staging, from: added, in: db)
            try added.removeAll(in: db)
            try db.execute(
                sql: "UPDATE OR REPLACE listHandle SET version = ? WHERE version = ? AND list = ?",
                arguments: [version, claim.version, kind.rawValue])
        }
        try db.execute(
            sql: "UPDATE listSource SET \(kind.version) = ?, \(kind.rawValue) = ? WHERE id = ?",
            arguments: [version, count, claim.source])
    }

    /// Removes entries that this load has added itself. Gives the change of the count.
    private func edit(_ table: BlockTable, removing staging: Staging, in db: Database) throws -> Int {
        var editor = BlockEditor(table, in: db)
        for number in Set(staging.removedLate).sorted() {
            try editor.apply(BlockEditor.Change(number: number, isRemoved: true, label: nil))
        }
        try editor.finish()
        return editor.gained
    }

    private func edit(
        _ table: BlockTable, with staging: Staging, from additions: BlockTable, in db: Database
    ) throws -> Int {
        var editor = BlockEditor(table, in: db)
        var changes = try BlockChanges(staging, additions: additions, in: db)
        while let change = try changes.next(in: db) { try editor.apply(change) }
        try editor.finish()
        return editor.gained
    }

    private func finish(at now: Time, in db: Database) throws {
        try db.execute(
            sql: """
                UPDATE listSource SET loading = NULL, loaded = ?, errorCode = NULL, errorMessage = NULL,
                    handles = (SELECT count(*) FROM listHandle
                        WHERE list = 'blocked' AND version = blockedVersion
                            OR list = 'identified' AND version = identifiedVersion)
                WHERE id = ?
                """,
            arguments: [Int64(clamping: now), claim.source])
        let counts = try Row.fetchOne(
            db, sql: "SELECT blocked + identified, handles FROM listSource WHERE id = ?", arguments: [claim.source])
        try check(numbers: counts?[0] ?? 0, addresses: counts?[1] ?? 0)
    }
}

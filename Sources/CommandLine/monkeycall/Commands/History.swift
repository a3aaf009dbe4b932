// SPDX-License-Identifier: MIT

import ArgumentParser
import CallClient
import CallInterface
import CallStories
import SDBus

struct Missed: Command {
    static let configuration = CommandConfiguration(
        abstract: "Show the missed calls that you have not seen.",
        discussion: """
            One line for each call as in recents, the most recent one first. Then they count as seen, and the desktop \
            no longer shows them. Use recents --missed to see all missed calls. The command needs monkeycall-directory.

            With --json an array of objects, with the keys of List of org.monkeycall.Directory.History.
            """)

    @Flag(help: "The calls still count as not seen.")
    var keepUnread = false
    @OptionGroup var bus: BusOptions

    func perform() throws(Failure) {
        let directory = try DirectoryLink(bus)
        let calls = try directory.history([String: Variant]([.unread: .bool(true)]), limit: .max)
        show(calls, none: "No new missed calls.")
        // Only what the user was shown: another call may be missed meanwhile.
        if !keepUnread, !calls.isEmpty { try directory.call(.markRead, calls.map(\.entry)) }
    }
}

/// The table of `recents` and `missed`.
struct EndedCallTable {
    /// APP (2), WITH (3) and ENDED (6) shrink first, so that a long name hides no column. Then TIME (5) and APP
    /// disappear. WITH loses the number before the name: see `Cell`.
    static let losses: [Table.Loss] = [
        .end(of: 2, to: 12), .end(of: 3, to: 32), .end(of: 6, to: 8), .column(5), .end(of: 2, to: 4), .column(2),
        .end(of: 3, to: 4),
    ]

    private var table = Table(["ID", "WAY", "APP", "WITH", "WHEN", "TIME", "ENDED"], losing: losses)

    /// Adds a line. `id` is as short as other commands accept it, `end` is what became of the call.
    mutating func add(_ call: CallRecord, id: String, end: String) {
        let lasted = call.connectedAt == 0 ? "" : Clock.duration(from: call.connectedAt, to: call.endedAt)
        table.add([
            Cell(id), Cell(call.isOutgoing ? "outgoing" : "incoming"), Cell(call.providerName), Cell(call),
            Cell(Clock.shortMoment(call.startedAt == 0 ? call.endedAt : call.startedAt)), Cell(lasted), Cell(end),
        ])
    }

    func show() {
        let palette = Palette.standardOutput
        table.show { text, column, padding in
            switch column {
            case 0: palette.paint(text, .bold) + padding
            case 4, 5: palette.paint(text, .dim) + padding
            case 6 where text.hasPrefix(CallOutcome.missed.rawValue): palette.paint(text, .red) + padding
            default: text + padding
            }
        }
    }
}

extension Command {
    /// Prints entries of the directory's history, or `none` if there are no entries.
    func show(_ entries: [[String: Variant]], none: String) {
        if bus.json { return Output.line(JSON.array(entries.map { JSON($0) }).text) }
        guard !entries.isEmpty else { return Output.line(none) }
        let calls = entries.map(\.historyCall)
        let ids = calls.map(\.uuid)
        var table = EndedCallTable()
        for (entry, call) in zip(entries, calls) {
            table.add(
                call, id: call.uuid.shortID(among: ids),
                end: entry.text(.outcome) + (entry.flag(.unread) ? ", new" : ""))
        }
        table.show()
    }
}

// The calls that have ended, as the directory keeps them.

extension DirectoryLink {
    /// The most entries of one reply.
    private static let page: UInt32 = 1_000

    /// At most `limit` calls that fit the filter, the newest first.
    func history(_ filter: [String: Variant] = [:], limit: Int) throws(Failure) -> [[String: Variant]] {
        try pages(.listHistory, filter, limit: limit)
    }

    /// At most `limit` results of a method that lists calls or callers in pages, the newest first.
    func pages<each Argument: BusValue>(
        _ method: DirectoryMethod, _ arguments: repeat each Argument, limit: Int
    ) throws(Failure) -> [[String: Variant]] {
        var all: [[String: Variant]] = []
        while all.count < limit {
            let count = UInt32(clamping: min(limit - all.count, Int(Self.page)))
            let before = all.last?.time(.entry) ?? 0
            let next = try list(method, repeat each arguments, before, count)
            all += next
            if next.count < count { break }
        }
        return all
    }
}

extension [String: Variant] {
    /// The number of an entry of the history.
    var entry: Int64 { Int64(clamping: time(.entry)) }

    /// The call of an entry of the history.
    var historyCall: CallRecord { CallRecord(historyEntry: self) }
}

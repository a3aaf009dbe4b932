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
        if bus.json {
            Output.line(JSON.array(calls.map { JSON($0) }).text)
        } else if calls.isEmpty {
            Output.line("No new missed calls.")
        } else {
            var table = EndedCallTable()
            table.add(calls)
            table.show()
        }
        // Only what the user was shown: another call may be missed meanwhile.
        if !keepUnread, !calls.isEmpty { try directory.call(.markRead, calls.map(\.entry)) }
    }
}

/// The table of `recents` and `missed`.
struct EndedCallTable {
    private var table = Table(["ID", "WAY", "APP", "WITH", "WHEN", "TIME", "ENDED"])

    /// Adds a line. `id` is as short as other commands accept it, `end` is what became of the call.
    mutating func add(_ call: CallRecord, id: String, end: String) {
        let lasted = call.connectedAt == 0 ? "" : Clock.duration(from: call.connectedAt, to: call.endedAt)
        table.add([
            Cell(id), Cell(call.isOutgoing ? "outgoing" : "incoming"), Cell(call.providerName), Cell(call),
            Cell(Clock.moment(call.startedAt == 0 ? call.endedAt : call.startedAt)), Cell(lasted), Cell(end),
        ])
    }

    /// Adds the entries of the directory's history.
    mutating func add(_ entries: [[String: Variant]]) {
        let calls = entries.map(\.historyCall)
        let ids = calls.map(\.uuid)
        for (entry, call) in zip(entries, calls) { add(call, id: call.uuid.shortID(among: ids), end: entry.outcome) }
    }

    func show() {
        let palette = Palette.standardOutput
        for line in table.lines(painting: { text, column, padding in
            switch column {
            case 0: palette.paint(text, .bold) + padding
            case 4, 5: palette.paint(text, .dim) + padding
            default: text + padding
            }
        }) { Output.line(line) }
    }
}

// The calls that have ended, as the directory keeps them.

extension DirectoryLink {
    /// The most entries of one reply.
    private static let page: UInt32 = 1_000

    /// At most `limit` calls that fit the filter, the newest first.
    func history(_ filter: [String: Variant] = [:], limit: Int) throws(Failure) -> [[String: Variant]] {
        try pages(limit) { (before, count) throws(Failure) in
            try call(.listHistory, filter, before, count, returning: [[String: Variant]].self)
        }
    }

    /// At most `limit` callers, each with its newest call, the newest first.
    func recentCallers(limit: Int) throws(Failure) -> [[String: Variant]] {
        try pages(limit) { (before, count) throws(Failure) in
            try call(.listRecents, [String: Variant](), before, count, returning: [[String: Variant]].self)
        }
    }

    /// At most `limit` calls that have each word of the text, the newest first.
    func searchHistory(_ text: String, limit: Int) throws(Failure) -> [[String: Variant]] {
        try pages(limit) { (before, count) throws(Failure) in
            try call(.searchHistory, text, [String: Variant](), before, count, returning: [[String: Variant]].self)
        }
    }

    private func pages(
        _ limit: Int, _ page: (_ before: UInt64, _ count: UInt32) throws(Failure) -> [[String: Variant]]
    ) throws(Failure) -> [[String: Variant]] {
        var all: [[String: Variant]] = []
        while all.count < limit {
            let count = UInt32(clamping: min(limit - all.count, Int(Self.page)))
            let next = try page(all.last?.time(.entry) ?? 0, count)
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

    /// What became of the call of an entry of the history, for people.
    var outcome: String { text(.outcome) + (flag(.unread) ? ", new" : "") }
}

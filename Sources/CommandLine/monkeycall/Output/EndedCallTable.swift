// SPDX-License-Identifier: MIT
import CallClient
import CallInterface
import CallStories
import SDBus

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

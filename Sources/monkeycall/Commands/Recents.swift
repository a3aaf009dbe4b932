// SPDX-License-Identifier: MIT
import ArgumentParser
import CallClient
import CallInterface
import SDBus

struct Recents: Command {
    static let configuration = CommandConfiguration(
        abstract: "Show the calls that have ended, the most recent one first.",
        discussion: """
            One line for each call: id, direction, app, the other side, when it began, how long it lasted, and how it \
            ended. The service remembers the last hundred calls since it was started. Use why to see what happened to \
            a call.

            With --json an array of objects, with the keys of ListEndedCalls of org.monkeycall.CallManager.

            EXAMPLES
              monkeycall recents | head
              monkeycall recents --json | jq -r '.[] | select(.EndedReason == "unanswered").RemoteHandle[1]'
            """)

    @OptionGroup var options: ControlOptions

    var bus: BusOptions { options.bus }

    func perform() throws(Failure) {
        let service = try options.connect()
        let ended: [[String: Variant]] = try service.endedCalls().reversed()
        if bus.json { return Output.line(JSON.array(ended.map { JSON($0) }).text) }
        guard !ended.isEmpty else { return Output.line("No calls have ended since the service was started.") }
        // As short as `why` accepts an id; `why` also knows the present calls.
        let registry = try service.registry().adding(ended)
        let palette = Palette.standardOutput
        var table = Table(["ID", "WAY", "APP", "WITH", "WHEN", "TIME", "ENDED"])
        for call in ended { table.add(cells(CallRecord(ended: call), registry)) }
        for line in table.lines(painting: { text, column, padding in
            switch column {
            case 0: palette.paint(text, .bold) + padding
            case 4, 5: palette.paint(text, .dim) + padding
            default: text + padding
            }
        }) { Output.line(line) }
    }

    private func cells(_ call: CallRecord, _ registry: Registry) -> [Cell] {
        let lasted = call.connectedAt == 0 ? "" : Clock.duration(from: call.connectedAt, to: call.endedAt)
        return [
            Cell(registry.shortID(call.uuid)), Cell(call.isOutgoing ? "outgoing" : "incoming"), Cell(call.providerName),
            Cell(call), Cell(Clock.moment(call.startedAt == 0 ? call.endedAt : call.startedAt)), Cell(lasted),
            Cell(call.filteredBy.isEmpty ? call.endedReason.text : "\(call.endedReason) by \(call.filteredBy)"),
        ]
    }
}

// SPDX-License-Identifier: MIT
import ArgumentParser
import CallClient
import CallInterface
import CallStories

struct List: Command {
    static let configuration = CommandConfiguration(
        abstract: "Show all calls.",
        discussion: """
            One line for each call: id, state, app, the other side, how long it has lasted, and why it is in that \
            state. With --json an array of objects, with the properties of org.monkeycall.CallManager.Call.

            EXAMPLE
              monkeycall list --json | jq -r '.[] | select(.State == "incoming").UUID'
            """)

    @OptionGroup var options: ControlOptions

    var bus: BusOptions { options.bus }

    func perform() throws(Failure) {
        let registry = try options.connect().registry()
        let calls = registry.callsInOrder
        if bus.json { return Output.line(JSON.array(calls.map { JSON($0.properties) }).text) }
        guard !calls.isEmpty else { return Output.line("No calls.") }
        let palette = Palette.standardOutput
        var table = Table(["ID", "STATE", "APP", "WITH", "TIME", "NOTES"])
        for call in calls { table.add(cells(call, registry)) }
        for line in table.lines(painting: { text, column, padding in
            switch column {
            case 0: palette.paint(text, .bold) + padding
            case 1: palette.paint(state: text, padding: padding)
            case 4, 5: palette.paint(text, .dim) + padding
            default: text + padding
            }
        }) { Output.line(line) }
    }

    private func cells(_ call: CallRecord, _ registry: Registry) -> [Cell] {
        let start = call.connectedAt == 0 ? call.startedAt : call.connectedAt
        return [
            Cell(registry.shortID(call.uuid)), Cell(call.state.text), Cell(call.providerName), Cell(call),
            Cell(start == 0 ? "" : Clock.duration(from: start)), Cell(notes(call, registry).joined(separator: ", ")),
        ]
    }

    private func notes(_ call: CallRecord, _ registry: Registry) -> [String] {
        let companions = registry.companions(of: call).map { registry.shortID($0.uuid) }
        let notes = [
            call.hasAudio ? "has the audio" : "", call.isMuted ? "muted" : "", call.flag(.hasVideo) ? "video" : "",
            call.flag(.emergency) ? "emergency" : "", call.flag(.silenced) ? "silenced" : "",
            companions.isEmpty ? "" : "in conference with " + companions.joined(separator: " "),
            call.pendingAction.isEmpty ? "" : "\(call.pendingAction) pending", call.why(in: registry),
        ]
        return notes.filter { !$0.isEmpty }
    }
}

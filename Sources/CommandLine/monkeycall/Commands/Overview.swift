// SPDX-License-Identifier: MIT

import CallClient
import CallHealth
import CallInterface

/// What `monkeycall` alone shows: the status, the calls, and the commands that people need first.
extension MonkeyCall {
    /// The first commands, and what they do.
    private static let firstCommands = [
        ("answer", "answer the call that rings"),
        ("end", "end the call that you are in"),
        ("dial ada", "call a contact or a number"),
        ("recents", "show the calls that have ended"),
        ("dnd 2h", "do not disturb for two hours"),
        ("watch", "show each change when it happens"),
    ]

    func perform() throws(Failure) {
        do throws(Failure) {
            try show(try Service(bus.bus, user: nil))
        } catch {
            if !bus.json { showCommands() }
            throw error
        }
    }

    private func show(_ service: Service) throws(Failure) {
        let registry = try service.registry()
        let facts = try StatusFacts(service, registry, of: bus)
        let calls = CallTable(registry)
        if bus.json { return Output.line(JSON.object(facts.members + [("Calls", calls.json)]).text) }
        facts.show(only: .problem)
        Output.line("")
        calls.show()
        Output.line("")
        showCommands()
    }

    private func showCommands() {
        for (command, effect) in Self.firstCommands { Output.line("monkeycall " + command.padded(to: 10) + effect) }
        Output.line("monkeycall help describes every command.")
    }
}

// SPDX-License-Identifier: MIT
import ArgumentParser
import CallClient
import CallInterface

struct Silence: Command {
    static let configuration = CommandConfiguration(
        abstract: "Stop the ringing of a call, or of all calls.",
        discussion: """
            The other side still hears the call ring, and you can answer or decline it. With --json an object: \
            Silenced, an array of the ids.
            """)

    @Argument(
        help: "The call, by the first characters of its id, at least four. Without it all ringing calls.",
        completion: .calls)
    var call: IDPrefix?
    @OptionGroup var options: ControlOptions

    var bus: BusOptions { options.bus }

    func perform() throws(Failure) {
        let service = try options.connect()
        let registry = try service.registry()
        let calls = try ringing(in: registry)
        try service.call(.silenceAlert, call == nil ? "" : calls[0].uuid)
        if bus.json { return Output.line(JSON.object([("Silenced", .strings(calls.map(\.uuid)))]).text) }
        for call in calls {
            let words = [registry.shortID(call.uuid), "silenced", call.party].filter { !$0.isEmpty }
            Output.line(words.joined(separator: "  ").printable)
        }
    }

    private func ringing(in registry: Registry) throws(Failure) -> [CallRecord] {
        guard let call else {
            let calls = registry.callsInOrder.filter(\.isUnanswered)
            guard calls.isEmpty else { return calls }
            throw Failure(status: .refused, name: "UnknownCall", message: "No call is ringing")
        }
        let chosen = try registry.select(call, toBe: "silenced", where: \.isUnanswered)
        guard chosen.isUnanswered else {
            throw Failure(
                status: .refused, name: "InvalidAction",
                message: "The call is \(chosen.state) and does not ring".printable)
        }
        return [chosen]
    }
}

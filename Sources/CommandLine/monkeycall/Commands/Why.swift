// SPDX-License-Identifier: MIT
import ArgumentParser
import CallClient
import CallInterface
import CallStories
import SDBus

struct Why: Command {
    static let configuration = CommandConfiguration(
        abstract: "Explain what happened to a call, and why, also after it has ended.",
        discussion: """
            One line for each event: the request and its origin, the action that the app was told to perform, the \
            result, and the other call that was the reason. The service remembers the last hundred calls that ended \
            since it was started.

            With --json an array of objects, with the keys of ExplainCall of org.monkeycall.CallManager.

            EXAMPLE
              monkeycall why 6ba7
            """)

    @Argument(
        help: ArgumentHelp(
            """
            The call, by the first characters of its id, at least four. Leave it out if there is only one call, or \
            none: the command then explains the call that ended last.
            """),
        completion: .calls(alsoEnded: true))
    var call: IDPrefix?
    @OptionGroup var options: ControlOptions

    var bus: BusOptions { options.bus }

    func perform() throws(Failure) {
        let service = try options.connect()
        let registry = try service.registry().adding(try service.endedCalls())
        let moments = try service.story(of: try select(in: registry))
        if bus.json { return Output.line(JSON.array(moments.map { JSON($0) }).text) }
        tell(moments.map { StoryMoment($0) }, registry)
    }

    /// The service refuses an unknown UUID itself: its message says how long it remembers calls.
    private func select(in registry: Registry) throws(Failure) -> String {
        let calls = registry.callsInOrder
        if let call, let uuid = call.uuid { return uuid }
        let living = calls.contains { $0.state != .ended }
        let last = living ? nil : calls.max { $0.endedAt < $1.endedAt }
        return try registry.select(call, toBe: "explained") { record in
            last.map { record.uuid == $0.uuid } ?? (record.state != .ended)
        }.uuid
    }

    private func tell(_ moments: [StoryMoment], _ registry: Registry) {
        guard let first = moments.first else { return }
        let palette = Palette.standardOutput
        let call = first.text(.call)
        let teller = StoryTeller(
            of: call, moments, registry.cast, pendingAction: registry.call(call)?.pendingAction)
        let date = Clock.date(first.time)
        let today = Clock.date(Clock.now)
        Output.line(palette.paint(teller.heading.printable, .bold) + (date == today ? "" : " It began on \(date)."))
        for line in teller.lines {
            Output.line(palette.paint(Clock.timeOfDay(line.time), .dim) + "  " + line.text.printable)
        }
    }
}

extension Registry {
    /// All calls, as a story names them. The texts of apps must be made printable for a terminal.
    fileprivate var cast: StoryCast {
        func short(_ text: String) -> String { text.printable.shortened(to: Table.widest) }
        return StoryCast(calls.values, text: short) { shortID($0.uuid) }
    }
}

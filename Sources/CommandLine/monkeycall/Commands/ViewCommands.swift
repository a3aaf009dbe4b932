// SPDX-License-Identifier: MIT

import ArgumentParser
import CallClient
import CallHealth
import CallInterface
import CallStories
import SDBus

struct List: ControlCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show all calls.",
        discussion: """
            One line for each call: id, state, app, the other side, how long it has lasted, and why it is in that \
            state. With --json an array of objects, with the properties of org.monkeycall.CallManager.Call.

            EXAMPLE
              monkeycall list --json | jq -r '.[] | select(.State == "incoming").UUID'
            """)

    @OptionGroup var options: ControlOptions

    func perform() throws(Failure) {
        let registry = try options.connect().registry()
        let calls = CallTable(registry)
        if bus.json { Output.line(calls.json.text) } else { calls.show() }
    }
}

/// The table of `list`.
struct CallTable {
    /// APP (2), WITH (3) and NOTES (5) shrink first, so that a long name hides no column. Then NOTES, TIME (4) and APP
    /// disappear; ID and STATE stay. WITH loses the number before the name: see `Cell`.
    static let losses: [Table.Loss] = [
        .end(of: 2, to: 12), .end(of: 3, to: 32), .end(of: 5, to: 8), .column(5), .column(4), .end(of: 2, to: 4),
        .column(2), .end(of: 3, to: 4),
    ]

    private let registry: Registry
    private let calls: [CallRecord]

    init(_ registry: Registry) { (self.registry, calls) = (registry, registry.callsInOrder) }

    var json: JSON { .array(calls.map { JSON($0.properties) }) }

    func show() {
        guard !calls.isEmpty else { return Output.line("No calls.") }
        let palette = Palette.standardOutput
        var table = Table(["ID", "STATE", "APP", "WITH", "TIME", "NOTES"], losing: Self.losses)
        for call in calls { table.add(cells(call)) }
        table.show { text, column, padding in
            switch column {
            case 0: palette.paint(text, .bold) + padding
            case 1: palette.paint(state: text, padding: padding)
            case 4, 5: palette.paint(text, .dim) + padding
            default: text + padding
            }
        }
    }

    private func cells(_ call: CallRecord) -> [Cell] {
        let start = call.connectedAt == 0 ? call.startedAt : call.connectedAt
        return [
            Cell(registry.shortID(call.uuid)), Cell(call.state.text), Cell(call.providerName), Cell(call),
            Cell(start == 0 ? "" : Clock.duration(from: start)), Cell(notes(call).joined(separator: ", ")),
        ]
    }

    private func notes(_ call: CallRecord) -> [String] {
        let companions = registry.companions(of: call).map { registry.shortID($0.uuid) }
        let notes = [
            call.hasAudio ? "has the audio" : "", call.isMuted ? "muted" : "", call.flag(.hasVideo) ? "video" : "",
            call.flag(.emergency) ? "emergency" : "",
            call.text(.postDial).isEmpty ? "" : "code \(call.text(.postDial))",
            call.flag(.silenced) ? "silenced" : "",
            companions.isEmpty ? "" : "in conference with " + companions.joined(separator: " "),
            call.pendingAction.isEmpty ? "" : "\(call.pendingAction) pending", call.why(in: registry),
        ]
        return notes.filter { !$0.isEmpty }
    }
}

struct Status: ControlCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show whether you are in a call, which app has the audio, and whether calls are refused.",
        discussion: """
            With --json an object: InCall, Ringing, OwnerProvider, OwnerCalls, Route, Alert, HasShell, HasDirectory, \
            DoNotDisturb, DoNotDisturbReason, DoNotDisturbUntil, Unenforced, Problems, Primary, ConfigurationProblems, \
            StateProblem, as in org.monkeycall.CallManager, org.monkeycall.CallManager.Audio and org.monkeycall.Agent; \
            and Health, an array of objects with Kind, Grade, Text and, if a command mends it, Command.

            The lines that begin with Good, Note and Problem say how the parts of MonkeyCall and of the desktop are, each \
            with the command that mends it. The window shows the same list.

            Without a directory (monkeycall-directory) every call rings, and callers have no names of contacts. \
            monkeycalld --check explains problems of the configuration.

            monkeycall-agent knows whether calls are refused, and for which calls it must rely on the app to be \
            silent. If it does not run, or is not the primary shell, these are "unknown", and null with --json.

            EXAMPLES
              monkeycall status --json | jq -e .InCall >/dev/null && echo busy
            """)

    @OptionGroup var options: ControlOptions

    func perform() throws(Failure) {
        let service = try options.connect()
        // The agents of other users are out of reach.
        let facts = try StatusFacts(service, try service.registry(), of: options.isOwn ? bus : nil)
        if bus.json { Output.line(JSON.object(facts.members).text) } else { facts.show() }
    }
}

/// The answers of the service, and of the agent if one runs.
struct StatusFacts {
    private let registry: Registry
    private let audio: AudioRecord
    private let manager: [String: Variant]
    private let agent: AgentRecord?
    private let health: HealthFacts

    /// `bus` has the user's own programs; nil = they are those of another user.
    init(_ service: Service, _ registry: Registry, of bus: BusOptions?) throws(Failure) {
        (self.registry, audio, manager) = (registry, try service.audio(), try service.manager())
        let facts = HealthFacts.Service(manager, hasShell: audio.hasShell)
        if let bus {
            agent = try? AgentLink(bus).record()
            health = HealthFacts(facts, agent, registry, bus)
        } else {
            (agent, health) = (nil, HealthFacts(facts))
        }
    }

    /// `grade`: only the lines of the health list with it; nil = all.
    func show(only grade: HealthGrade? = nil) {
        for (label, value) in lines { Output.line((label + ":").padded(to: HealthText.column) + value.printable) }
        let text = HealthText(palette: .standardOutput, room: Terminal.width)
        for line in health.lines where grade == nil || line.grade == grade { Output.line(text.text(line)) }
    }

    private var configurationProblems: [String] { manager[.configurationProblems]?.strings ?? [] }
    private var hasDirectory: Bool { manager.flag(.hasDirectory) }
    private var stateProblem: String { manager.text(.stateProblem) }
    private var presence: CallPresence { CallPresence(registry, audio) }
    /// The primary shell decides about do-not-disturb; without a shell the service refuses nothing.
    private var decider: AgentRecord? {
        if agent?.isPrimary == true { return agent }
        return audio.hasShell ? nil : AgentRecord(properties: [:])
    }

    var members: [(key: String, value: JSON)] {
        [
            ("InCall", .bool(presence.isInCall)), ("Ringing", .bool(presence.isRinging)),
            ("OwnerProvider", .string(audio.ownerProvider)), ("OwnerCalls", .strings(audio.ownerCalls)),
            ("Route", .string(audio.route)), ("Alert", .string(audio.alert.text)), ("HasShell", .bool(audio.hasShell)),
            ("HasDirectory", .bool(hasDirectory)),
            ("DoNotDisturb", decider.map { .bool($0.doNotDisturb) } ?? .null),
            ("DoNotDisturbReason", decider.map { .string($0.reason) } ?? .null),
            ("DoNotDisturbUntil", decider.map { .unsigned($0.until) } ?? .null),
            ("Unenforced", agent.map { .strings($0.unenforced) } ?? .null),
            ("Problems", agent.map { .strings($0.problems) } ?? .null),
            ("Primary", agent.map { .bool($0.isPrimary) } ?? .null),
            ("ConfigurationProblems", .strings(configurationProblems)), ("StateProblem", .string(stateProblem)),
            ("Health", .array(health.lines.map(\.json))),
        ]
    }

    private var lines: [(String, String)] {
        var lines = [
            ("In a call", presence.isInCall ? "yes" : "no"), ("Ringing", ringing), ("Audio", owner),
            ("Route", route), ("Do not disturb", decider?.words ?? unknown),
            ("Directory", hasDirectory ? "screens and names calls" : "does not run"),
        ]
        if let agent, !agent.unenforced.isEmpty {
            lines.append(("Not enforced", agent.unenforced.map { registry.shortID($0) }.joined(separator: " ")))
        }
        return lines
    }

    private var ringing: String {
        guard presence.isRinging else { return "no" }
        return audio.hasShell ? audio.alert == .silent ? "yes, silenced" : "yes" : "yes, by the app itself"
    }

    private var owner: String {
        guard !audio.ownerCalls.isEmpty else { return audio.ownerProvider.isEmpty ? "nobody" : audio.ownerProvider }
        let calls = audio.ownerCalls.compactMap { registry.call($0) }
        let words = calls.map { [registry.shortID($0.uuid), $0.party].filter { !$0.isEmpty }.joined(separator: "  ") }
        return ([calls.first?.providerName ?? audio.ownerProvider] + words).joined(separator: "  ")
    }

    /// The name for people, if the route has one.
    private var route: String {
        guard !audio.route.isEmpty else { return "unknown" }
        return audio.routes.first { $0.name == audio.route }?.localizedName ?? audio.route
    }

    private var unknown: String {
        agent == nil
            ? "unknown, because monkeycall-agent does not run here" : "unknown, because another shell decides about it"
    }
}

struct Why: ControlCommand {
    static let configuration = CommandConfiguration(
        abstract: "Explain what happened to a call, and why, also after it has ended.",
        discussion: """
            One line for each event: the request and its origin, the action that the app was told to perform, the \
            result, and the other call that was the reason. The service remembers the last hundred calls that ended. A \
            last line says if monkeycall-agent reads the level of your microphone now, because the call is muted and you \
            want to be told when you speak (WarnWhenMuted in monkeycall-agent.conf(5)).

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

    func perform() throws(Failure) {
        let service = try options.connect()
        let registry = try service.registry().adding(try service.endedCalls())
        let moments = try service.story(of: try select(in: registry))
        if bus.json { return Output.line(JSON.array(moments.map { JSON($0) }).text) }
        show(moments.map { StoryMoment($0) }, registry)
        let isMuted = moments.first.flatMap { registry.call($0.text(.call)) }?.isMuted == true
        if isMuted, options.isOwn, (try? AgentLink(bus).record())?.readsMicrophone == true {
            Output.line("monkeycall-agent reads the level of the microphone now, to tell you when you speak.")
        }
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

    private func show(_ moments: [StoryMoment], _ registry: Registry) {
        guard let first = moments.first else { return }
        let palette = Palette.standardOutput
        let call = first.text(.call)
        let teller = StoryTeller(
            of: call, moments, registry.storyCalls, pendingAction: registry.call(call)?.pendingAction)
        let date = Clock.date(first.time)
        let today = Clock.date(Clock.now)
        let room = Terminal.width
        let began = date == today ? "" : " It began on \(date)."
        Output.line(palette.paint((teller.heading.printable + began).wrapped(to: room), .bold))
        for line in teller.lines {
            let time = Clock.timeOfDay(line.time)
            // The text is wrapped without its colours.
            let text = (time + "  " + line.text.printable).wrapped(to: room, indent: time.count + 2)
            Output.line(palette.paint(time, .dim) + text.dropFirst(time.count))
        }
    }
}

extension Registry {
    /// All calls, as a story names them. The texts of apps must be made printable for a terminal.
    fileprivate var storyCalls: StoryCalls {
        func short(_ text: String) -> String { text.printable.shortened(to: Table.widest) }
        return StoryCalls(calls.values, text: short) { shortID($0.uuid) }
    }
}

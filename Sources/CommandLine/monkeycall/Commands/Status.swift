// SPDX-License-Identifier: MIT
import ArgumentParser
import CallClient
import CallInterface
import SDBus

struct Status: Command {
    static let configuration = CommandConfiguration(
        abstract: "Show whether you are in a call, which app has the audio, and whether calls are refused.",
        discussion: """
            With --json an object: InCall, Ringing, OwnerProvider, OwnerCalls, Route, Alert, HasShell, HasDirectory, \
            DoNotDisturb, DoNotDisturbReason, DoNotDisturbUntil, Unenforced, Problems, Primary, ConfigurationProblems, \
            StateProblem; as in org.monkeycall.CallManager, org.monkeycall.CallManager.Audio and org.monkeycall.Agent.

            Without a directory (monkeycall-directory) every call rings, and callers have no names of contacts.

            A problem with the state means that a restart of the service would lose the calls. monkeycalld --check \
            explains problems of the configuration.

            monkeycall-agent knows whether calls are refused, and for which calls it must rely on the app to be \
            silent. If it does not run, or is not the primary shell, these are "unknown", and null with --json.

            EXAMPLES
              monkeycall status --json | jq -e .InCall >/dev/null && echo busy
            """)

    @OptionGroup var options: ControlOptions

    var bus: BusOptions { options.bus }

    func perform() throws(Failure) {
        let service = try options.connect()
        let registry = try service.registry()
        let facts = Facts(
            registry: registry, audio: try service.audio(), manager: try service.manager(), agent: agent)
        if bus.json { return Output.line(facts.json.text) }
        for (label, value) in facts.lines { Output.line((label + ":").padded(to: 16) + value.printable) }
    }

    /// The agent of the calling user; the agents of other users are out of reach.
    private var agent: AgentRecord? {
        guard options.isOwn else { return nil }
        return try? AgentLink(bus).record()
    }
}

/// The answers of the service, and of the agent if one runs.
private struct Facts {
    let registry: Registry
    let audio: AudioRecord
    let manager: [String: Variant]
    let agent: AgentRecord?

    private var configurationProblems: [String] { manager[.configurationProblems]?.strings ?? [] }
    private var hasDirectory: Bool { manager.flag(.hasDirectory) }
    private var stateProblem: String { manager.text(.stateProblem) }
    private var presence: CallPresence { CallPresence(registry, audio) }
    /// The primary shell decides about do-not-disturb; without a shell the service refuses nothing.
    private var decider: AgentRecord? {
        if agent?.isPrimary == true { return agent }
        return audio.hasShell ? nil : AgentRecord(properties: [:])
    }

    var json: JSON {
        let members: [(String, JSON)] = [
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
        ]
        return .object(members)
    }

    var lines: [(String, String)] {
        var lines = [
            ("In a call", presence.isInCall ? "yes" : "no"), ("Ringing", ringing), ("Audio", owner),
            ("Route", route), ("Do not disturb", decider?.words ?? unknown),
            ("Directory", hasDirectory ? "screens and names calls" : "does not run"),
        ]
        if let agent, !agent.unenforced.isEmpty {
            lines.append(("Not enforced", agent.unenforced.map { registry.shortID($0) }.joined(separator: " ")))
        }
        if let agent, !agent.problems.isEmpty { lines.append(("Problems", agent.problemWords)) }
        lines += configurationProblems.map { ("Configuration", $0) }
        if !stateProblem.isEmpty { lines.append(("State", "not kept: " + stateProblem)) }
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

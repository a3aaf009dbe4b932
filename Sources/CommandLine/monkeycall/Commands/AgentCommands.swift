// SPDX-License-Identifier: MIT

import ArgumentParser
import CallClient
import CallInterface
import CallStories
import ConfigurationText
import SDBus

struct DoNotDisturb: Command {
    static let configuration = CommandConfiguration(
        commandName: "dnd",
        abstract: "Show whether do-not-disturb is on, and switch it on and off.",
        discussion: """
            While do-not-disturb is on, the service refuses calls, and their apps tell the callers. With Refuse=no in \
            [DoNotDisturb] of monkeycall-agent.conf(5) it silences calls instead, and their callers hear ringing on. A \
            caller that the settings allow still rings, and so does a caller that calls again within three minutes. A \
            call that already rings goes on.

            This is one of several switches: the service does the same while do-not-disturb of the desktop is on \
            (GNOME, Plasma, dunst, mako), which this command does not change. The switch keeps its value when the \
            computer restarts.

            The command prints the present value in one line, with --json as an object with DoNotDisturb, \
            DoNotDisturbReason, DoNotDisturbUntil and Primary, properties of org.monkeycall.Agent.

            EXAMPLES
              monkeycall dnd on
              monkeycall dnd 2h
              monkeycall dnd 30min
              monkeycall dnd off
            """)

    @Argument(
        help: "on, off, or a duration: 45s, 30min, 2h, \"1h 30min\"; at most 24h.",
        completion: .list(["on", "off", "30min", "1h", "2h", "8h"]))
    var setting: DoNotDisturbSetting?
    @OptionGroup var bus: BusOptions

    func perform() throws(Failure) {
        let agent = try AgentLink(bus)
        switch setting {
        case nil: break
        case .on: try agent.setDoNotDisturb(true, until: 0)
        case .off: try agent.setDoNotDisturb(false, until: 0)
        case .lasting(let span): try agent.setDoNotDisturb(true, until: Clock.now + span.microseconds)
        }
        let record = try agent.record()
        if bus.json {
            let keys: [Key] = [.doNotDisturb, .doNotDisturbReason, .doNotDisturbUntil, .primary]
            return Output.line(
                JSON.object(keys.compactMap { key in record.properties[key].map { (key.rawValue, JSON($0)) } }).text)
        }
        Output.line("Do not disturb is \(record.words).")
        if !record.isPrimary { Output.line("Not in force: monkeycall-agent is not the shell that acts now.") }
    }
}

/// The argument of `monkeycall dnd`.
enum DoNotDisturbSetting: ExpressibleByArgument {
    case on, off
    case lasting(TimeSpan)

    init?(argument: String) {
        switch argument {
        case "on": self = .on
        case "off": self = .off
        default:
            guard let span = TimeSpan(argument) else { return nil }
            self = .lasting(span)
        }
    }
}

/// A connection to monkeycall-agent.
struct AgentLink {
    private let link: ProgramLink

    init(_ options: BusOptions) throws(Failure) {
        link = try ProgramLink(
            .init(
                name: AgentName.bus, path: AgentName.path,
                wayToStart: "systemctl --user start monkeycall-agent starts it",
                // The agent answers at once.
                timeout: 5_000_000),
            options.sessionBus)
    }

    func record() throws(Failure) -> AgentRecord {
        AgentRecord(properties: try link.properties(of: AgentName.interface))
    }

    func setDoNotDisturb(_ isOn: Bool, until: UInt64) throws(Failure) {
        try link.call(AgentName.interface, AgentName.setDoNotDisturb, isOn, until)
    }

    /// Returns when the user is being asked.
    func confirmCall(link text: String) throws(Failure) {
        try link.call(AgentName.interface, AgentName.confirmCall, text, [String: Variant]())
    }
}

/// The properties of `org.monkeycall.Agent`, which monkeycall-agent has in the user's session.
struct AgentRecord {
    let properties: [String: Variant]

    var doNotDisturb: Bool { properties.flag(.doNotDisturb) }
    var reason: String { properties.text(.doNotDisturbReason) }
    var until: UInt64 { properties[.doNotDisturbUntil]?.uint64 ?? 0 }
    var unenforced: [String] { properties[.unenforced]?.strings ?? [] }
    /// Words of the property; empty for an older agent without it.
    var problems: [String] { properties[.problems]?.strings ?? [] }
    var isPrimary: Bool { properties.flag(.primary) }
    var readsMicrophone: Bool { properties.flag(.readsMicrophone) }

    /// Whether do-not-disturb is on, and why, for people.
    var words: String {
        guard doNotDisturb else { return "off" }
        switch QuietReason(rawValue: reason) {
        case .user:
            guard until > 0 else { return "on, until it is switched off" }
            return "on, until \(Clock.moment(until))"
        case .gnome: return "on, in GNOME's settings"
        case .kde: return "on, in Plasma's notifications"
        case .dunst: return "on, because dunst is paused"
        case .mako: return "on, by mako's mode"
        case .xfce: return "on, in Xfce's notifications"
        case .swaync: return "on, in swaync"
        case .elementary: return "on, in elementary's notifications"
        case .mate: return "on, in MATE's notifications"
        case .cinnamon: return "on, in Cinnamon's notifications"
        case .cosmic: return "on, in COSMIC's notifications"
        case nil: return "on (\(reason.printable))"
        }
    }
}

// SPDX-License-Identifier: MIT
import ArgumentParser
import CallInterface
import ConfigurationText

struct DoNotDisturb: Command {
    static let configuration = CommandConfiguration(
        commandName: "dnd",
        abstract: "Say whether calls are refused, and switch that on and off.",
        discussion: """
            While it is on, the service refuses calls, and their apps tell the callers. Callers whom the settings of \
            monkeycall-agent allow still ring, and those who call again within three minutes. What rings already goes on.

            This switch is one of several: calls are refused also while do-not-disturb of the desktop is on (GNOME, \
            Plasma, dunst, mako), and switching this one off leaves that as it is. It stays as it is when the computer \
            is started again.

            Without an argument, and after switching, one line says what is. With --json an object with DoNotDisturb, \
            DoNotDisturbReason, DoNotDisturbUntil and Primary, properties of org.monkeycall.Agent.

            EXAMPLES
              monkeycall dnd on
              monkeycall dnd 2h
              monkeycall dnd 30min
              monkeycall dnd off
            """)

    @Argument(
        help: "on, off, or for how long: 45s, 30min, 2h, \"1h 30min\"; at most 24h.",
        completion: .list(["on", "off", "30min", "1h", "2h", "8h"]))
    var wish: QuietWish?
    @OptionGroup var bus: BusOptions

    func perform() throws(Failure) {
        let agent = try AgentLink(bus)
        switch wish {
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

/// What `monkeycall dnd` can be told.
enum QuietWish: ExpressibleByArgument {
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

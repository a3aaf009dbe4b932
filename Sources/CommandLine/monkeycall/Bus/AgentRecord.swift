// SPDX-License-Identifier: MIT
import CallInterface
import CallStories
import SDBus

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

    var problemWords: String {
        problems.map { problem in
            switch problem {
            case "sound-fails": "the sound of a call fails, so calls ring with another one"
            case "no-notification-server": "calls are not shown, because no notification server is running"
            default: problem
            }
        }.joined(separator: "; ")
    }

    /// Whether calls are refused, for people.
    var words: String {
        guard doNotDisturb else { return "off" }
        switch reason {
        case "user":
            guard until > 0 else { return "on, until it is switched off" }
            return "on, until \(Clock.moment(until))"
        case "gnome": return "on, in GNOME's settings"
        case "kde": return "on, in Plasma's notifications"
        case "dunst": return "on, because dunst is paused"
        case "mako": return "on, by mako's mode"
        default: return "on (\(reason.printable))"
        }
    }
}

// SPDX-License-Identifier: MIT
import CallInterface
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

/// A connection to monkeycall-agent, on the session bus or on the bus that the command line names.
struct AgentLink {
    /// In microseconds. The agent answers at once.
    private static let timeout: UInt64 = 5_000_000

    private let connection: BusConnection
    private let address: BusAddress

    init(_ options: BusOptions) throws(Failure) {
        address = options.address.map { .address($0) } ?? .session
        do throws(BusError) {
            connection = try BusConnection(address, description: "monkeycall")
        } catch {
            throw Self.unavailable("\(error.message) (\(address.description))")
        }
    }

    func record() throws(Failure) -> AgentRecord {
        let target = CallTarget(AgentName.bus, AgentName.path, StandardInterface.properties, "GetAll")
        return try ask { () throws(BusError) in
            let reply = try connection.call(target, AgentName.bus, timeout: Self.timeout)
            return AgentRecord(properties: try reply.read([String: Variant].self))
        }
    }

    func setDoNotDisturb(_ isOn: Bool, until: UInt64) throws(Failure) {
        let target = CallTarget(AgentName.bus, AgentName.path, AgentName.bus, "SetDoNotDisturb")
        try ask { () throws(BusError) in
            _ = try connection.call(target, isOn, until, timeout: Self.timeout)
        }
    }

    private func ask<Result>(_ body: () throws(BusError) -> Result) throws(Failure) -> Result {
        do throws(BusError) {
            return try body()
        } catch  where error.name == StandardErrorName.serviceUnknown {
            throw Self.unavailable(
                "\(AgentName.bus) is not on \(address.description); systemctl --user start monkeycall-agent starts it")
        } catch  where error.saysUnavailable {
            throw Self.unavailable("\(AgentName.bus) on \(address.description): \(error.message)")
        } catch {
            throw .refused(error)
        }
    }

    private static func unavailable(_ message: String) -> Failure {
        Failure(status: .unavailable, name: "ServiceUnavailable", message: message.printable)
    }
}

// SPDX-License-Identifier: MIT
import CallInterface
import SDBus

/// Why a command did not do what it was asked to: an exit status and an error that a script can read.
struct Failure: Error {
    /// The exit statuses. A wrong command line is 64 too, as ArgumentParser has it.
    enum Status: Int32 {
        /// The action was accepted, and then not performed.
        case failed = 1
        /// The service has refused what was asked for.
        case refused = 2
        /// The command line does not say what to do.
        case usage = 64
        /// There is no service, or no bus.
        case unavailable = 69
        /// The output cannot be written.
        case output = 74
    }

    let status: Status
    /// One word: for a refusal the D-Bus error without the prefix of the service's or the standard's errors.
    let name: String
    /// For people, printable; may have several lines.
    let message: String
    /// More members of the JSON object.
    var details: [(key: String, value: JSON)] = []

    /// `monkeycall: Name: message`, or the same as JSON.
    func line(json: Bool) -> String {
        guard json else { return "monkeycall: \(name): \(message)" }
        let members: [(key: String, value: JSON)] = [
            ("Error", .string(name)), ("Message", .string(message)), ("Status", .signed(Int64(status.rawValue))),
        ]
        return JSON.object(members + details).text
    }

    /// Several things fit the words, each with a line for people and a name for programs.
    static func ambiguous(_ thing: String, _ what: String, _ names: [String], _ lines: [String]) -> Failure {
        Failure(
            status: .usage, name: "Ambiguous" + thing,
            message: (["\(what); which one?"] + lines.map { "  " + $0 }).joined(separator: "\n"),
            details: [("Candidates", .strings(names))])
    }

    /// A refusal by the service.
    static func refused(_ error: BusError) -> Failure {
        Failure(status: .refused, name: error.shortName.printable, message: error.message.printable)
    }
}

extension BusError {
    /// `RequestTransaction.InvalidAction`, `AccessDenied`; a name of anybody else's whole.
    var shortName: String {
        for prefix in [CallManagerName.errorPrefix, "org.freedesktop.DBus.Error."] where name.hasPrefix(prefix) {
            return String(name.dropFirst(prefix.count))
        }
        return name
    }

    /// Whether it says that nobody is there to answer, rather than what the answer is.
    var saysUnavailable: Bool {
        switch name {
        case StandardErrorName.serviceUnknown, StandardErrorName.nameHasNoOwner, StandardErrorName.noReply,
            StandardErrorName.disconnected, "org.freedesktop.DBus.Error.Timeout",
            "org.freedesktop.DBus.Error.TimedOut", "org.freedesktop.DBus.Error.NoServer":
            true
        default:
            ["org.freedesktop.DBus.Error.Spawn.", "org.freedesktop.systemd1.", "System.Error."].contains {
                name.hasPrefix($0)
            }
        }
    }
}

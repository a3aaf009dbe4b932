// SPDX-License-Identifier: MIT
import CallClient
import CallInterface
import SDBus

/// Why a command failed: an exit status, and an error that a script can read.
struct Failure: Error {
    /// The exit statuses. ArgumentParser also uses 64 for a wrong command line.
    enum Status: Int32 {
        /// The service accepted the action, and the app did not perform it.
        case failed = 1
        /// The service refused the request.
        case refused = 2
        /// The command line is wrong or ambiguous.
        case usage = 64
        /// The service or the bus does not run.
        case unavailable = 69
        /// The command cannot write its output.
        case output = 74
    }

    let status: Status
    /// One word: for a refusal the name of the D-Bus error without the prefix of the service's or the standard's
    /// errors.
    let name: String
    /// Printable; may have several lines.
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

    /// Several candidates fit, each with a line for people and a name for programs.
    static func ambiguous(_ thing: String, _ what: String, _ names: [String], _ lines: [String]) -> Failure {
        Failure(
            status: .usage, name: "Ambiguous" + thing,
            message: (["\(what); name one of them"] + lines.map { "  " + $0 }).joined(separator: "\n"),
            details: [("Candidates", .strings(names))])
    }

    /// Several addresses of contacts fit a name.
    static func ambiguous(_ addresses: [ContactAddress], for name: String) -> Failure {
        Failure(
            status: .usage, name: "AmbiguousContact",
            message: (["\(addresses.count) addresses fit \(name.printable); name one of them"]
                + addresses.map { "  " + $0.line }).joined(separator: "\n"),
            details: [("Candidates", .array(addresses.map(\.json)))])
    }

    /// A refusal by the service.
    static func refused(_ error: BusError) -> Failure {
        Failure(status: .refused, name: error.shortName.printable, message: error.message.printable)
    }
}

extension BusError {
    /// `RequestTransaction.InvalidAction`, `AccessDenied`; for all other errors the whole name.
    var shortName: String {
        let prefixes = [
            CallManagerName.errorPrefix, DirectoryName.errorPrefix, AgentName.errorPrefix,
            "org.freedesktop.DBus.Error.",
        ]
        for prefix in prefixes where name.hasPrefix(prefix) {
            return String(name.dropFirst(prefix.count))
        }
        return name
    }
}

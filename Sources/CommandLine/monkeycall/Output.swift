// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import Glibc
import SDBus

/// Standard output and error. Each line is written whole and at once, so that the reader of a pipe sees it at its time.
enum Output {
    static func line(_ text: String) {
        write(text + "\n", to: STDOUT_FILENO)
    }

    /// Prints a line to standard error.
    static func errorLine(_ text: String) {
        write(text + "\n", to: STDERR_FILENO)
    }

    /// Prints a question to standard error; the answer follows on the same line.
    static func question(_ text: String) { write(text, to: STDERR_FILENO) }

    /// Ends the program if it cannot write. If the reader has left, SIGPIPE has ended the program before, unless that
    /// signal is ignored.
    private static func write(_ text: String, to descriptor: Int32) {
        var text = text
        let problem: Int32? = text.withUTF8 { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, UnsafeBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count >= 0 {
                    rest = rest.dropFirst(count)
                } else if errno == EAGAIN {
                    var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    poll(&wait, 1, -1)
                } else if errno != EINTR {
                    return errno
                }
            }
            return nil
        }
        guard let problem, descriptor == STDOUT_FILENO else { return }
        if problem != EPIPE { errorLine("monkeycall: OutputFailed: \(String(cString: strerror(problem)))") }
        exit(Failure.ExitStatus.output.rawValue)
    }
}

/// Why a command failed: an exit status, and an error that a script can read.
struct Failure: Error {
    /// The exit statuses. ArgumentParser also uses 64 for a wrong command line.
    enum ExitStatus: Int32 {
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

    let status: ExitStatus
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

    /// Several candidates fit. `candidates` is for programs, and has a line for people for each.
    static func ambiguous(_ thing: String, _ what: String, _ candidates: JSON, _ lines: [String]) -> Failure {
        Failure(
            status: .usage, name: "Ambiguous" + thing,
            message: (["\(what); name one of them"] + lines.map { "  " + $0 }).joined(separator: "\n"),
            details: [("Candidates", candidates)])
    }

    /// Whether the directory cannot use its database.
    var isDatabase: Bool { DirectoryName.databaseError == DirectoryName.errorPrefix + name }

    /// A refusal by the service.
    static func refused(_ error: BusError) -> Failure {
        Failure(.refused, error.shortName.printable, error.message)
    }
}

extension Failure {
    /// A failure without details. The message becomes printable, and is one line.
    init(_ status: ExitStatus, _ name: String, _ message: String) {
        self.init(status: status, name: name, message: message.printable)
    }
}

extension BusError {
    /// `RequestTransaction.InvalidAction`, `AccessDenied`; for all other errors the whole name.
    var shortName: String {
        let prefixes = [
            CallManagerName.errorPrefix, DirectoryName.errorPrefix, AgentName.errorPrefix, EchoName.errorPrefix,
            "org.freedesktop.DBus.Error.",
        ]
        for prefix in prefixes where name.hasPrefix(prefix) {
            return String(name.dropFirst(prefix.count))
        }
        return name
    }
}

extension String {
    /// The text for a terminal, on one line. All texts of apps must pass here before a terminal shows them.
    var printable: String {
        guard unicodeScalars.contains(where: \.isUnprintable) else { return self }
        var text = ""
        for scalar in unicodeScalars {
            if scalar.isUnprintable {
                text += "\\u{" + String(scalar.value, radix: 16) + "}"
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

// SPDX-License-Identifier: MIT

import ArgumentParser
import CallContract
import SystemFiles

/// The command line of the service: the tasks of `busctl` in fewer words.
@main
struct MonkeyCall: Command {
    static let configuration = CommandConfiguration(
        commandName: "monkeycall",
        abstract: "See and control all calls of all apps.",
        discussion: """
            All calling apps of a desktop report their calls to monkeycalld, which decides which call has the \
            microphone. monkeycall shows and controls these calls, for people and for scripts.

            Name a call by the first characters of its id, at least four; list shows them. If a command fits only one \
            call, leave the id out. A command returns when the app has performed the action, unless its help says \
            something else. Without a command monkeycall shows the status, the calls and a few commands, with --json \
            an object with the members of status and Calls.

            EXAMPLES
              monkeycall list
              monkeycall answer
              monkeycall hold 3f9a
              monkeycall dial +4930123456
              monkeycall block 3f9a
              monkeycall dnd 2h
              monkeycall watch
              monkeycall why 3f9a

            ENVIRONMENT
              NO_COLOR  if it is set, the output has no colours
              DBUS_SYSTEM_BUS_ADDRESS  another address of the system bus
              DBUS_SESSION_BUS_ADDRESS  another address of the session bus

            EXIT STATUS
               0  done
               1  accepted, but the app did not perform it, or you answered no; see standard error
               2  the service refused it, or there is no such call, contact or route
              64  wrong usage, also if several calls, contacts or routes fit, or a file cannot be read
              69  no service or no bus runs; for dnd, no monkeycall-agent runs; for a command that needs \
            monkeycall-directory, monkeycall-bridge or monkeycall-echo, it does not run
              74  cannot write the output, the settings or the files of a new app

            DIAGNOSTICS
            An error is a line on standard error, "monkeycall: Name: message", or with --json an object with Error, \
            Message and Status. Name is the name of the D-Bus error without its prefix, or one of ActionFailed, \
            AmbiguousCall, AmbiguousContact, AmbiguousRoute, Cancelled, HiddenCaller, InputFailed, OutputFailed, \
            ServiceLost, ServiceUnavailable, SettingsFailed, UnknownCall, UnknownContact, UnknownRoute, UnknownRule and \
            UsageError. \
            Without --json a UsageError shows the usage of its command instead.

            SEE ALSO
            monkeycall-phone(1), monkeycall-agent.conf(5), monkeycall-bridge.conf(5), monkeycalld.conf(5), \
            monkeycall-agent(8), monkeycall-bridge(8), monkeycall-browser(8), monkeycall-directory(8), \
            monkeycall-echo(8), monkeycall-modem-front(8), monkeycalld(8)
            """,
        version: "\(contractVersion)",
        groupedSubcommands: [
            CommandGroup(
                name: "Viewing",
                subcommands: [
                    List.self, Recents.self, Missed.self, Providers.self, Bridges.self, Status.self, Watch.self,
                    Why.self,
                ]),
            CommandGroup(
                name: "Controlling",
                subcommands: [
                    Dial.self, Redial.self, Answer.self, Decline.self, End.self, Hold.self, Resume.self, Swap.self,
                    Mute.self, Unmute.self, DTMF.self, Merge.self, Group.self, Ungroup.self, Silence.self, Route.self,
                    DoNotDisturb.self, TestCallCommand.self,
                ]),
            CommandGroup(
                name: "Callers",
                subcommands: [
                    Contact.self, Favourites.self, Block.self, Unblock.self, Lists.self, Screeners.self,
                    Apps.self,
                ]),
            CommandGroup(name: "Calling app", subcommands: [ProviderCommand.self, NewApp.self]),
        ])

    @OptionGroup var bus: BusOptions

    static func main() {
        StandardFiles.open()
        let arguments = Array(CommandLine.arguments.dropFirst())
        do {
            let names = configuration.groupedSubcommands.flatMap(\.subcommands).map {
                $0.configuration.commandName ?? "\($0)".lowercased()
            }
            try SubcommandName(names).check(arguments)
            var command = try parseAsRoot(arguments)
            try command.run()
        } catch {
            // A command has printed its own errors.
            if error is ExitCode { exit(withError: error) }
            // Help, the version and completions. ArgumentParser does not notice that it cannot write them.
            if exitCode(for: error) == .success {
                Output.line(fullMessage(for: error, columns: nil))
                exit(withError: ExitCode.success)
            }
            let isUsage = exitCode(for: error) == .validationFailure
            if isUsage, arguments.prefix(while: { $0 != "--" }).contains("--json") {
                let failure = Failure(status: .usage, name: "UsageError", message: message(for: error))
                Output.errorLine(failure.line(json: true))
                exit(withError: ExitCode.validationFailure)
            }
            exit(withError: error)
        }
    }
}

/// Checks the subcommand of a command line before ArgumentParser reads the rest: ArgumentParser says only "Unexpected
/// argument" for a misspelt name, and accepts `help nosuch`.
struct SubcommandName {
    private let names: [String]

    init(_ names: [String]) { self.names = names }

    /// Throws if the arguments name an unknown subcommand.
    func check(_ arguments: [String]) throws(ValidationError) {
        guard let word = Self.first(of: arguments[...]) else { return }
        if word.text != "help" { return try check(word.text) }
        if let subject = Self.first(of: word.rest) { try check(subject.text) }
    }

    private func check(_ word: String) throws(ValidationError) {
        guard word != "help", !names.contains(word) else { return }
        let hint = nearest(to: word).map { "did you mean '\($0)'?" } ?? "see 'monkeycall help'."
        throw ValidationError("There is no command '\(word.printable)'; \(hint)")
    }

    /// The first argument that is not an option, if only options of all commands precede it.
    private static func first(of arguments: ArraySlice<String>) -> (text: String, rest: ArraySlice<String>)? {
        var rest = arguments
        while let word = rest.popFirst() {
            switch word {
            case "--session", "--json": break
            case "--address": rest = rest.dropFirst()
            case _ where word.hasPrefix("--address="): break
            case _ where word.hasPrefix("-"): return nil
            default: return (word, rest)
            }
        }
        return nil
    }

    /// The words of other programs, and what they are here.
    private static let otherWords = [
        "accept": "answer", "call": "dial", "hangup": "end", "history": "recents", "reject": "decline",
        "version": "--version",
    ]

    /// The name that the user may have meant.
    func nearest(to word: String) -> String? {
        let word = word.lowercased()
        if let name = Self.otherWords[word] { return name }
        if word.count > 1, let whole = names.first(where: { $0.hasPrefix(word) }) { return whole }
        let nearest = names.map { ($0, Self.distance($0, word)) }.min { $0.1 < $1.1 }
        return nearest.flatMap { name, distance in distance <= (word.count > 3 ? 2 : 1) ? name : nil }
    }

    /// How many letters to insert, remove, replace, or swap with the next to get from one word to the other.
    private static func distance(_ one: String, _ other: String) -> Int {
        let (one, other) = (Array(one), Array(other))
        var rows = [Array(0...other.count)]
        for i in one.indices {
            var row = [i + 1]
            for j in other.indices {
                var cost = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (one[i] == other[j] ? 0 : 1))
                if i > 0, j > 0, one[i] == other[j - 1], one[i - 1] == other[j] {
                    cost = min(cost, rows[i - 1][j - 1] + 1)
                }
                row.append(cost)
            }
            rows.append(row)
        }
        return rows[one.count][other.count]
    }
}

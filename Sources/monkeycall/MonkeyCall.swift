// SPDX-License-Identifier: MIT
import ArgumentParser

/// The command line of the service: what `busctl` can do, said in fewer words.
@main
struct MonkeyCall: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "monkeycall",
        abstract: "See and control all calls of all apps.",
        discussion: """
            Every calling app of a desktop reports its calls to monkeycalld, which decides whose the microphone is. \
            This is its command line, for people and for scripts.

            A call is named by the first characters of its id, at least four, as list shows them; where a command \
            fits only one call, it need not be named. Commands return when the app has done what was asked for, unless their help says \
            something else.

            EXAMPLES
              monkeycall list
              monkeycall answer
              monkeycall hold 3f9a
              monkeycall dial +4930123456
              monkeycall dnd 2h
              monkeycall watch
              monkeycall why 3f9a

            ENVIRONMENT
              NO_COLOR  if it is set to anything, nothing is coloured
              DBUS_SYSTEM_BUS_ADDRESS  the system bus, if it is not where it usually is
              DBUS_SESSION_BUS_ADDRESS  the session bus, likewise

            EXIT STATUS
               0  done
               1  accepted, but not performed; the reason is on standard error
               2  refused by the service, or there is no such call or route
              64  wrong usage, also where several calls or routes fit
              69  there is no service, or no bus; for dnd, no monkeycall-agent
              74  the output cannot be written

            DIAGNOSTICS
            An error is a line on standard error, "monkeycall: Name: message", or with --json an object with Error, \
            Message and Status. Name is that of the D-Bus error without its prefix, or one of ActionFailed, \
            AmbiguousCall, AmbiguousRoute, ServiceLost, ServiceUnavailable, UnknownCall, UnknownRoute and UsageError. \
            Without --json a UsageError is told with the usage of its command instead.

            SEE ALSO
            monkeycall-agent(8), monkeycalld(8)
            """,
        version: "2",
        groupedSubcommands: [
            CommandGroup(
                name: "Viewing",
                subcommands: [List.self, Recents.self, Providers.self, Status.self, Watch.self, Why.self]),
            CommandGroup(
                name: "Controlling",
                subcommands: [
                    Dial.self, Answer.self, Decline.self, End.self, Hold.self, Resume.self, Mute.self, Unmute.self,
                    DTMF.self, Group.self, Ungroup.self, Silence.self, Route.self, DoNotDisturb.self,
                ]),
            CommandGroup(name: "Calling app", subcommands: [ProviderCommand.self]),
        ])

    @OptionGroup var bus: BusOptions

    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        do {
            let names = configuration.groupedSubcommands.flatMap(\.subcommands).map {
                $0.configuration.commandName ?? "\($0)".lowercased()
            }
            try SubcommandName(names).check(arguments)
            var command = try parseAsRoot(arguments)
            try command.run()
        } catch {
            // A command has told its own errors.
            let isUsage = !(error is ExitCode) && exitCode(for: error) == .validationFailure
            if isUsage, arguments.prefix(while: { $0 != "--" }).contains("--json") {
                let failure = Failure(status: .usage, name: "UsageError", message: message(for: error))
                Output.errorLine(failure.line(json: true))
                exit(withError: ExitCode.validationFailure)
            }
            exit(withError: error)
        }
    }
}

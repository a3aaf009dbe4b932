// SPDX-License-Identifier: MIT
import ArgumentParser
import CallContract

/// The command line of the service: the tasks of `busctl` in fewer words.
@main
struct MonkeyCall: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "monkeycall",
        abstract: "See and control all calls of all apps.",
        discussion: """
            All calling apps of a desktop report their calls to monkeycalld, which decides which call has the \
            microphone. monkeycall shows and controls these calls, for people and for scripts.

            Name a call by the first characters of its id, at least four; list shows them. If a command fits only one \
            call, leave the id out. A command returns when the app has performed the action, unless its help says \
            something else.

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
            monkeycall-directory or monkeycall-bridge, it does not run
              74  cannot write the output, the settings or the files of a new app

            DIAGNOSTICS
            An error is a line on standard error, "monkeycall: Name: message", or with --json an object with Error, \
            Message and Status. Name is the name of the D-Bus error without its prefix, or one of ActionFailed, \
            AmbiguousCall, AmbiguousContact, AmbiguousRoute, Cancelled, HiddenCaller, InputFailed, OutputFailed, \
            ServiceLost, ServiceUnavailable, SettingsFailed, UnknownCall, UnknownContact, UnknownRoute, UnknownRule and \
            UsageError. \
            Without --json a UsageError shows the usage of its command instead.

            SEE ALSO
            monkeycall-agent(8), monkeycall-bridge(8), monkeycalld(8)
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
                    Dial.self, Redial.self, Answer.self, Decline.self, End.self, Hold.self, Resume.self, Mute.self,
                    Unmute.self,
                    DTMF.self, Group.self, Ungroup.self, Silence.self, Route.self, DoNotDisturb.self,
                ]),
            CommandGroup(
                name: "Callers",
                subcommands: [
                    Contact.self, Favourites.self, Block.self, Unblock.self, Lists.self, Screeners.self,
                ]),
            CommandGroup(name: "Calling app", subcommands: [ProviderCommand.self, NewApp.self]),
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
            // A command has printed its own errors.
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

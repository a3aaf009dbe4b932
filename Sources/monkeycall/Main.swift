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
            fits only one call, it need not be named. Commands return when the app has done what was asked for.

            EXAMPLES
              monkeycall list
              monkeycall answer
              monkeycall hold 3f9a
              monkeycall dial org.example.Phone +4930123456
              monkeycall dnd 2h
              monkeycall watch
              monkeycall why 3f9a

            EXIT STATUS
               0  done
               1  accepted, but not performed; the reason is on standard error
               2  refused by the service, or there is no such call
              64  wrong usage, also where several calls fit
              69  there is no service, or no bus; for dnd, no monkeycall-agent
              74  the output cannot be written

            An error is a line on standard error, "monkeycall: Name: message", or with --json an object with Error, \
            Message and Status. Name is that of the D-Bus error without its prefix, or one of ActionFailed, \
            UnknownCall, AmbiguousCall, ServiceUnavailable and ServiceLost.
            """,
        version: "1",
        groupedSubcommands: [
            CommandGroup(name: "Viewing", subcommands: [List.self, Providers.self, Status.self, Watch.self, Why.self]),
            CommandGroup(
                name: "Controlling",
                subcommands: [
                    Dial.self, Answer.self, Decline.self, End.self, Hold.self, Resume.self, Mute.self, Unmute.self,
                    DTMF.self, Group.self, Ungroup.self, DoNotDisturb.self,
                ]),
            CommandGroup(name: "Calling app", subcommands: [ProviderCommand.self]),
        ])

    @OptionGroup var bus: BusOptions
}

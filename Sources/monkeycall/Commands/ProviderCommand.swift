// SPDX-License-Identifier: MIT
import ArgumentParser

struct ProviderCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "provider",
        abstract: "Be an app that carries calls, driven by lines of text.",
        discussion: """
            Registers a provider and stays, until Ctrl-C or the end of its input. What happens is printed, one line for \
            each event; what the other side of the calls does is read from standard input, one command to a line. So a \
            shell script is an app, and other apps are tried without a second one. No call is made for real.

            Events: registered NAME. ringing CALL. start ACTION CALL HANDLE. answer, end, hold, resume, mute, unmute or \
            ungroup ACTION CALL. group ACTION CALL WITH. dtmf ACTION CALL DIGITS. timed-out ACTION. audio-activated CALL. \
            audio-deactivated CALL. audio-route CALL ROUTE. start-requested TYPE HANDLE. reset: the service has left or \
            begun anew, and all calls and actions are forgotten; registered follows when it is back. error NAME MESSAGE: a \
            command was refused. Ids are whole UUIDs. With --json each line is an object.

            Commands: incoming HANDLE [NAME...], answered by ringing. fulfill ACTION. fail ACTION. connecting CALL and \
            connected CALL, for calls that were started here. ended CALL [REASON], remote-ended unless it says failed, \
            unanswered, answered-elsewhere or declined-elsewhere. update CALL KEY VALUE, with a key of ReportCallUpdated. \
            Empty lines and those that begin with # are skipped. Ids may be short.

            At the end of its input it waits for the answers to its commands and leaves, and its calls end. With --auto it \
            stays, so that it may run in the background without an input.

            Example: monkeycall provider org.example.Phone --auto
            """)

    @Argument(help: "Identifier, formed like that of an application: org.example.Phone.")
    var identifier: String
    @Flag(help: "Perform every action at once, and connect every call that is started.")
    var auto = false
    @Option(help: ArgumentHelp("Name to show to people instead of the identifier.", valueName: "localized name"))
    var name: String?
    @Option(help: ArgumentHelp("How many groups of calls there may be at the same time.", valueName: "n"))
    var groups: UInt32?
    @OptionGroup var bus: BusOptions

    func perform() throws(Failure) {
        let service = try Service(bus.bus)
        let settings = ProviderSession.Settings(identifier: identifier, isAutomatic: auto, name: name, groups: groups)
        try ProviderSession(service, settings, json: bus.json).run()
    }
}

// SPDX-License-Identifier: MIT
import ArgumentParser

struct ProviderCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "provider",
        abstract: "Be an app that carries calls, driven by lines of text.",
        discussion: """
            Registers a provider and stays, until Ctrl-C or the end of its input. What happens is printed, one line \
            for each event; what the other side of the calls does is read from standard input, one command to a line. \
            So a shell script is an app, and other apps are tried without a second one. No call is made for real.

            EVENTS, with whole ids; with --json each is an object
              registered NAME
              ringing CALL                    an incoming call was accepted
              start ACTION CALL HANDLE        this and the next ones are to be performed
              answer ACTION CALL
              end ACTION CALL
              hold ACTION CALL
              resume ACTION CALL
              mute ACTION CALL
              unmute ACTION CALL
              group ACTION CALL WITH
              ungroup ACTION CALL
              dtmf ACTION CALL DIGITS
              timed-out ACTION                it was not performed in time
              audio-activated CALL            the microphone is this app's
              audio-deactivated CALL          and now it is not
              audio-route CALL ROUTE
              start-requested TYPE HANDLE     the user wants this app to call
              reset                           the service has left or begun anew: all calls
                                              and actions are gone; registered follows
              error NAME MESSAGE              a command was refused

            COMMANDS, with whole or short ids
              incoming HANDLE [NAME...]       somebody calls; ringing follows
              fulfill ACTION                  it is performed
              fail ACTION                     it cannot be
              connecting CALL                 a started call has reached the other side
              connected CALL                  and was answered
              ended CALL [REASON]             remote-ended, or failed, unanswered,
                                              answered-elsewhere, declined-elsewhere
              update CALL KEY VALUE           a key of ReportCallUpdated

            Empty lines and those that begin with # are skipped.

            At the end of its input it waits for the answers to its commands and leaves, and its calls end. With \
            --auto it stays, so that it may run in the background without an input.

            EXAMPLE
              monkeycall provider org.example.Phone --auto
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

// SPDX-License-Identifier: MIT
import ArgumentParser

struct ProviderCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "provider",
        abstract: "Act as an app that carries calls, controlled by lines of text.",
        discussion: """
            Registers a provider and runs until Ctrl-C or the end of its input. It prints one line for each event, and \
            reads from standard input what the other side of the calls does, one command per line. A shell script can \
            so be an app, and you can try another app without a second one. It makes no real calls.

            EVENTS, with whole ids; with --json each is an object
              registered NAME
              ringing CALL                    an incoming call was accepted
              start ACTION CALL HANDLE        perform this action; also the next ones
              answer ACTION CALL
              end ACTION CALL
              hold ACTION CALL
              resume ACTION CALL
              mute ACTION CALL
              unmute ACTION CALL
              group ACTION CALL WITH
              ungroup ACTION CALL
              dtmf ACTION CALL DIGITS
              timed-out ACTION                the app did not perform it in time
              audio-activated CALL            this app has the microphone
              audio-deactivated CALL          this app has lost the microphone
              audio-route CALL ROUTE
              start-requested TYPE HANDLE     the user wants this app to call
              reset                           the service has left or restarted: all calls
                                              and actions are gone; registered follows
              error NAME MESSAGE              the service refused a command

            COMMANDS, with whole or short ids
              incoming HANDLE [NAME...]       a call comes in; ringing follows
              fulfill ACTION                  the app has performed the action
              fail ACTION                     the app cannot perform the action
              connecting CALL                 a started call has reached the other side
              connected CALL                  the other side has answered
              ended CALL [REASON]             remote-ended, or failed, unanswered,
                                              answered-elsewhere, declined-elsewhere,
                                              local-ended, declined, unknown
              update CALL KEY VALUE           a key of ReportCallUpdated

            It skips empty lines and lines that begin with #.

            At the end of its input it waits for the answers to its commands and exits, which ends its calls. With \
            --auto it goes on and can run in the background without an input.

            EXAMPLE
              monkeycall provider org.example.Phone --auto
            """)

    @Argument(help: "Identifier, in the form of an application's id: org.example.Phone.")
    var identifier: String
    @Flag(help: "Perform every action at once, and connect every started call.")
    var auto = false
    @Option(help: ArgumentHelp("Name to show to people instead of the identifier.", valueName: "localized name"))
    var name: String?
    @Option(help: ArgumentHelp("How many groups of calls it can have at the same time.", valueName: "n"))
    var groups: UInt32?
    @OptionGroup var bus: BusOptions

    func perform() throws(Failure) {
        let service = try Service(bus.bus)
        let settings = ProviderSession.Settings(identifier: identifier, isAutomatic: auto, name: name, groups: groups)
        try ProviderSession(service, settings, json: bus.json).run()
    }
}

// SPDX-License-Identifier: MIT

import ArgumentParser
import CallClient
import CallInterface
import Glibc
import SDBus

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
            --auto it goes on. It then also runs in the background of a terminal, and leaves what is typed there to \
            others.

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
        try ProviderSession(Service(bus.bus), self).run()
    }
}

/// A provider that lines of text control, from its registration to its end.
final class ProviderSession {
    let service: Service
    let settings: ProviderCommand
    var calls = KnownIDs(of: "call")
    var actions = KnownIDs(of: "action")
    /// Whether the service knows the provider.
    private var isRegistered = false
    private var isRegistering = false
    /// The completed actions, with the method that told each: a service that was restarted may ask again.
    var outcomes: [String: MethodName] = [:]
    /// True until something happens after a reset.
    var isClean = true
    private var hasBegun = false
    private var input: InputLines?
    private var inputHasEnded = false
    /// Commands that are not answered yet.
    private var unanswered = 0
    private var failure: Failure?

    init(_ service: Service, _ settings: ProviderCommand) { (self.service, self.settings) = (service, settings) }

    /// Returns when the session is over. Throws if it cannot register, or loses the bus.
    func run() throws(Failure) {
        try service.attempt { () throws(BusError) in
            let (loop, connection) = (service.loop, service.connection)
            // In the background of a terminal a read is then the end of the input, and does not stop the process.
            if settings.auto { signal(SIGTTIN, SIG_IGN) }
            for number in [SIGINT, SIGTERM] { try loop.onSignal(number) { [unowned self] in leave() } }
            try connection.onDisconnect { [unowned self] in end(service.lost) }
            try service.client.listen(to: CallManagerName.manager) { [unowned self] in if isRegistered { perform($0) } }
            // A service that is back with its state still knows the provider and its calls.
            service.client.observe { [unowned self] in if $0 == .lost { forgetService() } }
            service.client.register = { [unowned self] in register() }
            try service.client.follow(on: connection)
            // If there is no service, this starts it.
            register()
            _ = try loop.run()
        }
        if let failure { throw failure }
    }

    func say(_ event: ProviderEvent) { Output.line(event.line(json: settings.bus.json)) }

    /// Calls a method of the service for `command`, which an error message names. `done` is the refusal that means
    /// success if the service was killed before it answered the first time.
    func call<each Argument: BusValue>(
        _ method: MethodName, _ arguments: repeat each Argument, done: CallError.Code? = nil, for command: String,
        then: @escaping () -> Void = {}
    ) {
        unanswered += 1
        service.client.request(method, repeat each arguments, done: done) { [unowned self] error in
            if let error { refused(error, command) } else { then() }
            answered()
        }
    }

    func refused(_ error: BusError, _ command: String) {
        say(.error(error.shortName, error.message, command: command))
    }

    /// All calls and actions are gone, because the service has reset the provider, or because its state is lost.
    func reset() {
        guard !isClean else { return }
        isClean = true
        calls.removeAll()
        actions.removeAll()
        say(ProviderEvent("reset"))
    }

    private func register() {
        guard !isRegistered, !isRegistering else { return }
        isRegistering = true
        var configuration: [String: Variant] = [:]
        configuration[.localizedName] = settings.name.map { .string($0) }
        configuration[.maximumCallGroups] = settings.groups.map { .uint32($0) }
        service.client.report(.registerProvider, settings.identifier, configuration) { [unowned self] error in
            isRegistering = false
            guard let error else { return registered() }
            // After the first success the session waits for the next service.
            if !hasBegun || !error.saysUnavailable { end(service.failure(error)) }
        }
    }

    private func registered() {
        (isRegistered, isClean) = (true, false)
        say(ProviderEvent("registered", ("Provider", settings.identifier)))
        guard !hasBegun else { return }
        hasBegun = true
        do throws(BusError) {
            input = try InputLines(STDIN_FILENO, on: service.loop, line: { [unowned self] in execute($0) }) {
                [unowned self] in
                inputHasEnded = true
                leaveIfDone()
            }
        } catch {
            end(service.failure(error))
        }
    }

    private func forgetService() {
        guard isRegistered else { return }
        isRegistered = false
        reset()
    }

    private func answered() {
        unanswered -= 1
        leaveIfDone()
    }

    private func leaveIfDone() {
        if inputHasEnded, unanswered == 0, !settings.auto { leave() }
    }

    /// Ends the provider's calls as `provider-invalidated`; without this the service would see a lost provider.
    private func leave() {
        let timeout: UInt64 = 2_000_000
        if isRegistered {
            _ = try? service.connection.call(
                service.client.method(.invalidateProvider), settings.identifier, timeout: timeout)
        }
        service.loop.exit()
    }

    private func end(_ failure: Failure) {
        self.failure = failure
        service.loop.exit(1)
    }
}

/// One line that a provider session prints.
struct ProviderEvent {
    let name: String
    /// The words after the name, each with its JSON key.
    var words: [(key: String, value: String)] = []
    /// More members of the JSON object.
    var details: [(key: String, value: JSON)] = []

    init(_ name: String, _ words: (key: String, value: String)..., details: [(key: String, value: JSON)] = []) {
        (self.name, self.words, self.details) = (name, words, details)
    }

    func line(json: Bool) -> String {
        guard json else { return ([name] + words.map(\.value.printable)).joined(separator: " ") }
        return JSON.object([("Event", .string(name))] + words.map { ($0.key, .string($0.value)) } + details).text
    }

    /// A command that failed.
    static func error(_ name: String, _ message: String, command: String) -> ProviderEvent {
        ProviderEvent("error", ("Error", name), ("Message", message), details: [("Command", .string(command))])
    }
}

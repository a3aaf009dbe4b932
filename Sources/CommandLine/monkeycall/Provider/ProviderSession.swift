// SPDX-License-Identifier: MIT
import CallClient
import CallInterface
import Glibc
import SDBus

/// A provider that lines of text control, from its registration to its end.
final class ProviderSession {
    struct Settings {
        let identifier: String
        /// Performs every action by itself.
        let isAutomatic: Bool
        let name: String?
        let groups: UInt32?
    }

    let service: Service
    let settings: Settings
    var calls = KnownIDs(of: "call")
    var actions = KnownIDs(of: "action")
    private let json: Bool
    /// Whether the service knows the provider.
    private var isRegistered = false
    private var isRegistering = false
    /// The completed actions, and whether each was fulfilled: a service that was restarted may ask again.
    var outcomes: [String: Bool] = [:]
    /// True until something happens after a reset.
    var isClean = true
    private var hasBegun = false
    private var input: InputLines?
    private var inputHasEnded = false
    /// Commands that are not answered yet.
    private var unanswered = 0
    private var failure: Failure?

    init(_ service: Service, _ settings: Settings, json: Bool) {
        (self.service, self.settings, self.json) = (service, settings, json)
    }

    /// Returns when the session is over. Throws if it cannot register, or loses the bus.
    func run() throws(Failure) {
        try service.attempt { () throws(BusError) in
            let (loop, connection) = (service.loop, service.connection)
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

    func say(_ event: ProviderEvent) { Output.line(event.line(json: json)) }

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
            input = try InputLines(STDIN_FILENO, on: service.loop, line: { [unowned self] in obey($0) }) {
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
        if inputHasEnded, unanswered == 0, !settings.isAutomatic { leave() }
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

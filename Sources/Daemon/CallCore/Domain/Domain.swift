// SPDX-License-Identifier: MIT

/// One user's calls and the arbiter, as a value. `handle` is the only door. A decision depends on the
/// event and the state, and on nothing else.
///
/// Each part of the state is a type in a file without rules. Only that file writes the part, and keeps its indices in
/// step.
package struct Domain: Sendable {
    /// The result of an accepted event.
    package struct Response: Hashable, Sendable {
        /// For the client that sent the command.
        package let answer: Answer
        /// What the service does now, in this order.
        package let effects: [Effect]
    }

    /// The administrator's decisions.
    package private(set) var policy: Policy

    package internal(set) var calls: Calls
    package internal(set) var providers = Providers()
    package internal(set) var audio = Audio()
    var transactions: Transactions
    var lane = Lane()
    var occupancy = Occupancy()
    var alerts = Alerts()
    var shells = Shells()
    var switchedOff = SwitchedOffApps()
    var stories: Stories
    package internal(set) var screenings = Screenings()
    /// Whether an emergency call ended a short while ago.
    var hasEmergencyWindow = false

    var ids: IDSource
    var output = Output()
    var now: Time = 0
    /// When the service began that continues with the state of another one; 0 = it did not.
    var restartedAt: Time = 0
    /// What all other users keep in the service.
    var elsewhere = 0

    /// An empty domain. The same seed and events give the same ids and effects.
    package init(seed: UInt64, policy: Policy = Policy()) {
        self.policy = policy
        ids = IDSource(seed: seed)
        calls = Calls(limits: policy.limits)
        transactions = Transactions(limits: policy.limits)
        stories = Stories(limits: policy.limits)
    }

    var limits: Limits { policy.limits }
    var deadlines: Deadlines { policy.deadlines }

    /// True when the domain has nothing that a client could still ask about.
    package var isEmpty: Bool { providers.isEmpty && calls.isEmpty && shells.isEmpty && screenings.isEmpty }

    /// Takes an event. Throws for a command that is refused; then nothing has changed. `elsewhere` is what all other
    /// users keep in the service, in bytes.
    package mutating func handle(
        _ event: Event, at now: Time, elsewhere: Int = 0
    ) throws(CallError) -> Response {
        (self.now, self.elsewhere) = (now, elsewhere)
        output.begin(audio: audio, lastEnded: stories.lastNumber)
        let answer = try dispatch(event)
        settle()
        return Response(answer: answer, effects: finish())
    }

    private mutating func dispatch(_ event: Event) throws(CallError) -> Answer {
        switch event {
        case .command(let command, let caller): return try dispatch(command, from: caller)
        case .clientLost(let client): lose(client)
        case .timerFired(.action(let action)): timeOut(action)
        case .timerFired(.ring(let call)): ringTimedOut(call)
        case .timerFired(.connect(let call)): connectTimedOut(call)
        case .timerFired(.repeatCaller(let handle)): alerts.forget(handle)
        case .timerFired(.again(let action)): performAgain(action)
        case .timerFired(.screening(let call)): screeningTimedOut(call)
        case .timerFired(.emergencyWindow): hasEmergencyWindow = false
        case .restarted(let restart): continueAfter(restart)
        case .sessionActivity(let session, let isActive): setActivity(of: session, isActive)
        case .reset: reset()
        case .policyChanged(let policy): adopt(policy)
        case .dateJumped(let microseconds): moveTimes(by: microseconds)
        }
        return .done
    }

    private mutating func dispatch(_ command: Command, from caller: Caller) throws(CallError) -> Answer {
        switch command {
        case .register(let identifier, let configuration):
            return .provider(try register(identifier, configuration, from: caller))
        case .configure(let identifier, let configuration): try configure(identifier, configuration, from: caller)
        case .invalidate(let identifier): try invalidate(identifier, from: caller)
        case .reportIncoming(let provider, let call, let update):
            return try reportIncoming(provider, call, update, from: caller)
        case .reportExisting(let provider, let call, let state):
            return try reportExisting(provider, call, state, from: caller)
        case .reportUpdated(let call, let update): try reportUpdated(call, update, from: caller)
        case .reportEnded(let call, let time, let reason): try reportEnded(call, at: time, reason, from: caller)
        case .reportConnecting(let call, let time): try reportConnecting(call, at: time, from: caller)
        case .reportConnected(let call, let time): try reportConnected(call, at: time, from: caller)
        case .complete(let action, let outcome): try complete(action, outcome, from: caller)
        case .request(let request): return .transaction(try accept(request, from: caller))
        case .requestStartCall(let provider, let handle, let details):
            return .chosen(provider: try requestStartCall(provider, handle, details, from: caller))
        case .silence(let call): try silence(call, from: caller)
        case .registerShell(let session, let isActive, let update):
            try registerShell(of: session, isActive: isActive, update, from: caller)
        case .setShellState(let update): try setShellState(update, from: caller)
        case .setRoute(let route): try setRoute(route, from: caller)
        case .registerDirectory(let update): try registerDirectory(update, from: caller)
        case .setDirectoryState(let update): try setDirectoryState(update, from: caller)
        case .answerScreening(let call, let verdict, let filter, let identification):
            try answerScreening(call, verdict, filter, identification, from: caller)
        case .identify(let call, let identification): try identify(call, identification, from: caller)
        }
        return .done
    }

    mutating func adopt(_ policy: Policy) { self.policy = policy }

    private mutating func reset() {
        for provider in providers.values.sorted(by: { $0.id < $1.id }) {
            remove(provider, because: .registryReset)
            output.effects.append(.send(provider.client, provider: provider.identifier, .didReset))
        }
    }
}

/// The effects of one event. They are collected until its end, so that each object is announced once, however often it
/// was touched.
struct Output: Sendable {
    /// Signals and timers, in the order of the decisions.
    var effects: [Effect] = []
    /// The transactions that ended. They are announced last, so that the listener finds the new state announced.
    var completions: [Effect] = []
    /// How the audio was before the event.
    private(set) var audio = Audio()
    /// The number of the last ended call before the event.
    private(set) var lastEnded = 0

    mutating func begin(audio: Audio, lastEnded: Int) {
        effects = []
        completions = []
        self.audio = audio
        self.lastEnded = lastEnded
    }

    /// Hands over the signals and timers.
    mutating func takeEffects() -> [Effect] {
        defer { effects = [] }
        return effects
    }
}

extension Domain {
    /// Returns the effects of the event, and removes each call that ended in it.
    mutating func finish() -> [Effect] {
        refreshAudio()
        let callChanges = calls.takeChanges()
        let providerChanges = providers.takeChanges()
        writeNotes(about: callChanges)
        var effects = output.takeEffects()
        for change in providerChanges where change.before == nil {
            if let provider = providers[change.id] { effects.append(.providerAdded(provider)) }
        }
        for change in callChanges { announce(change, in: &effects) }
        for change in providerChanges {
            guard let before = change.before else { continue }
            if let after = providers[change.id] {
                if before.configuration != after.configuration {
                    effects.append(.providerChanged(from: before, to: after))
                }
            } else {
                effects.append(.providerRemoved(before))
            }
        }
        if audio != output.audio { effects.append(.audioChanged(from: output.audio, to: audio)) }
        if stories.lastNumber != output.lastEnded { effects += callsEnded }
        effects += output.completions
        forgetPast()
        return effects
    }

    private mutating func announce(_ change: Calls.Change, in effects: inout [Effect]) {
        guard let after = calls[change.id] else { return }
        writeStory(of: change.before, to: after)
        if let timer = connectTimer(of: after) { effects.append(timer) }
        if let before = change.before {
            if before != after { effects.append(.callChanged(from: before, to: after)) }
        } else {
            effects.append(.callAdded(after))
        }
        if after.hasEnded {
            closeStory(of: after)
            calls.remove(after.id)
            effects.append(.callRemoved(after))
        }
    }
}

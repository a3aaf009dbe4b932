// SPDX-License-Identifier: MIT

package import FuzzingSupport

@testable import CallCore
@testable internal import StateSpace

/// A story of the core that bytes choose: a sequence of events on one domain. The laws and invariants of the
/// exploration must hold after each event, and the domain must come to rest at the end.
package struct EventStory: ~Copyable {
    /// A sentence that does not hold, and the story that leads there.
    package struct Objection: Error {
        package let sentence: String
        package let story: [String]
    }

    var input: Input
    private(set) var domain: Domain
    private var examiner = Examiner()
    private(set) var events: [(event: Event, error: CallError?)] = []
    /// The running timers in the order of their start. A set would have another order each time.
    private var timers: [TimerKey] = []
    /// Completed actions: an app may complete them again, and a timer may fire although it was cancelled.
    private var past: [ActionID] = []
    /// Of the last event: a killed service may not have performed them.
    private var lastEffects: [Effect] = []
    private var now: Time = 1_000_000
    /// Whether the state is written and read after each event.
    package var checksRestarts = false
    /// The number of completed transactions.
    package private(set) var completions = 0

    package init(_ input: consuming Input) {
        self.input = input
        domain = Domain(seed: 1, policy: Cast.policy(tight: self.input.flag()))
    }

    package mutating func tell() throws(Objection) {
        while !input.isAtEnd { try step(event()) }
        try rest()
    }

    /// The events until now, as text.
    package var lines: [String] {
        events.map { event, error in
            "  > \(EventKind(event)): \(event)" + (error.map { "\n      refused: \($0.code.rawValue)" } ?? "")
        }
    }

    // MARK: Events

    private mutating func event() -> Event {
        switch eventKind() {
        case .register:
            let caller = requester()
            return .command(.register(identifier: newIdentifier(), input.configuration()), from: caller)
        case .configure:
            let identifier = self.identifier()
            let command = Command.configure(identifier: identifier, input.configuration())
            return .command(command, from: caller(of: identifier))
        case .invalidate:
            let identifier = self.identifier()
            return .command(.invalidate(identifier: identifier), from: caller(of: identifier))
        case .reportIncoming:
            let call = incomingCallID()
            let owner = domain.screenings[call].flatMap { domain.providers[$0.provider]?.identifier }
            let identifier = owner ?? self.identifier()
            let command = Command.reportIncoming(provider: identifier, call, input.update())
            return .command(command, from: caller(of: identifier))
        case .reportExisting:
            let call = existingCallID()
            let owner = (domain.calls[call] ?? domain.screenings[call]).flatMap {
                domain.providers[$0.provider]?.identifier
            }
            let lost = domain.lostCalls.first { $0.call.id == call }?.story.provider
            let identifier = owner ?? lost ?? self.identifier()
            let command = Command.reportExisting(provider: identifier, call, existing())
            return .command(command, from: caller(of: identifier))
        case .reportUpdated:
            let call = callID()
            return .command(.reportUpdated(call, update()), from: caller(of: call))
        case .reportEnded:
            let call = callID()
            let reason = input.pick(EndedReason.allCases.filter(\.isReportable))
            return .command(.reportEnded(call, at: input.time(), reason), from: caller(of: call))
        case .reportConnecting:
            let call = callID()
            return .command(.reportConnecting(call, at: input.time()), from: caller(of: call))
        case .reportConnected:
            let call = callID()
            return .command(.reportConnected(call, at: input.time()), from: caller(of: call))
        case .complete: return complete()
        case .request: return .command(.request(request()), from: requester())
        case .requestStartCall:
            let (identifier, handle) = (self.identifier(), input.handle())
            let command = Command.requestStartCall(provider: identifier, handle, input.startCallDetails())
            return .command(command, from: requester())
        case .silence:
            let call = input.flag() ? callID() : nil
            return .command(.silence(call), from: requester())
        case .registerShell:
            let (session, isActive) = (input.pick(Cast.sessions), input.flag())
            let command = Command.registerShell(session: session, isActive: isActive, input.shellUpdate())
            return .command(command, from: requester())
        case .setShellState: return .command(.setShellState(input.shellUpdate()), from: requester())
        case .setRoute: return .command(.setRoute(input.route()), from: requester())
        case .registerDirectory: return .command(.registerDirectory(input.directoryUpdate()), from: requester())
        case .setDirectoryState: return .command(.setDirectoryState(input.directoryUpdate()), from: directory())
        case .answerScreening:
            let (call, verdict) = (screenedCallID(), input.pick(Verdict.allCases))
            let filter = input.pick([CallFilter.blockList, .screener])
            let command = Command.answerScreening(call, verdict, filter, input.identification())
            return .command(command, from: directory())
        case .identify: return .command(.identify(callID(), input.identification()), from: directory())
        case .clientLost: return .clientLost(input.pick(Cast.callers).client)
        case .timerFired: return timerFired()
        case .sessionActivity:
            return .sessionActivity(session: input.pick(Cast.sessions), isActive: input.flag())
        case .restarted: return .restarted(restart())
        case .reset: return .reset
        case .dateJumped: return .dateJumped(by: input.pick([-7_200_000_000, -1_000_000, 1_000_000, .max]))
        case .policyChanged: return .policyChanged(input.policy(instead: domain.policy))
        }
    }

    /// The service was killed while it performed the effects of the last event, or later.
    private mutating func restart() -> Restart {
        let performed = Int(input.byte()) % (lastEffects.count + 1)
        let overdue: [ActionID] = timers.compactMap { key in
            guard case .action(let id) = key else { return nil }
            return input.flag() ? id : nil
        }
        return Restart(
            pending: lastEffects.dropFirst(performed).compactMap { PendingEffect($0) }, firstMayBeDone: input.flag(),
            overdue: overdue)
    }

    /// Usually the connection of the provider, sometimes any connection.
    private mutating func caller(of identifier: String) -> Caller {
        caller(ofProvider: domain.providers.ids[identifier])
    }

    private mutating func caller(of call: CallID) -> Caller {
        caller(ofProvider: (domain.calls[call] ?? domain.screenings[call])?.provider)
    }

    /// Usually the directory, sometimes any connection.
    private mutating func directory() -> Caller { caller(usually: domain.screenings.directory?.client) }

    private mutating func caller(ofProvider id: ProviderID?) -> Caller {
        caller(usually: id.flatMap { domain.providers[$0]?.client })
    }

    private mutating func caller(usually client: Client?) -> Caller {
        let choice = input.byte()
        let owner = Cast.callers.first { $0.client == client }
        if let owner, choice < 240 { return owner }
        return Cast.callers[Int(choice) % Cast.callers.count]
    }

    /// Completes an action that its app has, that waits, that is completed, or that never existed.
    private mutating func complete() -> Event {
        let open = domain.transactions.values.sorted { $0.serial < $1.serial }
            .flatMap { $0.actions.filter { $0.progress != .completed } }
        let delivered = open.filter { $0.progress == .delivered }
        let choice = input.byte()
        let id: ActionID
        if choice < 200, !delivered.isEmpty {
            id = delivered[Int(choice) % delivered.count].id
        } else if choice < 240, !open.isEmpty {
            id = open[Int(choice) % open.count].id
        } else {
            id = past.isEmpty ? ActionID(high: 0, low: 0) : past[Int(choice) % past.count]
        }
        let call = open.first { $0.id == id }?.call
        return .command(.complete(id, outcome()), from: caller(ofProvider: call.flatMap { domain.calls[$0]?.provider }))
    }

    private mutating func timerFired() -> Event {
        let choice = input.byte()
        guard !timers.isEmpty, choice < 224 else {
            let id = past.isEmpty ? ActionID(high: 0, low: 0) : past[Int(choice) % past.count]
            return .timerFired(.action(id))
        }
        return .timerFired(timers[Int(choice) % timers.count])
    }

    // MARK: Checks

    private mutating func step(_ event: Event) throws(Objection) {
        let before = domain
        now += 1
        if case .timerFired(let key) = event { timers.removeAll { $0 == key } }
        let response: Domain.Response
        do throws(CallError) {
            response = try domain.handle(event, at: now)
            events.append((event, nil))
        } catch {
            events.append((event, error))
            return try demand(domain.isSame(as: before), "A refused command changes nothing.")
        }
        lastEffects = response.effects
        for effect in response.effects {
            switch effect {
            case .startTimer(let key, _): timers.append(key)
            case .cancelTimer(let key): timers.removeAll { $0 == key }
            case .transactionCompleted: completions += 1
            case .send, .shellIsPrimary, .providerAdded, .providerChanged, .providerRemoved, .callAdded, .callChanged,
                .callRemoved, .audioChanged, .providerRestated, .callRestated, .audioRestated, .screen, .screened,
                .directoryChanged, .callsEnded:
                break
            }
        }
        let completed = before.transactions.ofAction.keys.filter { domain.transactions.ofAction[$0] == nil }
        past += completed.sorted { $0.description < $1.description }
        let step = Step(before: before, event: event, response: response, after: domain)
        if let sentence = examiner.objection(to: step) { try demand(false, sentence) }
        if checksRestarts { for law in Invariant.restart { try demand(law.holds(domain), law.sentence) } }
    }

    /// Clients do nothing more, and every timer fires.
    private mutating func rest() throws(Objection) {
        var rounds = 0
        while let timer = timers.first {
            try step(.timerFired(timer))
            rounds += 1
            try demand(rounds < 1_000, "Everything comes to rest.")
        }
        for invariant in Invariant.atRest { try demand(invariant.holds(domain), invariant.sentence) }
    }

    private func demand(_ holds: Bool, _ sentence: String) throws(Objection) {
        if !holds { throw Objection(sentence: sentence, story: lines) }
    }
}

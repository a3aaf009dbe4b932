// SPDX-License-Identifier: MIT

internal import FuzzingSupport

@testable import CallCore
@testable import StateSpace

/// Bytes as a sequence of events on one domain, which is held to the laws and invariants of the exploration after each,
/// and has to come to rest in the end.
struct EventStory: ~Copyable {
    private var input: Input
    private var domain: Domain
    private var events: [(event: Event, error: CallError?)] = []
    /// Those that run, in the order they were started: a set would have another order each time.
    private var timers: [TimerKey] = []
    /// Actions that are over, for those who complete them late, and timers that fire although they were cancelled.
    private var past: [ActionID] = []
    private var now: Time = 1_000_000
    /// A configuration may allow less than there is already; what there is stays.
    private var hasLowered = false

    init(_ input: consuming Input) {
        self.input = input
        domain = Domain(seed: 1, policy: Cast.policy(tight: self.input.flag()))
    }

    mutating func tell() {
        while !input.isAtEnd { step(event()) }
        rest()
    }

    // MARK: What happens

    private mutating func event() -> Event {
        switch input.pick(EventKind.choices) {
        case .register:
            let caller = input.pick(Cast.callers)
            return .command(.register(identifier: input.identifier(), input.configuration()), from: caller)
        case .configure:
            let identifier = input.identifier()
            let configuration = input.configuration()
            if let old = domain.providers.ids[identifier].flatMap({ domain.providers[$0]?.configuration }) {
                if configuration.maximumCallGroups < old.maximumCallGroups
                    || configuration.maximumCallsPerCallGroup < old.maximumCallsPerCallGroup
                {
                    hasLowered = true
                }
            }
            return .command(.configure(identifier: identifier, configuration), from: caller(of: identifier))
        case .invalidate:
            let identifier = input.identifier()
            return .command(.invalidate(identifier: identifier), from: caller(of: identifier))
        case .reportIncoming:
            let identifier = input.identifier()
            let command = Command.reportIncoming(provider: identifier, input.callID(), input.update())
            return .command(command, from: caller(of: identifier))
        case .reportExisting:
            let identifier = input.identifier()
            let command = Command.reportExisting(provider: identifier, input.callID(), input.existing())
            return .command(command, from: caller(of: identifier))
        case .reportUpdated:
            let call = input.callID()
            return .command(.reportUpdated(call, input.update()), from: caller(of: call))
        case .reportEnded:
            let call = input.callID()
            let reason = input.pick(EndedReason.allCases.filter(\.isReportable))
            return .command(.reportEnded(call, at: input.time(), reason), from: caller(of: call))
        case .reportConnecting:
            let call = input.callID()
            return .command(.reportConnecting(call, at: input.time()), from: caller(of: call))
        case .reportConnected:
            let call = input.callID()
            return .command(.reportConnected(call, at: input.time()), from: caller(of: call))
        case .complete: return complete()
        case .request: return .command(.request(input.request()), from: input.pick(Cast.callers))
        case .requestStartCall:
            let (identifier, handle) = (input.identifier(), input.handle())
            let command = Command.requestStartCall(provider: identifier, handle, input.startCallDetails())
            return .command(command, from: input.pick(Cast.callers))
        case .silence:
            return .command(.silence(input.optional { $0.callID() }), from: input.pick(Cast.callers))
        case .registerShell:
            let (session, isActive) = (input.pick(Cast.sessions), input.flag())
            let command = Command.registerShell(session: session, isActive: isActive, input.shellUpdate())
            return .command(command, from: input.pick(Cast.callers))
        case .setShellState: return .command(.setShellState(input.shellUpdate()), from: input.pick(Cast.callers))
        case .setRoute: return .command(.setRoute(input.route()), from: input.pick(Cast.callers))
        case .clientLost: return .clientLost(input.pick(Cast.callers).client)
        case .timerFired: return timerFired()
        case .sessionActivity:
            return .sessionActivity(session: input.pick(Cast.sessions), isActive: input.flag())
        case .reset: return .reset
        case .policyChanged: return .policyChanged(input.policy(instead: domain.policy))
        }
    }

    /// Mostly whose provider it is, else anybody.
    private mutating func caller(of identifier: String) -> Caller {
        caller(ofProvider: domain.providers.ids[identifier])
    }

    private mutating func caller(of call: CallID) -> Caller { caller(ofProvider: domain.calls[call]?.provider) }

    private mutating func caller(ofProvider id: ProviderID?) -> Caller {
        let choice = input.byte()
        let owner = id.flatMap { domain.providers[$0]?.client }.flatMap { client in
            Cast.callers.first { $0.client == client }
        }
        if let owner, choice < 192 { return owner }
        return Cast.callers[Int(choice) % Cast.callers.count]
    }

    /// An action that is with its app, or waits, or is over; or that never was.
    private mutating func complete() -> Event {
        let open = domain.transactions.values.sorted { $0.serial < $1.serial }
            .flatMap { $0.actions.filter { $0.progress != .completed } }
        let delivered = open.filter { $0.progress == .delivered }
        let choice = input.byte()
        let id: ActionID
        if choice < 160, !delivered.isEmpty {
            id = delivered[Int(choice) % delivered.count].id
        } else if choice < 224, !open.isEmpty {
            id = open[Int(choice) % open.count].id
        } else {
            id = past.isEmpty ? ActionID(high: 0, low: 0) : past[Int(choice) % past.count]
        }
        let call = open.first { $0.id == id }?.call
        // A time-out is no outcome that an app can tell.
        let outcome: Outcome = input.flag() ? .failed : .fulfilled(at: input.time())
        return .command(.complete(id, outcome), from: caller(ofProvider: call.flatMap { domain.calls[$0]?.provider }))
    }

    private mutating func timerFired() -> Event {
        let choice = input.byte()
        guard !timers.isEmpty, choice < 224 else {
            let id = past.isEmpty ? ActionID(high: 0, low: 0) : past[Int(choice) % past.count]
            return .timerFired(.action(id))
        }
        return .timerFired(timers[Int(choice) % timers.count])
    }

    // MARK: What has to be true then

    private mutating func step(_ event: Event) {
        let before = domain
        now += 1
        if case .timerFired(let key) = event { timers.removeAll { $0 == key } }
        let response: Domain.Response
        do throws(CallError) {
            response = try domain.handle(event, at: now)
            events.append((event, nil))
        } catch {
            events.append((event, error))
            demand(domain.isSame(as: before), "A refused command changes nothing.")
            return
        }
        for effect in response.effects {
            switch effect {
            case .startTimer(let key, _): timers.append(key)
            case .cancelTimer(let key): timers.removeAll { $0 == key }
            case .tell, .shellIsPrimary, .providerAdded, .providerChanged, .providerRemoved, .callAdded, .callChanged,
                .callRemoved, .audioChanged, .transactionCompleted:
                break
            }
        }
        let over = before.transactions.ofAction.keys.filter { domain.transactions.ofAction[$0] == nil }
        past += over.sorted { $0.description < $1.description }
        let step = Step(before: before, event: event, response: response, after: domain)
        for law in hasLowered ? Step.lastingLaws : Step.laws { demand(law.holds(step), law.sentence) }
        for invariant in hasLowered ? Invariant.lasting : Invariant.all {
            demand(invariant.holds(domain), invariant.sentence)
        }
    }

    /// Nobody does anything any more, and every timer fires: whatever was accepted is over then.
    private mutating func rest() {
        var rounds = 0
        while let timer = timers.first {
            step(.timerFired(timer))
            rounds += 1
            demand(rounds < 1_000, "Everything comes to rest.")
        }
        demand(domain.transactions.isEmpty, "Every transaction that was accepted is completed.")
        demand(domain.lane.order.isEmpty && domain.lane.runnable.isEmpty, "The lane is free in the end.")
        demand(domain.lane.waitingForEnd.isEmpty, "Nobody waits for ever.")
        demand(domain.occupancy.resumable.isEmpty, "Nobody is kept on hold for ever who could resume.")
        demand(domain.transactions.ofAction.isEmpty, "No action is kept that is over.")
        demand(domain.calls.values.allSatisfy { $0.pending.isEmpty && $0.state != .ending }, "Who is ending ends.")
        demand(domain.alerts.filtered.isEmpty, "No caller is remembered for ever.")
    }

    private func demand(_ holds: Bool, _ sentence: String) {
        guard !holds else { return }
        report(
            sentence,
            story: events.map { event, error in
                "  > \(EventKind(event)): \(event)" + (error.map { "\n      refused: \($0.code.rawValue)" } ?? "")
            })
    }
}

extension Domain {
    /// Compares all that an event can change.
    fileprivate func isSame(as other: Domain) -> Bool {
        calls == other.calls && providers == other.providers && audio == other.audio
            && providerIDs == other.providerIDs && providersOfClient == other.providersOfClient
            && transactions == other.transactions && transactionOfAction == other.transactionOfAction
            && transactionsOfClient == other.transactionsOfClient && lane == other.lane && stalled == other.stalled
            && waitingForEnd == other.waitingForEnd && occupants == other.occupants && resumable == other.resumable
            && awaited == other.awaited
            && ringing == other.ringing && silencedCount == other.silencedCount && filtered == other.filtered
            && shells == other.shells && primaryShell == other.primaryShell
    }
}

// SPDX-License-Identifier: MIT

@testable import CallCore

/// Everything that can happen next, in an order that depends only on the domain and its history.
struct Moves {
    let setting: Setting
    /// The emergency number of every modem.
    private static let emergencyNumber = "112"
    static let user = Caller(
        client: Client(name: "user"), uid: 1000, app: nil, isAdministrator: false, account: Account(name: "user"))

    private func app(_ identifier: String) -> Caller {
        let sandbox = setting.isSandboxed(identifier) ? identifier : nil
        return Caller(
            client: Client(name: identifier), uid: 1000, app: sandbox, isAdministrator: false,
            account: Account(name: identifier))
    }

    /// The empty world with all its apps.
    func begin() throws(CallError) -> Domain {
        var policy = Policy()
        // No id is used twice here, so the domain needs no memory of ended calls and completed actions.
        policy.limits.endedCalls = 0
        policy.limits.completedActions = 0
        policy.limits.completedTransactions = 0
        policy.limits.momentsPerCall = 0
        policy.limits.waitingReports = 2
        if allows(.comeBack) {
            // Only the last call may come back, and stories tell which app it belongs to.
            policy.limits.endedCalls = 1
            policy.limits.momentsPerCall = 1
        }
        // One app may have all of them.
        policy.limits.calls = 2 * setting.calls
        policy.limits.transactionsPerApp = setting.requests + 1
        policy.limits.waitingTransactionsPerSandbox = setting.requests + 1
        for identifier in setting.identifiers where setting.isModem(identifier) { policy.cellular[identifier] = 1000 }
        var domain = Domain(seed: 1, policy: policy)
        for identifier in setting.identifiers { _ = try domain.handle(register(identifier), at: 1) }
        if setting.autoResume || allows(.shellMutes) {
            var wishes = ShellUpdate()
            wishes.autoResume = setting.autoResume
            let shell = Command.registerShell(session: "1", isActive: true, wishes)
            _ = try domain.handle(.command(shell, from: Self.user), at: 1)
        }
        domain.output = Output()
        return domain
    }

    /// The events that are possible at this depth. The core refuses some of them.
    func next(after domain: Domain, depth: Int) -> [Event] {
        var events: [Event] = []
        let providers = domain.providers.values.sorted { $0.identifier < $1.identifier }
        let calls = providers.flatMap { $0.calls.compactMap { domain.calls[$0] } }
        let transactions = domain.transactions.values.sorted { $0.serial < $1.serial }
        for transaction in transactions { complete(transaction, in: domain, &events) }
        for call in calls { report(call, in: domain, &events) }
        let fresh = CallID(high: 1, low: UInt64(depth))
        if calls.count + domain.screenings.waiting.count < setting.calls {
            for provider in providers { appear(fresh, at: provider, beside: calls, &events) }
            for provider in providers { comeBack(with: domain.lostCalls, at: provider, &events) }
        }
        let waiting = transactions.count { $0.requester != nil }
        if waiting < setting.requests { ask(of: calls, fresh, providers, &events) }
        // An end may exceed `requests` by one. The core refuses a second one.
        for call in calls { request([(call.id, .end)], &events) }
        if allows(.screening) { screen(domain, &events) }
        if allows(.shellMutes) {
            var update = ShellUpdate()
            update.mutesStreams = !domain.shells.state.mutesStreams
            events.append(.command(.setShellState(update), from: Self.user))
        }
        if allows(.loss) || allows(.reset) { lose(domain, &events) }
        return events
    }

    /// What apps report at once after an event of this world.
    func follow(_ domain: inout Domain) {
        guard !allows(.refusals) else { return }
        for call in domain.calls.values where call.holdRefused {
            guard let provider = domain.providers[call.provider] else { continue }
            var update = CallUpdate()
            update.supportsHolding = call.supports.holding
            _ = try? domain.handle(.command(.reportUpdated(call.id, update), from: app(provider.identifier)), at: 1)
        }
        domain.output = Output()
        _ = domain.takeChangedKeys()
    }

    private func allows(_ chance: Setting.Chance) -> Bool { setting.chances.contains(chance) }

    private func register(_ identifier: String) -> Event {
        var configuration = ProviderConfiguration()
        configuration.maximumCallGroups = setting.groups
        configuration.maximumCallsPerCallGroup = setting.callsPerGroup
        configuration.holdsImplicitly = setting.isSwapping(identifier)
        if allows(.emergencyNumber), setting.isModem(identifier) {
            configuration.emergencyNumbers = [Self.emergencyNumber]
        }
        return .command(.register(identifier: identifier, configuration), from: app(identifier))
    }

    private func complete(_ transaction: Transaction, in domain: Domain, _ events: inout [Event]) {
        for action in transaction.actions[transaction.next...] {
            guard let call = domain.calls[action.call], let provider = domain.providers[call.provider] else { continue }
            let app = self.app(provider.identifier)
            switch action.progress {
            case .delivered:
                events.append(.command(.complete(action.id, .fulfilled(at: 0)), from: app))
                events.append(.command(.complete(action.id, .failed), from: app))
                events.append(.timerFired(.action(action.id)))
            case .waiting:
                guard allows(.early), action.early == nil, !action.isInserted else { continue }
                events.append(.command(.complete(action.id, .fulfilled(at: 0)), from: app))
                events.append(.command(.complete(action.id, .failed), from: app))
            case .completed: continue
            }
        }
    }

    private func report(_ call: Call, in domain: Domain, _ events: inout [Event]) {
        guard let provider = domain.providers[call.provider] else { return }
        let app = self.app(provider.identifier)
        if call.outgoing {
            if call.state == .dialing { events.append(.command(.reportConnecting(call.id, at: 0), from: app)) }
            if !call.hasConnected { events.append(.command(.reportConnected(call.id, at: 0), from: app)) }
            if allows(.ringTimeout) { events.append(.timerFired(.connect(call.id))) }
        } else if call.state == .connecting {
            events.append(.command(.reportConnected(call.id, at: 0), from: app))
        }
        for update in updates(of: call, at: provider, in: domain) + facts(about: call, at: provider, in: domain) {
            events.append(.command(.reportUpdated(call.id, update), from: app))
        }
        if allows(.again) {
            for state in [CallState.active, .held] {
                var existing = ExistingCall()
                (existing.state, existing.outgoing) = (state, call.outgoing)
                if allows(.mute) { existing.muted = !call.muted }
                let report = Command.reportExisting(provider: provider.identifier, call.id, existing)
                events.append(.command(report, from: app))
            }
        }
        if allows(.remoteEnd) { events.append(.command(.reportEnded(call.id, at: 0, .remoteEnded), from: app)) }
        if allows(.localEnd) { events.append(.command(.reportEnded(call.id, at: 0, .localEnded), from: app)) }
        if allows(.ringTimeout), call.state == .incoming { events.append(.timerFired(.ring(call.id))) }
    }

    private func updates(of call: Call, at provider: Provider, in domain: Domain) -> [CallUpdate] {
        var updates: [CallUpdate] = []
        if provider.configuration.holdsImplicitly == true, call.state == .active || call.state == .held,
            allows(.spontaneous) || domain.isConsequence(onHold: !call.onHold, of: call)
        {
            var update = CallUpdate()
            update.onHold = !call.onHold
            updates.append(update)
        }
        if allows(.update) {
            var update = CallUpdate()
            update.supportsHolding = !call.supports.holding
            updates.append(update)
        }
        if allows(.abilities) {
            var (ending, answering) = (CallUpdate(), CallUpdate())
            ending.supportsEnding = !call.supports.ending
            answering.supportsAnswering = !call.supports.answering
            updates.append(ending)
            if call.state == .incoming { updates.append(answering) }
        }
        if allows(.shellMutes) {
            var update = CallUpdate()
            update.supportsMuting = !call.supports.muting
            updates.append(update)
        }
        if mayHaveEmergencies(provider), !call.emergency {
            var update = CallUpdate()
            update.emergency = true
            updates.append(update)
        }
        return updates
    }

    private func facts(about call: Call, at provider: Provider, in domain: Domain) -> [CallUpdate] {
        guard allows(.facts) else { return [] }
        var updates = [CallUpdate()]
        updates[0].muted = !call.muted
        for group in [nil] + provider.calls.map({ GroupID($0) }) where call.hasConnected {
            updates.append(CallUpdate())
            updates[updates.count - 1].group = .some(group)
        }
        return updates
    }

    private static let directory = Caller(
        client: Client(name: "directory"), uid: 1000, app: nil, isAdministrator: false,
        account: Account(name: "directory"))

    private func screen(_ domain: Domain, _ events: inout [Event]) {
        if domain.hasDirectory {
            events.append(.clientLost(Self.directory.client))
            if allows(.switches) {
                var update = DirectoryUpdate()
                update.disabledProviders = domain.switchedOff.names.isEmpty ? [setting.identifiers[0]] : []
                events.append(.command(.setDirectoryState(update), from: Self.directory))
            }
        } else {
            for verdict in [Verdict.allow, .reject] {
                var update = DirectoryUpdate()
                update.whenLate = verdict
                events.append(.command(.registerDirectory(update), from: Self.directory))
            }
        }
        if domain.hasEmergencyWindow { events.append(.timerFired(.emergencyWindow)) }
        for call in domain.screenings.inOrder {
            for verdict in Verdict.allCases {
                let answer = Command.answerScreening(call.id, verdict, .blockList, Identification())
                events.append(.command(answer, from: Self.directory))
            }
            events.append(.timerFired(.screening(call.id)))
            if let provider = domain.providers[call.provider] { report(screened: call, at: provider, &events) }
        }
    }

    private func report(screened call: Call, at provider: Provider, _ events: inout [Event]) {
        let app = self.app(provider.identifier)
        events.append(.command(.reportIncoming(provider: provider.identifier, call.id, CallUpdate()), from: app))
        events.append(.command(.reportEnded(call.id, at: 0, .remoteEnded), from: app))
        if mayHaveEmergencies(provider) {
            var update = CallUpdate()
            update.emergency = true
            events.append(.command(.reportUpdated(call.id, update), from: app))
        }
        guard allows(.again) else { return }
        var existing = ExistingCall()
        existing.state = .active
        events.append(.command(.reportExisting(provider: provider.identifier, call.id, existing), from: app))
    }

    private func mayHaveEmergencies(_ provider: Provider) -> Bool {
        allows(.emergency) && provider.providerClass == .cellular
    }

    /// The kinds of new calls.
    private func newcomers(at provider: Provider) -> [CallUpdate] {
        var updates = [CallUpdate()]
        if allows(.unholdable) {
            updates.append(CallUpdate())
            updates[1].supportsHolding = false
        }
        if allows(.unendable) {
            updates.append(CallUpdate())
            updates[updates.count - 1].supportsEnding = false
        }
        if allows(.shellMutes) {
            updates.append(CallUpdate())
            updates[updates.count - 1].supportsMuting = false
            if provider.providerClass == .voip { updates[updates.count - 1].streamProcess = 1 }
        }
        if allows(.observed) {
            updates.append(CallUpdate())
            updates[updates.count - 1].supportsEnding = false
            updates[updates.count - 1].supportsHolding = false
        }
        if mayHaveEmergencies(provider) {
            updates.append(CallUpdate())
            updates[updates.count - 1].emergency = true
        }
        return updates
    }

    private func appear(_ fresh: CallID, at provider: Provider, beside others: [Call], _ events: inout [Event]) {
        let app = self.app(provider.identifier)
        for update in newcomers(at: provider) {
            events.append(.command(.reportIncoming(provider: provider.identifier, fresh, update), from: app))
            guard allows(.existing) else { continue }
            for state in [CallState.active, .held, .dialing] {
                var existing = ExistingCall()
                existing.state = state
                existing.outgoing = state == .dialing
                existing.update = update
                events.append(.command(.reportExisting(provider: provider.identifier, fresh, existing), from: app))
                if state == .held { appearHeld(existing, fresh, at: provider, for: others, &events) }
                guard allows(.group) else { continue }
                for member in provider.calls {
                    existing.group = GroupID(member)
                    events.append(.command(.reportExisting(provider: provider.identifier, fresh, existing), from: app))
                }
            }
        }
    }

    /// Calls that went on while their app was away. The core refuses those of other apps.
    private func comeBack(with lost: [EndedCall], at provider: Provider, _ events: inout [Event]) {
        for call in lost.map(\.call) {
            for state in [CallState.active, .held, call.outgoing ? .dialing : .incoming] {
                var existing = ExistingCall()
                (existing.state, existing.outgoing) = (state, call.outgoing)
                let report = Command.reportExisting(provider: provider.identifier, call.id, existing)
                events.append(.command(report, from: app(provider.identifier)))
            }
        }
    }

    /// A call that was held for another one before the registry started.
    private func appearHeld(
        _ state: ExistingCall, _ fresh: CallID, at provider: Provider, for others: [Call], _ events: inout [Event]
    ) {
        for other in others {
            var existing = state
            existing.heldFor = other.id
            let report = Command.reportExisting(provider: provider.identifier, fresh, existing)
            events.append(.command(report, from: app(provider.identifier)))
        }
    }

    private func ask(of calls: [Call], _ fresh: CallID, _ providers: [Provider], _ events: inout [Event]) {
        let starts = allows(.start) && calls.count < setting.calls ? providers.flatMap { self.starts(at: $0) } : []
        for start in starts { request([(fresh, start)], &events) }
        for provider in providers where provider.app != nil { askFromSandbox(provider, of: calls, fresh, &events) }
        for call in calls {
            request([(call.id, .answer)], &events)
            if allows(.hold) {
                request([(call.id, .setHeld(true))], &events)
                request([(call.id, .setHeld(false))], &events)
            }
            if allows(.mute) { request([(call.id, .setMuted(!call.muted))], &events) }
            if allows(.group) {
                request([(call.id, .setGroup(with: nil))], &events)
                for other in calls where other.id != call.id {
                    request([(call.id, .setGroup(with: other.id))], &events)
                }
            }
            guard allows(.pairs) else { continue }
            for first in [ActionKind.setHeld(true), .end] {
                for start in starts { request([(call.id, first), (fresh, start)], &events) }
                for other in calls where other.id != call.id && other.state == .incoming {
                    request([(call.id, first), (other.id, .answer)], &events)
                }
            }
        }
    }

    private func askFromSandbox(_ provider: Provider, of calls: [Call], _ fresh: CallID, _ events: inout [Event]) {
        let app = self.app(provider.identifier)
        if allows(.start), calls.count < setting.calls {
            for start in starts(at: provider) { request([(fresh, start)], from: app, &events) }
        }
        for call in calls where call.provider == provider.id {
            request([(call.id, .answer)], from: app, &events)
            if allows(.hold) { request([(call.id, .setHeld(false))], from: app, &events) }
        }
    }

    private func starts(at provider: Provider) -> [ActionKind] {
        var start = StartAction(provider: provider.identifier, handle: Handle(kind: .phoneNumber, value: "1"))
        var starts = [ActionKind.start(start)]
        start.emergency = true
        if mayHaveEmergencies(provider) { starts.append(.start(start)) }
        if allows(.emergencyNumber), provider.providerClass != .cellular {
            let number = Handle(kind: .phoneNumber, value: Self.emergencyNumber)
            starts.append(.start(StartAction(provider: provider.identifier, handle: number)))
        }
        return starts
    }

    private func request(
        _ items: [(CallID, ActionKind)], from caller: Caller = Moves.user, _ events: inout [Event]
    ) {
        let request = Request(items.map { Request.Item(call: $0.0, kind: $0.1) })
        events.append(.command(.request(request), from: caller))
        guard allows(.spare), items.contains(where: { $0.1.takesAudio }) else { return }
        var sparing = request
        sparing.endsOthers = false
        events.append(.command(.request(sparing), from: caller))
    }

    private func lose(_ domain: Domain, _ events: inout [Event]) {
        let there = setting.identifiers.filter { domain.providers.ids[$0] != nil }
        let away = setting.identifiers.filter { domain.providers.ids[$0] == nil }
        for identifier in there {
            if allows(.loss) { events.append(.clientLost(Client(name: identifier))) }
            if allows(.reset) { events.append(.command(.invalidate(identifier: identifier), from: app(identifier))) }
        }
        if allows(.reset) { events.append(.reset) }
        // Among apps that are away and configured alike, one is enough.
        var kinds: Set<[Bool]> = []
        for identifier in away {
            let kind = [setting.isModem(identifier), setting.isSwapping(identifier), setting.isSandboxed(identifier)]
            if kinds.insert(kind).inserted { events.append(register(identifier)) }
        }
    }
}

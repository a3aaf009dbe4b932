// SPDX-License-Identifier: MIT

/// A state that ends each service which handles it is reduced to what apps could report again. Nothing else of it is
/// read, so a mistake in the rest does no harm.
extension Domain {
    /// A new domain with the providers and shells of this one, with the number of its last ended call, and with its
    /// calls as `ReportExistingCall` would tell them; and the effects that tell the clients. Pending actions fail.
    package func reduced(seed: UInt64, at now: Time) -> (domain: Domain, effects: [Effect]) {
        // The limits have accepted these calls already. In another order the share of an app might be another one.
        var lenient = policy
        (lenient.limits.calls, lenient.limits.callsPerApp, lenient.limits.registryBytes) = (.max, .max, .max)
        var reduced = Domain(seed: seed, policy: lenient)
        reduced.shells = shells
        reduced.screenings.restore(screenings.directory)
        reduced.providers.lastID = providers.lastID
        reduced.stories.restore([], lastNumber: stories.lastNumber)
        for provider in providers.values.sorted(by: { $0.id < $1.id }) {
            reduced.providers.restore(provider.withoutCalls)
        }
        var effects = failures + deactivations
        if hasEmergencyWindow { effects += reduced.openEmergencyWindow() }
        for call in calls.values.sorted(by: { ($0.startedAt, $0.id.low) < ($1.startedAt, $1.id.low) }) {
            effects += reduced.report(call, of: self, at: now)
        }
        // Only now: the calls of an app that the user switched off stay.
        reduced.switchedOff = switchedOff
        reduced.adopt(policy)
        if audio != reduced.audio { effects.append(.audioRestated(reduced.audio)) }
        return (reduced, effects)
    }

    /// Takes a call of another domain. Its effects announce every property, because its subscribers know it.
    private mutating func report(_ call: Call, of other: Domain, at now: Time) -> [Effect] {
        // A call that its app was told to end is most likely over.
        guard let provider = other.providers[call.provider], call.state != .ending else { return [.callRemoved(call)] }
        let command = Command.reportExisting(provider: provider.identifier, call.id, other.facts(about: call))
        let owner = Caller(
            client: provider.client, uid: 0, app: provider.app, isAdministrator: false, account: provider.account)
        guard let response = try? handle(.command(command, from: owner), at: now) else { return [.callRemoved(call)] }
        return response.effects.map { effect in
            if case .callAdded(let call) = effect { .callRestated(call) } else { effect }
        }
    }

    private func facts(about call: Call) -> ExistingCall {
        var facts = ExistingCall()
        switch call.state {
        case .connecting: facts.state = call.outgoing ? .connecting : .incoming
        case .incoming, .dialing, .active, .held, .ending, .ended: facts.state = call.state
        }
        (facts.outgoing, facts.muted, facts.heldFor) = (call.outgoing, call.muted, call.heldFor)
        facts.group = call.group
        (facts.startedAt, facts.connectedAt) = (call.startedAt, call.connectedAt)
        facts.update = CallUpdate(call)
        return facts
    }

    private var failures: [Effect] {
        transactions.values.sorted { $0.serial < $1.serial }.flatMap { transaction in
            transaction.audience.compactMap { client in
                (transaction.current ?? transaction.actions.last).map { action in
                    .transactionCompleted(
                        client, transaction.id, .failed(action: action.kind.word, .serviceRestarted, call: nil),
                        inserted: [])
                }
            }
        }
    }

    /// The owner of the audio gets it again when its call is found, if that call is the first.
    private var deactivations: [Effect] {
        guard let owner = audio.owner, let provider = providers[owner.provider], let call = owner.calls.first else {
            return []
        }
        let session = AudioSession(call: call, group: owner.group, route: audio.route)
        return [.send(provider.client, provider: provider.identifier, .didDeactivate(session))]
    }
}

extension Provider {
    fileprivate var withoutCalls: Provider {
        var provider = self
        provider.calls = []
        provider.isUnresponsive = false
        return provider
    }
}

extension CallUpdate {
    /// The facts that a provider reported about a call.
    fileprivate init(_ call: Call) {
        self.init()
        remoteHandle = .some(call.remoteHandle)
        localizedCallerName = call.localizedCallerName
        contactIdentifier = call.contactIdentifier
        hasVideo = call.hasVideo
        (remoteOnHold, encrypted, externalID) = (call.remoteOnHold, call.encrypted, call.externalID)
        (localMember, members, activeMembers) = (.some(call.members.local), call.members.all, call.members.active)
        supportsHolding = call.supports.holding
        supportsGrouping = call.supports.grouping
        supportsUngrouping = call.supports.ungrouping
        supportsDTMF = call.supports.dtmf
        supportsResuming = call.supports.resuming
        supportsAnswering = call.supports.answering
        supportsEnding = call.supports.ending
        supportsMuting = call.supports.muting
        if call.streamProcess != 0 { streamProcess = call.streamProcess }
        emergency = call.emergency
        includesInRecents = call.includesInRecents
    }
}

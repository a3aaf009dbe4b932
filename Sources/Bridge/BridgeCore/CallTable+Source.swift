// SPDX-License-Identifier: MIT

import CallContract

/// What the source shows.
extension CallTable {
    /// A call that the source lists again has changed, nothing more.
    mutating func appeared(_ key: SourceKey, _ call: SourceCall, isOld: Bool) {
        guard calls[key] == nil else { return changed(key, call) }
        switch call.state {
        case .ended: break
        case .incoming:
            insert(key, call, .offered)
            silence(key)
            effects.append(.reportIncoming(key.callID, call.facts))
        case .dialing, .alerting, .active, .held:
            if call.outgoing, !isOld, let dial = takeDial(for: call) { return placed(dial, key, call) }
            insert(key, call, .unlisted(resumes: true))
            switch call.state {
            case .active, .held: list(key)
            case .dialing, .alerting, .incoming, .ended: if isOld { listDialing(key) } else { requestStart(key) }
            }
        }
    }

    private mutating func insert(_ key: SourceKey, _ call: SourceCall, _ standing: BridgedCall.Standing) {
        calls[key] = BridgedCall(key: key, id: key.callID, source: call, standing: standing)
    }

    /// The shell rings, or the call must not ring.
    func silencing(_ key: SourceKey) -> BridgeEffect { .command(.silence(key)) }

    private mutating func silence(_ key: SourceKey) {
        if hasShell { effects.append(silencing(key)) }
    }

    // MARK: Outgoing calls

    /// The call that the source was asked to place: the oldest with its number, or the oldest, because a source may
    /// write numbers in another way.
    private mutating func takeDial(for call: SourceCall) -> PendingDial? {
        let handle = call.facts.remoteHandle ?? nil
        let match = dialing.firstIndex { $0.start.handle.value == handle?.value } ?? dialing.indices.first
        return match.map { dialing.remove(at: $0) }
    }

    private mutating func placed(_ dial: PendingDial, _ key: SourceKey, _ call: SourceCall) {
        insert(key, call, .unlisted(resumes: false))
        guard !dial.isCancelled else { return effects.append(.command(.end(key, for: dial.action.id))) }
        calls[key]?.id = dial.action.call
        calls[key]?.standing = .listed(.init(progress: .dialing))
        effects.append(.fulfil(dial.action))
        effects.append(.reportUpdated(dial.action.call, call.facts))
        follow(key)
    }

    /// The user dialled in the source's own window. The request makes room.
    private mutating func requestStart(_ key: SourceKey) {
        guard let call = calls[key] else { return }
        guard case .some(let handle?) = call.source.facts.remoteHandle else { return listDialing(key) }
        calls[key]?.standing = .requested
        ownStarts.insert(call.id)
        var start = StartAction(provider: provider, handle: handle)
        start.dialed = true
        effects.append(.request(call.id, .start(start)))
    }

    /// The service lists a call that is being dialled and cannot be requested.
    private mutating func listDialing(_ key: SourceKey) {
        guard let call = calls[key] else { return }
        var report = ExistingCall()
        (report.outgoing, report.update) = (true, call.source.facts)
        report.state = call.source.state == .alerting ? .connecting : .dialing
        calls[key]?.standing = .listed(.init(progress: report.state == .connecting ? .connecting : .dialing))
        effects.append(.reportExisting(call.id, report))
    }

    // MARK: Changes

    mutating func changed(_ key: SourceKey, _ call: SourceCall) {
        guard let before = calls[key] else { return }
        calls[key]?.source = call
        if case .ended(let reason) = call.state { return ended(before, reason) }
        switch before.standing {
        case .offered: reportFacts(key, before)
        case .listed:
            reportFacts(key, before)
            follow(key)
        case .requested: break
        case .unlisted: if before.source.state.holding == nil, call.state.holding != nil { list(key) }
        }
    }

    private mutating func reportFacts(_ key: SourceKey, _ before: BridgedCall) {
        guard let facts = calls[key]?.source.facts, facts != before.source.facts else { return }
        effects.append(.reportUpdated(before.id, facts))
    }

    private mutating func ended(_ call: BridgedCall, _ reason: EndedReason) {
        calls[call.key] = nil
        switch call.standing {
        case .listed, .offered, .requested:
            let ends = call.pending.filter { $0.kind == .end }
            effects += ends.map { .fulfil($0) }
            if ends.isEmpty { effects.append(.reportEnded(call.id, reason)) }
        case .unlisted: break
        }
    }

    /// All calls leave the service.
    mutating func leave(as reason: EndedReason) {
        for call in calls.values.sorted(by: { $0.key.object < $1.key.object }) { ended(call, reason) }
        for dial in dialing where !dial.isCancelled { effects.append(.fail(dial.action)) }
        dialing = []
    }
}

/// How the service follows the state of a listed call.
extension CallTable {
    /// Tells the service what the state of the source says now: as the fulfilment of an action, as a report, or as a
    /// request if the user did it in the source's own window.
    mutating func follow(_ key: SourceKey) {
        guard var call = calls[key], var listing = call.listing else { return }
        defer { calls[key] = call }
        switch call.source.state {
        case .incoming, .dialing, .ended: break
        case .alerting:
            guard listing.progress == .dialing else { break }
            listing.progress = .connecting
            effects.append(.reportConnecting(call.id))
        case .active, .held:
            connect(&call, &listing)
            if listing.progress == .connected { updateHolding(&call, &listing) }
        }
        call.listing = listing
    }

    private mutating func connect(_ call: inout BridgedCall, _ listing: inout BridgedCall.Listing) {
        switch listing.progress {
        case .connected: break
        case .dialing, .connecting:
            listing.progress = .connected
            effects.append(.reportConnected(call.id))
        case .incoming:
            if let answer = call.take({ $0 == .answer }) {
                listing.progress = .connected
                effects.append(.fulfil(answer))
            } else if !listing.asksForAnswer {
                listing.asksForAnswer = true
                effects.append(.request(call.id, .answer))
            }
        }
    }

    /// Only a change at the source counts: a call that counts as held may be active there for a long time.
    private mutating func updateHolding(_ call: inout BridgedCall, _ listing: inout BridgedCall.Listing) {
        guard let holding = call.source.state.holding, holding != listing.followed else { return }
        listing.followed = holding
        if let action = call.take({ $0 == .setHeld(holding) }) {
            listing.isHeld = holding
            effects.append(.fulfil(action))
        } else if holdsImplicitly {
            listing.isHeld = holding
            var update = CallUpdate()
            update.onHold = holding
            effects.append(.reportUpdated(call.id, update))
        } else if holding != listing.isHeld {
            effects.append(.request(call.id, .setHeld(holding)))
        }
    }

    /// Lets the service list a connected call that it does not know. It counts as held until there is room for it: a
    /// call that is reported as active ends if another call has the audio and this one cannot be held. A call that
    /// makes no room is reported as active: the service gives it free audio, or holds it, and does neither if it only
    /// observes the call.
    mutating func list(_ key: SourceKey) {
        guard let call = calls[key], let holding = call.source.state.holding,
            case .unlisted(let resumes) = call.standing
        else { return }
        guard makesRoom else { return report(key, as: call.id, isHeld: holding) }
        report(key, as: call.id, isHeld: true)
        if resumes, !holding { askForAudio(key) }
    }

    mutating func askForAudio(_ key: SourceKey) {
        guard let call = calls[key] else { return }
        calls[key]?.listing?.asksForAudio = true
        effects.append(.request(call.id, .setHeld(false)))
    }

    /// Reports a connected call.
    private mutating func report(_ key: SourceKey, as id: CallID, isHeld: Bool) {
        guard let call = calls[key], let holding = call.source.state.holding else { return }
        var report = ExistingCall()
        (report.outgoing, report.update) = (call.source.outgoing, call.source.facts)
        (report.state, report.muted) = (isHeld ? .held : .active, call.source.facts.muted)
        calls[key]?.id = id
        calls[key]?.standing = .listed(.init(progress: .connected, followed: holding, isHeld: isHeld))
        effects.append(.reportExisting(id, report))
        if quietens, isHeld, !holding { effects.append(.quieten(key)) }
    }

    // MARK: Refused requests

    /// A refusal ends no call: what the user did stays, and the call counts as held.
    mutating func requestFailed(_ id: CallID, _ word: ActionWord) {
        if word == .startCall { ownStarts.remove(id) }
        guard let call = row(id) else { return }
        switch (call.standing, word) {
        case (.requested, .startCall):
            // The service has used the id.
            calls[call.key]?.id = .random()
            calls[call.key]?.standing = .unlisted(resumes: false)
            list(call.key)
        case (.listed(let listing), .answerCall):
            if listing.progress == .incoming { report(call.key, as: id, isHeld: true) }
        case (.listed(let listing), .setHeld):
            if call.source.state == .held, !listing.isHeld { report(call.key, as: id, isHeld: true) }
        case (.offered, _), (.requested, _), (.unlisted, _), (.listed, _): break
        }
    }
}

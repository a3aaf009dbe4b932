// SPDX-License-Identifier: MIT

import CallContract

/// How the registry follows the state of a listed call.
extension CallTable {
    /// Tells the registry what the state of the source says now: as the fulfilment of an action, as a report, or as a
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
            if listing.progress == .connected { compareHolding(&call, &listing) }
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
    private mutating func compareHolding(_ call: inout BridgedCall, _ listing: inout BridgedCall.Listing) {
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

    /// Lets the registry list a connected call that it does not know. It counts as held until there is room for it: a
    /// call that is reported as active ends if another call has the audio and this one cannot be held. A call that
    /// makes no room is reported as active: the registry gives it free audio, or holds it, and does neither if it only
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
            // The registry has used the id.
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

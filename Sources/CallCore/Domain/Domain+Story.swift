// SPDX-License-Identifier: MIT

/// Stories: what happened to each call and why. Nothing is decided by them.
extension Domain {
    /// What happened to a call that is there.
    public func story(of id: CallID) -> Story? { stories[id] }

    /// A call that ended a short while ago.
    public func endedCall(_ id: CallID) -> EndedCall? { endedStories[id] }

    /// The calls that ended a short while ago, the last one last.
    public var recentlyEnded: [EndedCall] { endedStories.inOrder }

    // MARK: What cannot be seen by comparing calls before and after an event

    mutating func noteRequest(of action: Action, in transaction: TransactionID) {
        guard !action.isInserted, var moment = moment(.requested, action) else { return }
        moment.origin = transactions[transaction]?.origin
        output.moments.append((action.call, moment))
    }

    /// For what the registry wants by itself this is the first that is heard of it, so it says why.
    mutating func noteDelivery(of action: Action, in transaction: Transaction) {
        guard var moment = moment(.delivered, action) else { return }
        moment.origin = action.isInserted ? .system : transaction.origin
        if action.isInserted {
            let purpose = purpose(of: action, in: transaction)
            let reason = action.kind == .end ? Reason.ended(for: purpose?.kind) : Reason.held(for: purpose?.kind)
            moment.reason = purpose == nil ? transaction.cause ?? reason : reason
            moment.call = purpose?.call ?? transaction.causeCall
        }
        output.moments.append((action.call, moment))
    }

    mutating func note(_ outcome: Outcome, of action: Action, at call: Call) {
        let what: MomentWord =
            switch outcome {
            case .fulfilled: .fulfilled
            case .failed: .refused
            case .timedOut: .timedOut
            }
        guard let moment = moment(what, action) else { return }
        if what != .fulfilled || !action.kind.shows(in: call) { output.moments.append((action.call, moment)) }
        guard what == .fulfilled, case .setGroup(let other?) = action.kind, live(other) != nil else { return }
        var joined = Moment(.grouped, at: now)
        joined.call = action.call
        output.moments.append((other, joined))
    }

    /// What was asked for and is not done. An action that its provider did not do has its own moment.
    mutating func noteFailure(of transaction: Transaction, _ result: TransactionResult) {
        guard case .failed(_, let reason, let call) = result else { return }
        for action in transaction.actions[transaction.next...] where !action.isInserted {
            guard action.progress != .completed, var moment = moment(.failed, action) else {
                continue
            }
            moment.reason = reason
            moment.call = call
            output.moments.append((action.call, moment))
        }
    }

    private func moment(_ what: MomentWord, _ action: Action) -> Moment? {
        limits.momentsPerCall > 0 ? Moment(what, action.kind, at: now) : nil
    }

    // MARK: Stories are written at the end of an event

    /// Adds what was noted. The calls that the event ended are still there.
    mutating func writeNotes() {
        let limit = limits.momentsPerCall
        guard limit > 0 else { return }
        for (id, before) in output.calls where before == nil { stories[id] = newStory(of: id, limit: limit) }
        for (id, moment) in output.moments {
            // Why it ended says it all.
            if moment.what == .failed, calls[id]?.hasEnded != false { continue }
            stories[id]?.append(moment, limit: limit)
        }
    }

    private func newStory(of id: CallID, limit: Int) -> Story? {
        guard let call = calls[id] else { return nil }
        var story = Story(of: providers[call.provider])
        var moment = Moment(.appeared, at: now)
        moment.state = call.hasEnded ? call.outgoing ? .dialing : .incoming : call.state
        story.append(moment, limit: limit)
        return story
    }

    /// Adds what the event has changed about a call.
    mutating func writeStory(of id: CallID, from before: Call?, to after: Call) {
        let (limit, time) = (limits.momentsPerCall, now)
        guard limit > 0 else { return }
        if let before {
            let staysHeld = before.heldFor != nil && after.heldFor == nil && after.state == .held && !mayResume(after)
            stories[id]?.append(from: before, to: after, staysHeld: staysHeld, at: time, limit: limit)
        } else if after.hasEnded {
            stories[id]?.append(Moment(.ended, after, at: time), limit: limit)
        } else {
            if after.hasAudio { stories[id]?.append(Moment(.audioGained, at: time), limit: limit) }
            if after.muted { stories[id]?.append(Moment(.muted, at: time), limit: limit) }
        }
        guard after.hasEnded, let story = stories.removeValue(forKey: id) else { return }
        endedStories.insert(id, EndedCall(call: after, story: story))
    }

    /// Keeps a reported call that was refused among those that ended. It was never in the registry, so nothing is
    /// announced; its id counts as used.
    mutating func remember(_ refused: Call, refusedBy filter: CallFilter) {
        guard !hasManyRefused(providers[refused.provider]?.app) else { return }
        var call = refused
        call.state = .ended
        call.endedReason = .filtered
        call.filteredBy = filter
        call.endedAt = now
        endedCalls.insert(call.id)
        let limit = limits.momentsPerCall
        guard limit > 0 else { return }
        var story = Story(of: providers[call.provider])
        story.append(Moment(.appeared, refused, at: now), limit: limit)
        story.append(Moment(.ended, call, at: now), limit: limit)
        endedStories.insert(call.id, EndedCall(call: call, story: story))
    }

    /// Whether a sandboxed app has used up its share: it must not displace the calls of others from the ended ones.
    private func hasManyRefused(_ app: String?) -> Bool {
        guard let app else { return false }
        let refused = endedStories.inOrder.count { $0.call.filteredBy != nil && $0.story.app == app }
        return refused >= limits.refusedCallsPerApp
    }

    private func mayResume(_ call: Call) -> Bool {
        resumable.contains(call.id) || call.pending.contains { $0.kind == .setHeld(false) }
    }
}

extension ActionKind {
    /// Whether the call's own moments tell that it was done.
    fileprivate func shows(in call: Call) -> Bool {
        switch self {
        case .answer, .end: true
        case .setHeld(let value): call.onHold != value
        case .setMuted(let value): call.muted != value
        case .start, .setGroup, .playDTMF: false
        }
    }
}

extension Caller {
    /// Whether it may be told the story.
    public func maySee(_ story: Story) -> Bool { app == nil || app == story.app }
}

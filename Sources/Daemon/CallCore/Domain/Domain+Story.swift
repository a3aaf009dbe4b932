// SPDX-License-Identifier: MIT

/// Stories: what happened to each call and why. No rule reads their moments.
extension Domain {
    /// The story of a call that has not ended.
    package func story(of id: CallID) -> Story? { stories.live[id] }

    /// An ended call that is remembered. Only the last ones have moments.
    package func endedCall(_ id: CallID) -> EndedCall? { stories.endedCall(id) }

    /// The ended calls that have moments; the last one is last.
    package var recentlyEnded: [EndedCall] { stories.recentlyEnded }

    // MARK: Notes of changes that a comparison of the calls before and after an event does not show

    mutating func noteRequest(of action: Action, in transaction: TransactionID) {
        guard !action.isInserted, var moment = moment(.requested, action) else { return }
        moment.origin = transactions[transaction]?.origin
        stories.note(moment, of: action.call)
    }

    /// The delivery of an inserted action is the first moment of it, so it says why.
    mutating func noteDelivery(of action: Action, in transaction: Transaction) {
        guard var moment = moment(.delivered, action) else { return }
        moment.origin = action.isInserted ? .system : transaction.origin
        if action.isInserted {
            let purpose = purpose(of: action, in: transaction)
            let reason = action.kind == .end ? Reason.ended(for: purpose?.kind) : Reason.held(for: purpose?.kind)
            moment.reason = purpose == nil ? transaction.cause ?? reason : reason
            moment.call = purpose?.call ?? transaction.causeCall
        }
        stories.note(moment, of: action.call)
    }

    mutating func note(_ outcome: Outcome, of action: Action, at call: Call) {
        let what: MomentWord =
            switch outcome {
            case .fulfilled: .fulfilled
            case .failed: .refused
            case .timedOut: .timedOut
            }
        guard let moment = moment(what, action) else { return }
        if what != .fulfilled || !action.kind.shows(in: call) { stories.note(moment, of: action.call) }
        guard what == .fulfilled, case .setGroup(let other?) = action.kind, live(other) != nil else { return }
        stories.note(Moment(.grouped, at: now, call: action.call), of: other)
    }

    /// Notes the requested actions that will not be done. An action that its provider did not do has its own moment.
    mutating func noteFailure(of transaction: Transaction, _ result: TransactionResult) {
        guard case .failed(_, let reason, let call) = result else { return }
        for action in transaction.actions[transaction.next...] where !action.isInserted {
            guard action.progress != .completed, var moment = moment(.failed, action) else {
                continue
            }
            moment.reason = reason
            moment.call = call
            stories.note(moment, of: action.call)
        }
    }

    private func moment(_ what: MomentWord, _ action: Action) -> Moment? {
        limits.momentsPerCall > 0 ? Moment(what, action.kind, at: now) : nil
    }

    // MARK: Stories are written at the end of an event

    /// Begins the stories of new calls and adds the notes. The calls that the event ended are still known.
    mutating func writeNotes(about changes: [Calls.Change]) {
        let notes = stories.takeNotes()
        let limit = limits.momentsPerCall
        guard limit > 0 else { return }
        for change in changes where change.before == nil {
            if let story = newStory(of: change.id, limit: limit) { stories.begin(story, of: change.id) }
        }
        for (id, moment) in notes {
            // The reason of the call's end tells the same.
            if moment.what == .failed, calls[id]?.hasEnded != false { continue }
            stories.append(moment, to: id, limit: limit)
        }
    }

    private func newStory(of id: CallID, limit: Int) -> Story? {
        guard let call = calls[id] else { return nil }
        var story = Story(of: providers[call.provider])
        let state: CallState = call.hasEnded ? call.outgoing ? .dialing : .incoming : call.state
        story.append(Moment(.appeared, at: now, state: state), limit: limit)
        return story
    }

    /// Adds what the event changed about a call.
    mutating func writeStory(of before: Call?, to after: Call) {
        let (limit, time) = (limits.momentsPerCall, now)
        guard limit > 0 else { return }
        if let before {
            let staysHeld = before.heldFor != nil && after.heldFor == nil && after.state == .held && !mayResume(after)
            stories.append(from: before, to: after, staysHeld: staysHeld, at: time, limit: limit)
        } else if after.hasEnded {
            stories.append(Moment(.ended, after, at: time), to: after.id, limit: limit)
        } else {
            if after.hasAudio { stories.append(Moment(.audioGained, at: time), to: after.id, limit: limit) }
            if after.muted { stories.append(Moment(.muted, at: time), to: after.id, limit: limit) }
        }
    }

    /// Remembers an ended call.
    mutating func closeStory(of call: Call) { stories.close(call, isRemembered: call.isInRecents) }

    /// Keeps a reported call that was refused among the ended ones. The service never listed it, so nothing is
    /// announced. Its id counts as used.
    mutating func remember(_ refused: Call, refusedBy filter: CallFilter) {
        guard !hasManyRefused(refused, by: filter) else { return }
        var call = refused
        call.filteredBy = filter
        call.endedAt = now
        remember(call, as: .filtered)
    }

    /// Keeps a call that rang nowhere among the ended ones, if it belongs in the list of recent calls.
    mutating func remember(_ reported: Call, as endedReason: EndedReason) {
        var call = reported
        call.state = .ended
        call.endedReason = endedReason
        let provider = providers[call.provider]
        call.follow(provider)
        calls.markUsed(call.id, by: FormerCall(call, of: provider, at: now))
        let limit = limits.momentsPerCall
        guard limit > 0, call.isInRecents else { return }
        var story = Story(of: provider)
        story.append(Moment(.appeared, reported, at: call.startedAt), limit: limit)
        story.append(Moment(.ended, call, at: now), limit: limit)
        stories.remember(EndedCall(call: call, story: story))
    }

    /// Whether the app of a call has used up its share of refusals. A sandboxed app could report any number of calls,
    /// to displace the calls of other apps, or to find out which callers are blocked. A modem reports only the calls
    /// that there are.
    func hasManyRefused(_ call: Call, by filter: CallFilter) -> Bool {
        guard let provider = providers[call.provider], provider.providerClass != .cellular, let app = provider.app
        else {
            return false
        }
        let refused = calls.lastFormer(limits.endedStories).count {
            $0.app == app && $0.filteredBy?.isOfTheMoment == filter.isOfTheMoment
        }
        return refused >= limits.refusedCallsPerApp
    }

    private func mayResume(_ call: Call) -> Bool {
        occupancy.resumable.contains(call.id) || call.pending.contains { $0.kind == .setHeld(false) }
    }
}

extension ActionKind {
    /// Whether the moments of the call itself tell that the action was done.
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
    /// Whether the caller may read the story.
    package func maySee(_ story: Story) -> Bool { app == nil || app == story.app }
}

/// The ended calls for the user's history, which the directory keeps. Each has a number, and the next one has the next
/// number.
extension Domain {
    /// The ended calls with a number above this one that are remembered, oldest first.
    package func endedCalls(
        after number: UInt64, for caller: Caller
    ) throws(CallError) -> [(number: Int, ended: EndedCall)] {
        try checkDirectory(caller)
        return stories.ended(after: Int(clamping: number))
    }

    /// Tells the directory which call ended last.
    var callsEnded: [Effect] {
        guard let directory = screenings.directory, stories.lastNumber > 0 else { return [] }
        return [.callsEnded(directory.client, number: stories.lastNumber)]
    }
}

// SPDX-License-Identifier: MIT

/// The reports of providers.
extension Domain {
    mutating func reportIncoming(_ identifier: String, _ id: CallID, _ update: CallUpdate, from caller: Caller)
        throws(CallError) -> Answer
    {
        let provider = try own(identifier, .unknownProvider, .incomingUnentitled, from: caller)
        if screenings[id]?.provider == provider.id {
            try noteRepeatedReport(of: id)
            return .screening
        }
        if let refusal = earlierRefusal(of: id, provider) { return .filtered(refusal) }
        try checkNew(id, of: provider)
        try checkCallCount(of: provider)
        try checkRoom(for: Cost.call + Cost.waitingReport + provider.nameCost + update.cost, at: provider)
        try check(update, in: .incoming, of: provider, .incomingUnentitled)
        var call = Call(id, of: provider, outgoing: false, state: .incoming)
        call.begin(with: update)
        call.startedAt = now
        try checkRoom(for: call)
        if isSwitchedOff(provider) { return refuseReport(of: call, by: .user) }
        if isScreened(call) {
            withdrawLoss(of: id, provider)
            screen(call)
            return .screening
        }
        switch quiet(call) {
        case .refused(let filter): return refuseReport(of: call, by: filter)
        case .silent: call.silenced = true
        case nil: break
        }
        withdrawLoss(of: id, provider)
        insert(call)
        startRinging(call)
        return .done
    }

    /// Refuses a call that must not ring now.
    func checkRoom(for call: Call) throws(CallError) {
        try checkEmergency(allows: call)
        guard !call.emergency, let provider = providers[call.provider] else { return }
        try checkGroups(of: provider, .incomingMaximumCallGroupsReached, except: call.id)
    }

    /// The refusal of a call that its provider reports again, because it got no reply.
    private func earlierRefusal(of id: CallID, _ provider: Provider) -> CallError? {
        guard let call = calls.former(id), call.provider == provider.id else { return nil }
        return call.filteredBy.map(Self.refusal)
    }

    /// Refuses a reported call that has not waited for the directory.
    private mutating func refuseReport(of call: Call, by filter: CallFilter) -> Answer {
        remember(call, refusedBy: filter)
        return .filtered(Self.refusal(by: filter))
    }

    mutating func reportExisting(_ identifier: String, _ id: CallID, _ state: ExistingCall, from caller: Caller)
        throws(CallError) -> Answer
    {
        let provider = try own(identifier, .unknownProvider, .incomingUnentitled, from: caller)
        if let known = live(id) ?? screenings[id], known.provider == provider.id {
            try checkRoom(for: known.growth(by: state.update), at: provider)
            try check(state, of: id, provider)
            if screenings[id] != nil, isSwitchedOff(provider) {
                decide(id, .allow)
                return .filtered(Self.refusal(by: .user))
            }
            // The call goes on, whatever the directory would say.
            accept(id)
            if let known = live(id) { update(known, with: state) }
            return .done
        }
        let lost = lostCall(id, of: provider)
        // The service knew a call that was lost, so it is no new one of its app.
        let isRefused = lost == nil && isSwitchedOff(provider)
        if isRefused, let refusal = earlierRefusal(of: id, provider) { return .filtered(refusal) }
        if lost == nil { try checkNew(id, of: provider) }
        try checkCallCount(of: provider)
        try checkRoom(for: Cost.call + provider.nameCost + state.update.cost, at: provider)
        try check(state, of: id, provider)
        var call = Call(id, of: provider, outgoing: state.outgoing, state: state.state)
        call.begin(with: state.update)
        if state.state == .incoming { try checkEmergency(allows: call) }
        call.startedAt = time(state.startedAt, or: lost?.startedAt)
        if isRefused { return refuseReport(of: call, by: .user) }
        call.group = try group(state.group, for: call, of: provider)
        call.muted = state.muted ?? false
        if state.isConnected {
            call.connectedAt = connectTime(of: call, time(state.connectedAt, or: lost?.connectedAt))
        }
        call.silenced = state.state == .incoming
        if lost != nil { withdrawEnd(of: id) }
        insert(call, foundIn: state.group)
        if let target = state.heldFor, state.state == .held, !call.isObserved { restoreHold(of: id, for: target) }
        join(call)
        return .done
    }

    /// The first time that is known.
    private func time(_ reported: Time, or earlier: Time?) -> Time {
        if reported != 0 { return reported }
        guard let earlier, earlier != 0 else { return now }
        return earlier
    }

    private func check(_ state: ExistingCall, of id: CallID, _ provider: Provider) throws(CallError) {
        try check(state.update, in: state.state, of: provider, .incomingUnentitled, live(id) ?? screenings[id])
        try require(
            state.isPossible, .invalidArgs,
            "State must be incoming (not Outgoing), dialing or connecting (Outgoing), active or held.")
        try require(state.heldFor != id, .invalidArgs, "HeldFor must be the UUID of another call.")
    }

    mutating func reportUpdated(_ id: CallID, _ patch: CallUpdate, from caller: Caller) throws(CallError) {
        if let call = ownScreened(id, from: caller) { return try apply(patch, toScreened: call) }
        let call = try own(id, from: caller)
        guard let provider = providers[call.provider] else { return }
        try checkRoom(for: call.growth(by: patch), at: provider)
        try check(patch, in: call.state, of: provider, .unentitled, call)
        if case .some(let group?) = patch.group { try check(group, of: call, provider) }
        // Before the facts apply, because it may complete an action.
        if let muted = patch.muted { update(call, muted: muted) }
        apply(patch, to: id)
        if let onHold = patch.onHold { follow(call, onHold: onHold) }
        if let group = patch.group { follow(id, group: group) }
        // The updated call may be the emergency call, or a call that rings and turns out to be none.
        if let emergencyCall { silenceRinging(for: emergencyCall) }
    }

    /// An emergency call rings at once.
    private mutating func apply(_ patch: CallUpdate, toScreened call: Call) throws(CallError) {
        guard let provider = providers[call.provider] else { return }
        try checkRoom(for: call.growth(by: patch), at: provider)
        try check(patch, in: call.state, of: provider, .unentitled, call)
        screenings.update(call.id) { $0.apply(patch) }
        if patch.emergency == true { decide(call.id, .allow) }
    }

    mutating func apply(_ patch: CallUpdate, to id: CallID) {
        let couldEnd = calls[id]?.supports.ending
        changeMuting(of: id) { $0.apply(patch) }
        if let call = calls[id], call.supports.ending != couldEnd { adjustRingTimer(of: call) }
        if patch.emergency != nil { reorderLane() }
    }

    /// Refuses values that not every provider may report, or not of this call; nil = a new call.
    private func check(
        _ update: CallUpdate, in state: CallState, of provider: Provider, _ code: CallError.Code, _ known: Call? = nil
    ) throws(CallError) {
        try checkClaim(of: update.emergency ?? false, provider, code)
        try require(
            update.streamProcess == nil || provider.app == nil, .accessDenied,
            "A sandboxed app or modem service cannot name the process of streams. Leave StreamProcess out.")
        try require(
            update.emergency != true || known?.isObserved != true, .invalidArgs,
            "An observed call cannot become an emergency call. Report Emergency when the call appears.")
        guard let onHold = update.onHold else { return }
        try require(
            provider.configuration.holdsImplicitly == true, .invalidArgs,
            "Only providers with HoldsImplicitly may report OnHold. Wait for PerformSetHeldCallAction and fulfil it.")
        switch state {
        case .active, .held, .ending, .ended: return
        case .incoming, .dialing, .connecting:
            guard onHold else { return }
            throw CallError(.invalidArgs, "A call in state \(state.rawValue) cannot be on hold. Leave OnHold out.")
        }
    }

    mutating func reportEnded(_ id: CallID, at time: Time, _ reason: EndedReason, from caller: Caller)
        throws(CallError)
    {
        if isRepeatedEnd(of: id, from: caller) { return }
        let isScreened = ownScreened(id, from: caller) != nil
        if !isScreened { _ = try own(id, from: caller) }
        try require(
            reason.isReportable, .invalidArgs,
            "A provider cannot report \(reason.rawValue). To end a call here, request an end-call action and fulfil it."
        )
        if isScreened { return endScreening(of: id, as: reason, because: .endedByProvider, at: time) }
        end(id, as: reason, because: .endedByProvider, at: time)
    }

    mutating func reportConnecting(_ id: CallID, at time: Time, from caller: Caller) throws(CallError) {
        let call = try connecting(id, from: caller)
        let connectingAt = time == 0 ? now : time
        if call.isWaitingToStart { return calls.store(connectingAt: connectingAt, of: id) }
        startConnecting(call, at: connectingAt)
    }

    /// An outgoing call has reached the other side, or the app connects the incoming call that the user has answered.
    mutating func startConnecting(_ call: Call, at time: Time) {
        let begins = call.outgoing ? call.state == .dialing : call.state == .connecting && call.connectingAt == 0
        guard begins else { return }
        let connectingAt = time == 0 ? now : time
        calls.update(call.id) {
            $0.state = .connecting
            $0.connectingAt = connectingAt
        }
    }

    mutating func reportConnected(_ id: CallID, at time: Time, from caller: Caller) throws(CallError) {
        let call = try connecting(id, from: caller)
        let connectedAt = time == 0 ? now : time
        if call.isWaitingToStart { return calls.store(connectedAt: connectedAt, of: id) }
        connect(call, at: connectedAt)
    }

    /// The start-call action of a call was delivered: what its provider reported before that counts now.
    mutating func followStoredReports(of id: CallID) {
        let reports = calls.takeEarlyReports(of: id)
        if let time = reports.connectingAt, let call = live(id) { startConnecting(call, at: time) }
        if let time = reports.connectedAt, let call = live(id) { connect(call, at: time) }
    }

    /// A call has connected, so its provider has done the action that started or answered it.
    mutating func connect(_ call: Call, at time: Time) {
        guard !call.hasConnected, call.outgoing || call.state == .connecting else { return }
        let connectedAt = connectTime(of: call, time == 0 ? now : time)
        fulfil(call.outgoing ? .startCall : .answerCall, of: call.id, at: connectedAt)
        calls.update(call.id) { $0.connectedAt = connectedAt }
        switch call.state {
        case .dialing, .connecting: calls.update(call.id) { $0.state = .active }
        case .ending: calls.connectWhileEnding(call.id)
        case .incoming, .active, .held, .ended: break
        }
    }

    /// A call connects between its start and now, whatever date its provider gives.
    func connectTime(of call: Call, _ time: Time) -> Time { min(max(time, call.startedAt), now) }

    /// The call that a report says is connecting or connected: an outgoing one, or an incoming one whose answer-call
    /// action its provider has, or had. A repeated report is harmless.
    private func connecting(_ id: CallID, from caller: Caller) throws(CallError) -> Call {
        let call = try own(id, from: caller)
        try require(
            call.state != .incoming, .invalidArgs,
            "The call \(id) is incoming and not answered. Request answer-call, and wait for PerformAnswerCallAction.")
        return call
    }

    /// The group that a call is found in: the group of the call that names it, or of a call that was found in the same
    /// group. If there is none, a new group named after the call, if there is space. The app's name of the group is
    /// never used itself, because it may be the id of another call, now or later.
    private func group(_ wanted: GroupID?, for call: Call, of provider: Provider) throws(CallError) -> GroupID {
        let members = provider.calls.lazy.compactMap { live($0) }.filter { !$0.isObserved && !call.isObserved }
        let member = wanted.flatMap { wanted in
            members.first { $0.id == CallID(wanted) || $0.group == wanted }
                ?? members.first { calls.foundIn[$0.id] == wanted }
        }
        guard let member, !isRegrouping(provider) else {
            if !call.emergency { try checkGroups(of: provider, .incomingMaximumCallGroupsReached) }
            return GroupID(call.id)
        }
        try checkSize(ofGroupOf: member, of: provider)
        return member.group
    }

    /// Whether the app is changing a group. No call joins a group then, because the service has already checked the
    /// size of the group, and decided which calls are held for the change.
    func isRegrouping(_ provider: Provider) -> Bool {
        provider.calls.contains { id in
            live(id)?.pending.contains { $0.isDelivered && $0.kind.word == .setGroup } == true
        }
    }

    private func checkNew(_ id: CallID, of provider: Provider) throws(CallError) {
        try require(
            isFree(id, for: provider), .incomingCallUUIDAlreadyExists,
            "The id \(id) is in use or was used recently. Make a new one for each call.")
    }
}

// SPDX-License-Identifier: MIT

/// The rules of the audio: which calls must make room before an action is delivered, and which may have to.
extension Domain {
    /// Whether an action can be delivered now.
    enum Readiness: Hashable {
        /// Deliver it.
        case ready
        /// It has nothing left to do.
        case satisfied
        /// Another call is ending and must end first.
        case waits
        /// These actions must be done first.
        case needsRoom([Action])
        /// It can never be delivered.
        case impossible(Reason, CallID?)
    }

    /// The decision for the action whose turn it is.
    mutating func readiness(of action: Action, in transaction: Transaction) -> Readiness {
        guard let call = live(action.call) else {
            return action.kind.isSatisfiedByEnd ? .satisfied : .impossible(.callEnded, action.call)
        }
        if call.state == .ending { return whileEnding(call, action.kind) }
        if call.emergency, isToMakeWay(action, in: transaction) { return .impossible(.callIsProtected, call.id) }
        switch action.kind {
        case .start: if !call.emergency, let obstacle = groupLimit(for: call) { return obstacle }
        case .setGroup(let other):
            guard canGroup(call, with: other) else { return .impossible(.invalidAction, call.id) }
            if let partner = other.flatMap({ live($0) }) {
                guard hasSpace(groupOf: partner) else { return .impossible(.invalidAction, partner.id) }
            } else if let obstacle = groupLimit(for: call) {
                return obstacle
            }
        case .answer, .end, .setHeld, .setMuted, .playDTMF: break
        }
        guard isPossible(action, for: call, in: transaction) else {
            return action.isInserted ? .satisfied : .impossible(.invalidAction, call.id)
        }
        return room(for: action, of: call, in: transaction)
    }

    /// The calls in the way of an action: those of other groups that occupy the audio or talk without it. For a change
    /// of groups: the members that the call leaves behind. A provider that holds by itself swaps its own calls; then
    /// its reports count. Nothing is in the way of an observed call, which takes no audio.
    func obstacles(to kind: ActionKind, of call: Call, canSwap: Bool = true) -> [Call] {
        if call.isObserved || occupancy.isAlone(call.id) { return [] }
        let others = (occupancy.occupants + occupancy.intruders).compactMap { live($0) }.filter {
            $0.id != call.id && !(canSwap && isSwapped($0, with: call))
        }
        switch kind {
        case .start, .answer, .setHeld(false):
            return others.filter { $0.group != call.group || $0.provider != call.provider }
        case .setGroup(nil): return others
        case .setGroup(let other?):
            guard occupancy.occupies(call.id) else { return [] }
            let joined = live(other)?.group
            return others.filter { $0.group != joined || $0.provider != call.provider }
        case .end, .setHeld(true), .setMuted, .playDTMF:
            return []
        }
    }

    /// The first call that would have to end for this action, and must not end for this caller, or for a request that
    /// ends no other call.
    func protectedObstacle(
        to kind: ActionKind, of call: Call, for caller: Caller?, endingOthers: Bool, talksAlready: Bool = false
    ) -> CallID? {
        obstacles(to: kind, of: call).first {
            isProtected($0, from: call, for: caller, talksAlready: talksAlready)
                || !endingOthers && mustEnd($0, for: call)
        }?.id
    }

    /// Whether a call can make room only by its end. An emergency call takes its room from every call.
    private func mustEnd(_ obstacle: Call, for call: Call) -> Bool {
        obstacle.state != .ending && !canHold(obstacle) && !call.emergency
    }

    /// Makes room: holds the calls that can be held, and ends those that are dialing, connecting or unholdable, or
    /// whose provider let a hold time out.
    private mutating func room(for action: Action, of call: Call, in transaction: Transaction) -> Readiness {
        let obstacles = obstacles(to: action.kind, of: call)
        if obstacles.isEmpty { return .ready }
        let talksAlready = transaction.cause == .hasPriority
        if let protected = protectedObstacle(
            to: action.kind, of: call, for: transaction.requester, endingOthers: transaction.endsOthers,
            talksAlready: talksAlready)
        {
            return .impossible(.callIsProtected, protected)
        }
        let inTheWay = obstacles.filter { $0.state != .ending }
        if inTheWay.isEmpty { return .waits }
        return .needsRoom(inTheWay.map { wayOut(of: $0) })
    }

    private mutating func wayOut(of call: Call) -> Action {
        Action(id: freshActionID(), call: call.id, kind: canHold(call) ? .setHeld(true) : .end, isInserted: true)
    }

    func isSwapped(_ obstacle: Call, with call: Call) -> Bool {
        obstacle.provider == call.provider && !obstacle.emergency
            && providers[call.provider]?.configuration.holdsImplicitly == true
    }

    /// The readiness of an action whose call is ending: a hold or a second end waits for the end or its refusal.
    private func whileEnding(_ call: Call, _ kind: ActionKind) -> Readiness {
        kind.isSatisfiedByEnd ? .waits : .impossible(.callEnded, call.id)
    }

    /// The obstacle to one group more; nil = none. A quick redial is accepted, and delivered when the ending calls are
    /// gone.
    private func groupLimit(for call: Call) -> Readiness? {
        guard let provider = providers[call.provider] else { return .impossible(.providerLost, call.id) }
        let maximum = maximumGroups(of: provider)
        if groups(of: provider, where: { $0.id != call.id }).count < maximum { return nil }
        return groups(of: provider, where: { $0.id != call.id && $0.state != .ending }).count < maximum
            ? .waits : .impossible(.maximumCallGroupsReached, call.id)
    }

    /// Whether the service wants this action for another call. A call that has turned out to be an emergency call is
    /// left alone.
    private func isToMakeWay(_ action: Action, in transaction: Transaction) -> Bool {
        action.isInserted && (purpose(of: action, in: transaction) != nil || transaction.cause == .heldForOwner)
    }

    private mutating func isPossible(_ action: Action, for call: Call, in transaction: Transaction) -> Bool {
        switch action.kind {
        case .start: call.state == .dialing
        // While this waited, the intruder may have stopped or the audio may have become free.
        case .setHeld(true) where transaction.cause == .heldForOwner:
            occupancy.intrudes(call.id) && !takeFreeAudio(call)
        case .setHeld(false) where transaction.cause == .hasPriority:
            call.state != .incoming && !occupancy.occupies(call.id)
        // While this waited, the group may have lost the audio or the call.
        case .setHeld(false) where transaction.cause == .resumedForGroup:
            call.state == .held && members(ofGroupOf: call).contains { occupancy.occupies($0.id) }
        case .setHeld(true) where action.isInserted: call.state == .active
        // While this waited, the call may have lost the ability. Then it is in the way like a protected call.
        case .end where action.isInserted:
            call.supports.ending || transaction.cause == .endedForOwner || mustMakeWay(action, in: transaction)
        case .answer, .end, .setHeld, .setMuted, .setGroup, .playDTMF: call.allows(action.kind.word, in: call.state)
        }
    }
}

// SPDX-License-Identifier: MIT

import CallContract

/// What the source shows.
extension CallTable {
    /// A call that the source lists again is as told, nothing more.
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

    /// The registry lists a call that is being dialled and cannot be requested.
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
        case .offered: tellFacts(key, before)
        case .listed:
            tellFacts(key, before)
            follow(key)
        case .requested: break
        case .unlisted: if before.source.state.holding == nil, call.state.holding != nil { list(key) }
        }
    }

    private mutating func tellFacts(_ key: SourceKey, _ before: BridgedCall) {
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

    /// All calls leave the registry.
    mutating func leave(as reason: EndedReason) {
        for call in calls.values.sorted(by: { $0.key.object < $1.key.object }) { ended(call, reason) }
        for dial in dialing where !dial.isCancelled { effects.append(.fail(dial.action)) }
        dialing = []
    }
}

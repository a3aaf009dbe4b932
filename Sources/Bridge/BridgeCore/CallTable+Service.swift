// SPDX-License-Identifier: MIT

import CallContract

/// What the service says.
extension CallTable {
    // MARK: Reports

    mutating func accepted(_ id: CallID) {
        guard let call = row(id), call.standing == .offered else { return }
        calls[call.key]?.standing = .listed(.init(progress: .incoming))
        follow(call.key)
    }

    mutating func refused(_ id: CallID, _ refusal: BridgeEvent.Refusal) {
        guard let call = row(id) else { return }
        switch refusal {
        // A bridge that was killed used the id. Under another one the call rings again.
        case .idIsUsed: reportAgain(call)
        case .other:
            calls[call.key]?.standing = .unlisted(resumes: true)
            if call.source.state == .incoming { return effects.append(silencing(call.key)) }
            // The user answered it meanwhile, in the source's own window.
            if call.standing == .offered { list(call.key) }
        }
    }

    private mutating func reportAgain(_ call: BridgedCall) {
        calls[call.key]?.id = .random()
        guard let call = calls[call.key] else { return }
        if call.standing == .offered, call.source.state == .incoming {
            effects.append(.reportIncoming(call.id, call.source.facts))
        } else {
            calls[call.key]?.standing = .unlisted(resumes: true)
            list(call.key)
            // The source may have become silent meanwhile, because the call counted as held.
            guard call.listing?.asksForAudio == true, calls[call.key]?.listing?.asksForAudio == false else { return }
            askForAudio(call.key)
        }
    }

    // MARK: Actions

    mutating func perform(_ action: BridgeAction) {
        guard let call = row(action.call) else { return performWithoutCall(action) }
        switch action.kind {
        case .start: started(call.key, action)
        case .answer:
            calls[call.key]?.pending.append(action)
            if call.source.state == .incoming { effects.append(.command(.answer(call.key, for: action.id))) }
            follow(call.key)
        case .end: pass(action, to: call.key, as: .end(call.key, for: action.id))
        case .setHeld(let onHold): setHeld(call, onHold, action)
        case .setMuted(let muted): pass(action, to: call.key, as: .setMuted(call.key, muted, for: action.id))
        case .setGroup(let other):
            let target = other.flatMap { row($0)?.key }
            guard other == nil || target != nil else { return effects.append(.fail(action)) }
            pass(action, to: call.key, as: .setGroup(call.key, with: target, for: action.id))
        case .playDTMF(let digits, _): pass(action, to: call.key, as: .playTones(call.key, digits, for: action.id))
        }
    }

    /// The source performs the action by that command.
    private mutating func pass(_ action: BridgeAction, to key: SourceKey, as command: SourceCommand) {
        calls[key]?.pending.append(action)
        effects.append(.command(command))
    }

    private mutating func performWithoutCall(_ action: BridgeAction) {
        switch action.kind {
        case .start(let start):
            // It was dialled in the source's own window, and has ended.
            guard ownStarts.remove(action.call) == nil else { return effects.append(.fail(action)) }
            dialing.append(PendingDial(action: action, start: start))
            effects.append(.command(.dial(start, for: action.id)))
        case .end:
            for index in dialing.indices where dialing[index].action.call == action.call {
                dialing[index].isCancelled = true
            }
            effects.append(.fulfil(action))
        case .answer, .setHeld, .setMuted, .setGroup, .playDTMF: effects.append(.fail(action))
        }
    }

    /// The source has placed the call already.
    private mutating func started(_ key: SourceKey, _ action: BridgeAction) {
        ownStarts.remove(action.call)
        guard let call = calls[key] else { return }
        calls[key]?.standing = .listed(.init(progress: .dialing))
        effects.append(.fulfil(action))
        effects.append(.reportUpdated(action.call, call.source.facts))
        follow(key)
    }

    private mutating func setHeld(_ call: BridgedCall, _ onHold: Bool, _ action: BridgeAction) {
        if call.source.state.holding == onHold {
            calls[call.key]?.listing?.isHeld = onHold
            effects.append(.fulfil(action))
        } else {
            pass(action, to: call.key, as: .setHeld(call.key, onHold, for: action.id))
        }
    }

    // MARK: The end of an action

    mutating func done(_ action: ActionID) {
        guard let pending = calls.values.flatMap(\.pending).first(where: { $0.id == action }) else { return }
        switch pending.kind {
        case .setMuted, .setGroup, .playDTMF:
            _ = takePending(action)
            effects.append(.fulfil(pending))
        // The state fulfils them.
        case .start, .answer, .end, .setHeld: break
        }
    }

    mutating func failed(_ action: ActionID) {
        if let dial = takeDial(action), !dial.isCancelled { return effects.append(.fail(dial.action)) }
        guard let (key, pending) = takePending(action) else { return }
        // The service ends a call whose answer fails.
        if pending.kind == .answer { calls[key]?.standing = .unlisted(resumes: true) }
        effects.append(.fail(pending))
    }

    mutating func timedOut(_ action: ActionID) {
        if takeDial(action) != nil { return }
        guard let (key, pending) = takePending(action) else { return }
        switch pending.kind {
        case .start, .answer, .end: calls[key]?.standing = .unlisted(resumes: true)
        case .setHeld, .setMuted, .setGroup, .playDTMF: break
        }
    }

    private mutating func takeDial(_ action: ActionID) -> PendingDial? {
        dialing.firstIndex { $0.action.id == action }.map { dialing.remove(at: $0) }
    }

    private mutating func takePending(_ action: ActionID) -> (SourceKey, BridgeAction)? {
        for key in calls.keys {
            if let pending = calls[key]?.take(action) { return (key, pending) }
        }
        return nil
    }
}

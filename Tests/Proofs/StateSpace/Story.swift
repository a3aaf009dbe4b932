// SPDX-License-Identifier: MIT

@testable import CallCore

/// A path through a world, as text from which a developer can write a test.
struct Story {
    private let moves: Moves
    private var names: [CallID: String] = [:]

    init(_ moves: Moves) { self.moves = moves }

    /// Replays the moves. Each is the place of an event among the events that are possible at that point.
    func tell(_ path: [Int]) -> String {
        var story = self
        var lines: [String] = []
        guard var domain = try? moves.begin() else { return "no story" }
        for (depth, move) in path.enumerated() {
            let event = moves.next(after: domain, depth: depth + 1)[move]
            lines.append("  > \(story.words(event, in: domain))")
            guard let response = try? domain.handle(event, at: 1) else {
                lines.append("      refused")
                continue
            }
            moves.follow(&domain)
            lines += response.effects.compactMap { story.words($0) }.map { "      \($0)" }
        }
        return lines.joined(separator: "\n")
    }

    private mutating func name(_ id: CallID) -> String {
        if let known = names[id] { return known }
        let name = String(UnicodeScalar(UInt8(ascii: "a") + UInt8(names.count % 26)))
        names[id] = name
        return name
    }

    private mutating func words(_ kind: ActionKind, of call: CallID) -> String {
        let call = name(call)
        switch kind {
        case .start(let start): return "start \(call) at \(start.provider)\(start.emergency ? " for help" : "")"
        case .answer: return "answer \(call)"
        case .end: return "end \(call)"
        case .setHeld(let held): return "\(held ? "hold" : "resume") \(call)"
        case .setMuted(let muted): return "\(muted ? "mute" : "unmute") \(call)"
        case .setGroup(let other?): return "merge \(call) with \(name(other))"
        case .setGroup(nil): return "split \(call)"
        case .playDTMF: return "play to \(call)"
        }
    }

    private func words(_ update: CallUpdate) -> String {
        var words = ""
        if let holding = update.supportsHolding { words += holding ? ", can be held" : ", cannot be held" }
        if let ending = update.supportsEnding { words += ending ? ", can be ended" : ", cannot be ended" }
        if let muting = update.supportsMuting { words += muting ? ", can be muted" : ", cannot be muted" }
        if let resuming = update.supportsResuming { words += resuming ? ", can be resumed" : ", cannot be resumed" }
        if let answering = update.supportsAnswering {
            words += answering ? ", can be answered" : ", cannot be answered"
        }
        if let emergency = update.emergency { words += emergency ? ", for help" : ", not for help" }
        if let muted = update.muted { words += muted ? ", muted" : ", unmuted" }
        if let group = update.group { words += group.map { ", in group \($0)" } ?? ", alone" }
        if let onHold = update.onHold { words += onHold ? ", on hold" : ", not on hold" }
        return words
    }

    private mutating func words(_ event: Event, in domain: Domain) -> String {
        switch event {
        case .command(.reportIncoming(let provider, let call, let update), _):
            return "\(name(call)) rings at \(provider)\(words(update))"
        case .command(.reportExisting(let provider, let call, let state), _):
            let group = state.group.map { " with \(name(CallID($0)))" } ?? ""
            let target = state.heldFor.map { " for \(name($0))" } ?? ""
            return "\(name(call)) is found \(state.state)\(target) at \(provider)\(group)\(words(state.update))"
        case .command(.reportUpdated(let call, let update), _): return "\(name(call)) is otherwise\(words(update))"
        case .command(.invalidate(let identifier), _): return "\(identifier) is invalidated"
        case .command(.reportEnded(let call, _, let reason), _): return "\(name(call)) ends: \(reason.rawValue)"
        case .command(.reportConnecting(let call, _), _): return "\(name(call)) connects"
        case .command(.reportConnected(let call, _), _): return "\(name(call)) is connected"
        case .command(.request(let request), _):
            return "ask: " + request.items.map { words($0.kind, of: $0.call) }.joined(separator: ", ")
        case .command(.complete(let action, let outcome), _):
            return outcome == .failed ? "refuse: \(words(action, in: domain))" : "fulfil: \(words(action, in: domain))"
        case .command(.register(let identifier, _), _): return "\(identifier) registers"
        case .timerFired(.action(let action)): return "miss: \(words(action, in: domain))"
        case .timerFired(.connect(let call)): return "\(name(call)) took too long to connect"
        case .timerFired(.ring(let call)): return "\(name(call)) rang too long"
        case .clientLost(let client): return "\(client.name) is lost"
        default: return "\(event)"
        }
    }

    private mutating func words(_ id: ActionID, in domain: Domain) -> String {
        let transaction = domain.transactions.ofAction[id].flatMap { domain.transactions[$0] }
        guard let action = transaction?.actions.first(where: { $0.id == id }) else { return "what is over" }
        return words(action.kind, of: action.call) + (action.progress == .waiting ? " (early)" : "")
    }

    private mutating func words(_ effect: Effect) -> String? {
        switch effect {
        case .send(_, let provider, .perform(let task)):
            return "\(provider) must \(words(task.action.kind, of: task.action.call))"
        case .send(_, let provider, .didActivate(let session)):
            return "\(provider) gets audio for \(name(session.call))"
        case .send(_, let provider, .didDeactivate(let session)):
            return "\(provider) loses audio of \(name(session.call))"
        case .send(_, let provider, .timedOut): return "\(provider) took too long"
        case .callAdded(let call): return "+\(name(call.id)) \(call.state.rawValue)"
        case .callChanged(_, let call): return "\(name(call.id)) is \(call.state.rawValue)"
        case .callRemoved(let call): return "-\(name(call.id)) \(call.reason?.rawValue ?? "")"
        case .transactionCompleted(_, _, .succeeded, _): return "done"
        case .transactionCompleted(_, _, .failed(_, let reason, let call), _):
            return "failed \(reason.rawValue) \(call.map { name($0) } ?? "")"
        default: return nil
        }
    }
}

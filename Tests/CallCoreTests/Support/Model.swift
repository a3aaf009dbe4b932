// SPDX-License-Identifier: MIT

@testable import CallCore

/// What the world sees of a domain, and what it would never believe. It knows effects only, not how they came about.
struct Model {
    struct Objection: Error, CustomStringConvertible {
        let description: String
        init(_ description: String) { self.description = description }
    }

    /// The connection of each call's provider.
    var owners: [CallID: Caller] = [:]
    /// What apps were told to do and have not done, oldest first.
    var tasks: [Performance] = []
    var timers: Set<TimerKey> = []
    /// The actions that are over, for those who complete one late.
    var past: [(action: ActionID, call: CallID)] = []

    private var providers: [String: Client] = [:]
    private var calls: [CallID: Call] = [:]
    private var seen: Set<ActionID> = []
    private var announced: [ActionID: Action] = [:]
    private var session: String?
    /// Who waits to be told how a transaction ends, and who was told.
    private var accepted: Set<Wait> = []
    private var completed: Set<Wait> = []
    /// Calls whose apps send and receive sound, as far as the apps know.
    private var talking: Set<CallID> = []

    private struct Wait: Hashable {
        let client: Client
        let transaction: TransactionID
    }

    /// How many were promised to be told how a transaction ends, and were not yet.
    var promises: Int { accepted.subtracting(completed).count }

    /// What the app was told last about a call, and has not done.
    func told(_ call: CallID) throws -> Performance {
        guard let task = tasks.last(where: { $0.action.call == call }) else {
            throw Objection("nothing is to be done about \(call.name)")
        }
        return task
    }

    /// An app is about to say how an action went, and behaves so from now on.
    mutating func willComplete(_ action: ActionID, _ outcome: Outcome) {
        guard let known = announced[action] else { return }
        close(action)
        stop(known, outcome)
    }

    /// An app that holds by itself has done so, or has resumed.
    mutating func willReport(_ call: CallID, onHold: Bool) {
        if onHold { talking.remove(call) } else { talking.insert(call) }
    }

    mutating func apply(_ response: Domain.Response, to event: Event, of domain: Domain) throws {
        if case .transaction(let id) = response.answer, case .command(_, let caller) = event {
            accepted.insert(Wait(client: caller.client, transaction: id))
        }
        try foresee(response.effects)
        var changed: Set<CallID> = []
        for effect in response.effects { try apply(effect, &changed, of: domain) }
    }

    /// Who goes in this event is silent before anything else happens in it.
    private mutating func foresee(_ effects: [Effect]) throws {
        for effect in effects {
            switch effect {
            case .callAdded(let call):
                if calls.updateValue(call, forKey: call.id) != nil { throw Objection("\(call.id.name) added twice") }
                guard let provider = domainProvider(call) else { throw Objection("\(call.id.name) has no provider") }
                owners[call.id] = Caller(client: provider, uid: 1000, app: nil, isAdministrator: false)
            case .callRemoved(let call): talking.remove(call.id)
            case .providerRemoved(let provider): if session == provider.identifier { session = nil }
            case .providerAdded(let provider):
                providers[provider.identifier] = provider.client
                numbers[provider.id] = provider.identifier
                if provider.configuration.holdsImplicitly == true { implicit.insert(provider.id) }
            default: break
            }
        }
    }

    private var numbers: [ProviderID: String] = [:]
    /// Providers that hold by themselves.
    private var implicit: Set<ProviderID> = []

    private func domainProvider(_ call: Call) -> Client? { numbers[call.provider].flatMap { providers[$0] } }

    private mutating func apply(_ effect: Effect, _ changed: inout Set<CallID>, of domain: Domain) throws {
        switch effect {
        case .tell(let client, let identifier, let signal):
            if case .didReset = signal { return }
            guard providers[identifier] == client else { throw Objection("\(identifier) is told after it is gone") }
            try apply(signal, to: identifier, of: domain)
        case .startTimer(let key, _): timers.insert(key)
        case .cancelTimer(let key):
            timers.remove(key)
            if case .action(let action) = key { close(action) }
        case .callChanged(let before, let after):
            guard changed.insert(after.id).inserted else { throw Objection("\(after.id.name) changed twice") }
            guard calls[after.id] != nil, before.id == after.id else { throw Objection("unknown call changed") }
            calls[after.id] = after
        case .callRemoved(let call):
            guard calls.removeValue(forKey: call.id) != nil, call.hasEnded else { throw Objection("odd removal") }
            tasks.removeAll { $0.action.call == call.id }
        case .providerRemoved(let provider): providers[provider.identifier] = nil
        case .transactionCompleted(let client, let id, _, _):
            let wait = Wait(client: client, transaction: id)
            guard accepted.contains(wait) else { throw Objection("a transaction nobody asked for is completed") }
            guard completed.insert(wait).inserted else { throw Objection("a transaction is completed twice") }
        case .callAdded, .providerAdded, .providerChanged, .shellIsPrimary, .audioChanged: break
        }
    }

    private mutating func apply(_ signal: ProviderSignal, to identifier: String, of domain: Domain) throws {
        switch signal {
        case .perform(let performance): try perform(performance, at: identifier, of: domain)
        case .didActivate:
            guard session == nil else { throw Objection("\(identifier) gets the audio that \(session ?? "") has") }
            session = identifier
        case .didDeactivate:
            guard session == identifier else { throw Objection("\(identifier) loses audio that it has not") }
            session = nil
        case .timedOut(let action):
            guard let task = tasks.first(where: { $0.action.id == action }) else {
                throw Objection("\(identifier) is late with what it was not told")
            }
            close(action)
            stop(task.action, .timedOut)
        case .didBegin, .didReset, .routeChanged, .startCallRequested: break
        }
    }

    private mutating func perform(_ task: Performance, at identifier: String, of domain: Domain) throws {
        let action = task.action
        guard let call = calls[action.call] else { throw Objection("\(action.words): there is no such call") }
        guard numbers[call.provider] == identifier else { throw Objection("\(action.words): not at \(identifier)") }
        guard seen.insert(action.id).inserted else { throw Objection("\(action.words): twice") }
        tasks.append(task)
        for action in task.announced + [action] { announced[action.id] = action }
        guard action.kind.takesAudio else { return }
        for other in talking where other != action.call {
            guard let other = domain.calls[other], let mine = domain.calls[action.call] else { continue }
            let isSwap = other.provider == mine.provider && implicit.contains(mine.provider)
            if other.group != mine.group, !isSwap { throw Objection("\(action.words): while \(other.id.name) talks") }
        }
        talking.insert(action.call)
    }

    /// What an action leaves behind: is there still sound?
    private mutating func stop(_ action: Action, _ outcome: Outcome) {
        switch (action.kind, outcome) {
        case (.setHeld(true), .fulfilled), (.end, .fulfilled), (.end, .timedOut): talking.remove(action.call)
        case (.setHeld(false), .failed), (.setHeld(false), .timedOut):
            if calls[action.call]?.state == .held { talking.remove(action.call) }
        case (.answer, .failed), (.answer, .timedOut), (.start, .failed), (.start, .timedOut):
            talking.remove(action.call)
        case (.setHeld, _), (.end, .failed), (.answer, .fulfilled), (.start, .fulfilled), (.setMuted, _),
            (.setGroup, _), (.playDTMF, _):
            break
        }
    }

    private mutating func close(_ action: ActionID) {
        guard let place = tasks.firstIndex(where: { $0.action.id == action }) else { return }
        past.append((action, tasks[place].action.call))
        tasks.remove(at: place)
        timers.remove(.action(action))
    }
}

// SPDX-License-Identifier: MIT

@testable import CallCore
@testable import StateSpace

let a = CallID(high: 0, low: 0xA)
let b = CallID(high: 0, low: 0xB)
let c = CallID(high: 0, low: 0xC)
let d = CallID(high: 0, low: 0xD)
let e = CallID(high: 0, low: 0xE)

/// A domain with the apps `p`, `q` and `r`, each on a connection of its own, and a user that makes requests.
/// Every step returns its effects in order, as words. After every step the laws and the invariants must be true.
struct World {
    /// The sentence should be true after a step, and is not.
    struct Objection: Error { let sentence: String }

    private(set) var domain: Domain
    var now: Time = 1_000
    /// The last transaction that was accepted.
    var transaction: TransactionID?
    /// The answer of the last step.
    private(set) var answer = Answer.done
    /// The effects of the last step.
    private(set) var effects: [Effect] = []
    /// The timers that run.
    private(set) var timers: Set<TimerKey> = []
    /// The requester, unless a step names another one.
    var user = Caller.user
    private var examiner = Examiner()
    /// The actions that were delivered to apps and are not completed, oldest first.
    private var tasks: [Performance] = []
    /// The connection of each call's provider, also after the call has ended.
    private var owners: [CallID: Caller] = [:]
    /// The connection of each app that registered.
    private var connections: [String: Caller] = [:]

    init(limits: Limits = Limits(), cellular: [String: UInt32] = [:], providers: [String] = ["p", "q", "r"]) throws {
        var policy = Policy()
        policy.limits = limits
        policy.cellular = cellular
        domain = Domain(seed: 1, policy: policy)
        for provider in providers { try register(provider) }
    }

    @discardableResult
    mutating func handle(_ event: Event) throws -> [String] {
        now += 1
        let before = domain
        let response = try domain.handle(event, at: now)
        (answer, effects) = (response.answer, response.effects)
        if case .transaction(let id) = answer { transaction = id }
        if case .timerFired(let key) = event { stop(key) }
        for effect in effects { follow(effect) }
        let step = Step(before: before, event: event, response: response, after: domain)
        if let sentence = examiner.objection(to: step) { throw Objection(sentence: sentence) }
        return effects.compactMap(\.words)
    }

    private mutating func follow(_ effect: Effect) {
        switch effect {
        case .send(_, _, .perform(let task)): tasks.append(task)
        case .startTimer(let key, _): timers.insert(key)
        case .cancelTimer(let key): stop(key)
        case .callAdded(let call), .screen(_, let call): noteOwner(of: call)
        case .send, .shellIsPrimary, .providerAdded, .providerChanged, .providerRemoved, .callChanged, .callRemoved,
            .audioChanged, .providerRestated, .callRestated, .audioRestated, .screened, .directoryChanged,
            .callsEnded, .transactionCompleted:
            break
        }
    }

    private mutating func noteOwner(of call: Call) {
        guard let client = domain.providers[call.provider]?.client else { return }
        owners[call.id] = Caller(
            client: client, uid: 1000, app: nil, isAdministrator: false, account: Account(name: client.name))
    }

    /// An action in `tasks` has a timer until it is completed, so both are removed together.
    private mutating func stop(_ timer: TimerKey) {
        timers.remove(timer)
        if case .action(let id) = timer { tasks.removeAll { $0.action.id == id } }
    }

    @discardableResult
    mutating func command(_ command: Command, from caller: Caller) throws -> [String] {
        try handle(.command(command, from: caller))
    }

    // MARK: Steps of apps

    @discardableResult
    mutating func register(
        _ provider: String, from caller: Caller? = nil, _ change: (inout ProviderConfiguration) -> Void = { _ in }
    ) throws -> [String] {
        var configuration = ProviderConfiguration()
        change(&configuration)
        connections[provider] = caller ?? .app(provider)
        return try command(.register(identifier: provider, configuration), from: connection(of: provider))
    }

    @discardableResult
    mutating func configure(_ provider: String, _ change: (inout ProviderConfiguration) -> Void) throws -> [String] {
        var configuration = ProviderConfiguration()
        change(&configuration)
        return try command(.configure(identifier: provider, configuration), from: connection(of: provider))
    }

    @discardableResult
    mutating func ring(_ call: CallID, at provider: String = "p", _ change: (inout CallUpdate) -> Void = { _ in })
        throws -> [String]
    {
        var update = CallUpdate()
        change(&update)
        return try command(.reportIncoming(provider: provider, call, update), from: connection(of: provider))
    }

    @discardableResult
    mutating func exists(_ call: CallID, at provider: String = "p", _ change: (inout ExistingCall) -> Void = { _ in })
        throws -> [String]
    {
        var state = ExistingCall()
        change(&state)
        return try command(.reportExisting(provider: provider, call, state), from: connection(of: provider))
    }

    @discardableResult
    mutating func update(_ call: CallID, _ change: (inout CallUpdate) -> Void) throws -> [String] {
        var update = CallUpdate()
        change(&update)
        return try command(.reportUpdated(call, update), from: owner(call))
    }

    @discardableResult
    mutating func reportEnded(_ call: CallID, _ reason: EndedReason = .remoteEnded) throws -> [String] {
        try command(.reportEnded(call, at: 0, reason), from: owner(call))
    }

    @discardableResult
    mutating func reportConnecting(_ call: CallID) throws -> [String] {
        try command(.reportConnecting(call, at: 0), from: owner(call))
    }

    @discardableResult
    mutating func reportConnected(_ call: CallID) throws -> [String] {
        try command(.reportConnected(call, at: 0), from: owner(call))
    }

    /// The app fulfils the last action that was delivered for a call.
    @discardableResult
    mutating func fulfil(_ call: CallID) throws -> [String] { try complete(call, .fulfilled(at: 0)) }

    @discardableResult
    mutating func refuse(_ call: CallID) throws -> [String] { try complete(call, .failed) }

    /// The app lets the deadline pass.
    @discardableResult
    mutating func miss(_ call: CallID) throws -> [String] {
        try handle(.timerFired(.action(try told(call).action.id)))
    }

    @discardableResult
    mutating func complete(_ call: CallID, _ outcome: Outcome) throws -> [String] {
        try complete(try told(call).action.id, outcome, at: call)
    }

    @discardableResult
    mutating func complete(_ action: ActionID, _ outcome: Outcome, at call: CallID) throws -> [String] {
        try command(.complete(action, outcome), from: owner(call))
    }

    @discardableResult
    mutating func lose(_ provider: String) throws -> [String] {
        try handle(.clientLost(connection(of: provider).client))
    }

    // MARK: Steps of users

    @discardableResult
    mutating func request(
        _ items: (CallID, ActionKind)..., from caller: Caller? = nil, endingOthers: Bool = true
    ) throws -> [String] {
        var request = Request(items.map { Request.Item(call: $0.0, kind: $0.1) })
        request.endsOthers = endingOthers
        return try command(.request(request), from: caller ?? user)
    }

    @discardableResult
    mutating func start(_ call: CallID, at provider: String = "p", from caller: Caller? = nil) throws -> [String] {
        try request((call, .start(at: provider)), from: caller)
    }

    @discardableResult
    mutating func answer(_ call: CallID) throws -> [String] { try request((call, .answer)) }

    @discardableResult
    mutating func end(_ call: CallID) throws -> [String] { try request((call, .end)) }

    @discardableResult
    mutating func decline(_ call: CallID) throws -> [String] {
        try command(.request(Request([Request.Item(call: call, kind: .end, onlyIfRinging: true)])), from: user)
    }

    @discardableResult
    mutating func hold(_ call: CallID) throws -> [String] { try request((call, .setHeld(true))) }

    @discardableResult
    mutating func resume(_ call: CallID) throws -> [String] { try request((call, .setHeld(false))) }

    @discardableResult
    mutating func shell(
        _ name: String = "shell", session: String = "1", isActive: Bool = true,
        _ change: (inout ShellUpdate) -> Void = { _ in }
    ) throws -> [String] {
        var update = ShellUpdate()
        change(&update)
        return try command(
            .registerShell(session: session, isActive: isActive, update), from: .app(name))
    }

    /// The user's directory registers.
    @discardableResult
    mutating func directory(
        from caller: Caller = .app("directory"), _ change: (inout DirectoryUpdate) -> Void = { _ in }
    ) throws -> [String] {
        var update = DirectoryUpdate()
        change(&update)
        return try command(.registerDirectory(update), from: caller)
    }

    /// The directory answers about a call.
    @discardableResult
    mutating func decide(
        _ call: CallID, _ verdict: Verdict, by filter: CallFilter = .blockList,
        _ change: (inout Identification) -> Void = { _ in }
    ) throws -> [String] {
        var identification = Identification()
        change(&identification)
        return try command(.answerScreening(call, verdict, filter, identification), from: .app("directory"))
    }

    // MARK: Short ways to a situation

    /// An incoming call that was answered.
    mutating func talk(_ call: CallID, at provider: String = "p") throws {
        try ring(call, at: provider)
        try answer(call)
        try fulfil(call)
    }

    /// A call that its app can only show.
    mutating func observe(_ call: CallID, at provider: String = "p", as state: CallState = .active) throws {
        try exists(call, at: provider) {
            $0.state = state
            ($0.update.supportsEnding, $0.update.supportsHolding) = (false, false)
        }
    }

    /// A call that was answered while another was active, so that the other is held for it.
    mutating func talk(_ call: CallID, at provider: String = "p", holding other: CallID) throws {
        try ring(call, at: provider)
        try answer(call)
        try fulfil(other)
        try fulfil(call)
    }

    // MARK: Results

    /// The deadlines that the last step set.
    var deadlines: [UInt64] {
        effects.compactMap { if case .startTimer(.action, let time) = $0 { time } else { nil } }
    }

    /// The calls that the last step removed, as they were announced.
    var removed: [Call] {
        effects.compactMap { if case .callRemoved(let call) = $0 { call } else { nil } }
    }

    func state(_ call: CallID) -> CallState? { domain.calls[call]?.state }

    func connection(of provider: String) -> Caller { connections[provider] ?? .app(provider) }

    func owner(_ call: CallID) -> Caller { owners[call] ?? .user }

    /// The last action that was delivered for a call and is not completed. Throws if there is none.
    func told(_ call: CallID) throws -> Performance {
        guard let task = tasks.last(where: { $0.action.call == call }) else {
            throw Objection(sentence: "The app of \(call.name) has an action.")
        }
        return task
    }

    subscript(call: CallID) -> Call? { domain.calls[call] }

    /// The refusal of a step that must be refused and must change nothing; nil if it is accepted or changes something.
    mutating func refusal(of step: (inout World) throws -> Void) -> CallError.Code? {
        let before = domain
        do {
            try step(&self)
            return nil
        } catch let error as CallError {
            return domain.isSame(as: before) ? error.code : nil
        } catch {
            return nil
        }
    }
}

extension Caller {
    static let user = Caller(
        client: Client(name: "user"), uid: 1000, app: nil, isAdministrator: false, account: Account(name: "user"))

    /// The connection of an app that is in no sandbox.
    static func app(_ name: String) -> Caller {
        Caller(
            client: Client(name: name), uid: 1000, app: nil, isAdministrator: false, account: Account(name: name))
    }

    /// A connection from inside the sandbox of an app.
    static func sandboxed(_ app: String) -> Caller {
        Caller(
            client: Client(name: "sandbox of \(app)"), uid: 1000, app: app, isAdministrator: false,
            account: Account(name: app))
    }
}

extension ActionKind {
    static func start(at provider: String, emergency: Bool = false) -> ActionKind {
        var start = StartAction(provider: provider, handle: Handle(kind: .phoneNumber, value: "+49"))
        start.emergency = emergency
        return .start(start)
    }
}

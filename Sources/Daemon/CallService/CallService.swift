// SPDX-License-Identifier: MIT

package import CallCore
internal import CallInterface
package import SDBus

/// The D-Bus face of the service: methods become commands, effects become signals.
package final class CallService {
    /// The name to request when everything is exported.
    package static let busName = CallManagerName.bus

    let bus: BusConnection
    let tables = Tables()
    private(set) var policy: Policy
    private(set) var problems: ServiceProblems
    let clock: ServiceClock
    private var date: DateFollower
    private let loop: EventLoop
    private let seed: () -> UInt64
    let log: (ServiceEvent) -> Void
    private(set) var users: [UInt32: User] = [:]
    /// The connections of modem services that make another user's calls.
    private(set) var serving: [Client: ServedUser] = [:]
    /// The events whose effects are not performed.
    private(set) var outbox = Outbox()
    /// How many signals one slice of effects sends, about: a few milliseconds of work for the service and for the bus.
    var signalsPerSlice = 256
    /// Keeps the state for the next service; nil = there is no folder for it.
    private(set) var keeper: StateKeeper?
    /// The property `Instance`: the same as long as the state is.
    private(set) var instance: String
    /// What all users keep in the service, in bytes.
    private(set) var bytes = 0
    /// The state that was restored, until the service owns its name.
    var suspended: SuspendedState?
    /// Exists only while there are shells, because it needs a descriptor.
    private var sessions: LoginMonitor?
    var readers: [BusSlot] = []

    /// A service on that connection. It exports nothing yet.
    package init(
        bus: BusConnection, loop: EventLoop, policy: Policy = Policy(), problems: [String] = [], clock: ServiceClock,
        seed: @escaping () -> UInt64, log: @escaping (ServiceEvent) -> Void
    ) {
        self.bus = bus
        self.loop = loop
        self.policy = policy
        self.problems = ServiceProblems(configuration: problems)
        self.clock = clock
        date = DateFollower(clock)
        self.seed = seed
        self.log = log
        instance = CallID(high: seed(), low: seed()).description
        bus.toolboxes = policy.toolboxes
    }

    /// The users of whom the service keeps something.
    var inhabited: [User] { users.values.filter { !$0.domain.isEmpty }.sorted { $0.uid < $1.uid } }

    /// The user of a uid, made if necessary.
    func user(_ uid: UInt32) -> User {
        if let user = users[uid] { return user }
        let user = User(uid: uid, domain: Domain(seed: seed(), policy: policy), service: self)
        users[uid] = user
        return user
    }

    func existingUser(_ uid: UInt32) -> User? { users[uid] }

    // MARK: Into the core and out of it

    /// A client's command: the one way from the bus into the core. The effects wait until the reply has been sent.
    func command(_ command: Command, from caller: Caller, of user: User) throws(BusError) -> Answer {
        let answer: Answer
        do throws(CallError) { answer = try handle(.command(command, from: caller), of: user) } catch {
            throw error.onBus
        }
        if case .filtered(let error) = answer { throw error.onBus }
        return answer
    }

    /// Any other event. There is no reply to wait for.
    func happen(_ event: Event, to user: User) {
        // The core refuses only commands.
        _ = try? handle(event, of: user)
        deliver()
    }

    /// The date of the machine was set. Any event would notice it too.
    package func dateWasSet() {
        followDate()
        deliver()
    }

    private func followDate() {
        guard let jump = date.jump(clock) else { return }
        for user in users.values.sorted(by: { $0.uid < $1.uid }) where user.domain.hasTimes {
            // The core refuses only commands.
            _ = try? decide(.dateJumped(by: jump), of: user)
        }
    }

    private func handle(_ event: Event, of user: User) throws(CallError) -> Answer {
        followDate()
        return try decide(event, of: user)
    }

    /// Lets the core decide, and keeps what changed before anything is sent.
    private func decide(_ event: Event, of user: User) throws(CallError) -> Answer {
        keeper?.noteEvent(event, of: user)
        let own = user.domain.bytes
        let response = try user.domain.handle(event, at: clock.now(), elsewhere: bytes - own)
        bytes += user.domain.bytes - own
        outbox.add(response.effects, of: user)
        if let keeper { keeper.keep(event, response.effects, of: user) } else { _ = user.domain.takeChangedKeys() }
        return response.answer
    }

    /// Performs effects, after each reply and between the turns of the callers: as many as one turn may take.
    func deliver() {
        outbox.beginSlice()
        var signals = signalsPerSlice
        while signals > 0, let decision = outbox.first {
            let user = decision.user
            guard let effect = decision.nextEffect else {
                keeper?.note(performed: decision)
                outbox.removeFirst()
                continue
            }
            keeper?.note(begun: decision.performed, of: decision)
            outbox.beginEffect()
            user.perform(effect)
            Announcer(bus: bus, tables: tables, user: user).announce(effect)
            signals -= 1 + user.subscribers.count
        }
        guard !outbox.isEmpty else {
            keeper?.becomeIdle()
            return
        }
        keeper?.pause()
        bus.continueWork()
    }

    /// A connection has left the bus.
    func lose(_ peer: Peer) {
        let client = Client(name: peer.name)
        let served = serving.removeValue(forKey: client)
        unsubscribe(client)
        for user in users.values where peer.isRoot || [peer.uid, served?.uid].contains(user.uid) {
            happen(.clientLost(client), to: user)
        }
        // Last: the next service reports the loss again if this one is killed before its end.
        keeper?.dropPeer(peer.name)
        closeSessionsIfUnused()
    }

    /// The administrator's configuration was read again. Calls go on.
    package func configure(_ policy: Policy, problems: [String]) {
        self.policy = policy
        bus.toolboxes = policy.toolboxes
        for user in users.values { happen(.policyChanged(policy), to: user) }
        var now = self.problems
        now.configuration = problems
        change(now)
    }

    private func change(_ now: ServiceProblems) {
        let before = problems
        problems = now
        for user in users.values { Announcer(bus: bus, tables: tables, user: user).changed(before, now) }
    }

    /// From now on the connection finds that user's objects at the manager path.
    func serve(_ user: ServedUser, for client: Client) {
        serving[client] = user
        keeper?.keepServing(client)
    }

    // MARK: The state

    /// Takes over what belongs to no user from the last service.
    func adopt(_ kept: KeptState, _ identity: ServiceIdentity) {
        instance = identity.instance
        outbox.lastEvent = kept.lastEvent
        serving = kept.serving
    }

    /// Counts anew what all users keep.
    func countBytes() { bytes = users.values.reduce(0) { $0 + $1.bytes } }

    /// Takes over a user of the last service; without a domain the user's state is given up, and a new one begins.
    func adopt(_ domain: Domain?, of uid: UInt32, ownInstance: String?) -> User {
        let user = User(uid: uid, domain: domain ?? Domain(seed: seed(), policy: policy), service: self)
        user.ownInstance = ownInstance
        users[uid] = user
        countBytes()
        return user
    }

    /// Another `Instance` tells the clients of this user that the service knows nothing of before.
    func beginAnew(_ user: User, because loss: String) {
        user.ownInstance = newInstance
        user.stateLoss = loss
    }

    private var newInstance: String { CallID(high: seed(), low: seed()).description }

    /// The first event after a restart. Its effects wait until all users had theirs.
    func restart(_ user: User, _ restart: Restart) {
        _ = try? handle(.restarted(restart), of: user)
    }

    /// Keeps only the facts about the user's calls.
    func reduce(_ user: User) {
        let (domain, effects) = user.domain.reduced(seed: seed(), at: clock.now())
        user.domain = domain
        countBytes()
        outbox.add(effects, of: user)
    }

    /// Ends the user's calls, tells the providers, and forgets everything.
    func reset(_ user: User) {
        _ = try? handle(.reset, of: user)
        user.domain = Domain(seed: seed(), policy: policy)
        countBytes()
    }

    /// Tells the providers of a user whose state was not read.
    func sendReset(_ providers: [(client: Client, identifier: String)]) {
        for (client, provider) in providers {
            ProviderAnnouncer(bus: bus, client: client, provider: provider).send(.didReset)
        }
    }

    /// Keeps the state from now on, and performs what waits.
    func begin(_ keeper: StateKeeper) {
        self.keeper = keeper
        keeper.begin()
        keeper.crashes.take(.nothing)
        keeper.crashes.clear(.file)
        deliver()
    }

    /// The state of the last service was lost. No client knows this service yet.
    func noteStateLoss(_ loss: String) {
        problems.stateLoss = loss
        log(.state(loss))
    }

    /// A problem with the state file; nil = there is none any more.
    func noteStateProblem(_ problem: String?) {
        var now = problems
        now.state = problem ?? ""
        guard now.state != problems.state else { return }
        log(.state(problem ?? "the state is kept again"))
        change(now)
    }

    // MARK: Login sessions

    /// Whether a login session is in front; the core is told whenever that changes. Only logind knows the owner of a
    /// session, so the service refuses the session of another user. Without logind every session is in front.
    func watch(session: String, of user: User) throws(BusError) -> Bool {
        if sessions == nil {
            sessions = try? LoginMonitor(on: loop) { [unowned self] in
                for user in users.values {
                    for session in user.domain.shellSessions {
                        let isActive = LoginMonitor.isActive(session)
                        happen(.sessionActivity(session: session, isActive: isActive), to: user)
                    }
                }
            }
        }
        if let owner = LoginMonitor.owner(of: session), owner != user.uid {
            throw .accessDenied("The session \(session) belongs to another user. Name a session of your own.")
        }
        return LoginMonitor.isActive(session)
    }

    /// Without a shell, login sessions are of no interest.
    func closeSessionsIfUnused() {
        if users.values.allSatisfy({ $0.domain.shellSessions.isEmpty }) { sessions = nil }
    }
}

/// An event that the log mentions.
package enum ServiceEvent: Sendable {
    /// A call of that member was refused. The error's message may contain the client's words.
    case refused(BusError, member: String, client: String)
    /// A signal could not be sent.
    case unsent(String)
    /// The state was restored, reduced or dropped, or it cannot be kept.
    case state(String)
}

// SPDX-License-Identifier: MIT

package import CallCore
internal import CallInterface
package import SDBus

/// The D-Bus face of the registry: methods become commands, effects become signals.
package final class CallService {
    /// The name to request when everything is exported.
    package static let busName = CallManagerName.bus

    let bus: BusConnection
    let loop: EventLoop
    let callers: Callers
    let tables = Tables()
    private(set) var policy: Policy
    /// What is wrong in the administrator's configuration, for those who may know.
    private(set) var configurationProblems: [String]
    let clock: ServiceClock
    private let seed: () -> UInt64
    let log: (ServiceEvent) -> Void
    private(set) var users: [UInt32: User] = [:]
    private var outbox: [(user: User, effects: [Effect])] = []
    /// Only while there are shells, because it takes a descriptor.
    private var sessions: LoginMonitor?
    var readers: [BusSlot] = []
    /// Who looked at what last. (CallService+Visit)
    var lastVisit: Visit?

    /// A service on that connection. Nothing is exported yet.
    package init(
        bus: BusConnection, loop: EventLoop, policy: Policy = Policy(), problems: [String] = [], clock: ServiceClock,
        seed: @escaping () -> UInt64, log: @escaping (ServiceEvent) -> Void
    ) {
        self.bus = bus
        self.loop = loop
        self.policy = policy
        self.configurationProblems = problems
        self.clock = clock
        self.seed = seed
        self.log = log
        callers = Callers(bus: bus)
    }

    /// The users that have something in the registry.
    var inhabited: [User] { users.values.filter { !$0.domain.isEmpty }.sorted { $0.uid < $1.uid } }

    /// What is kept for a uid.
    func user(_ uid: UInt32) -> User {
        if let user = users[uid] { return user }
        let user = User(uid: uid, domain: Domain(seed: seed(), policy: policy))
        users[uid] = user
        return user
    }

    /// How many users there are.
    var userCount: Int { users.count }

    func existingUser(_ uid: UInt32) -> User? { users[uid] }

    /// A client's command: the one way from the bus into the core. The effects wait until the reply has gone out.
    @discardableResult
    func command(_ command: Command, from caller: Caller, of user: User) throws(BusError) -> Answer {
        let response: Domain.Response
        do throws(CallError) {
            response = try user.domain.handle(.command(command, from: caller), at: clock.now())
        } catch {
            log(.refused(error.code.rawValue, client: caller.client.name))
            throw error.onBus
        }
        outbox.append((user, response.effects))
        if case .filtered(let error) = response.answer { throw error.onBus }
        return response.answer
    }

    /// Asks for actions; the id of the transaction that does them.
    func request(_ request: Request, from caller: Caller, of user: User) throws(BusError) -> String {
        guard case .transaction(let id) = try command(.request(request), from: caller, of: user) else { return "" }
        return id.description
    }

    /// Anything else that happens. It has no reply to wait for.
    func happen(_ event: Event, to user: User) {
        // Only commands are refused.
        guard let response = try? user.domain.handle(event, at: clock.now()) else { return }
        outbox.append((user, response.effects))
        deliver()
    }

    /// Performs what was decided. Runs after each reply.
    func deliver() {
        while !outbox.isEmpty {
            let (user, effects) = outbox.removeFirst()
            let announcer = Announcer(service: self, user: user)
            for effect in effects { announcer.perform(effect) }
        }
    }

    /// A connection has left the bus.
    func lose(_ name: String) {
        let client = Client(name: name)
        if lastVisit?.caller.client == client { lastVisit = nil }
        guard let origin = callers.forget(client) else { return }
        unsubscribe(client)
        for user in users.values where origin.isRoot || [origin.uid, origin.home].contains(user.uid) {
            happen(.clientLost(client), to: user)
        }
        closeSessionsIfUnused()
    }

    /// Every call ends as failed, and every provider is told to begin anew.
    package func reset() {
        for user in users.values { happen(.reset, to: user) }
    }

    /// The administrator's configuration was read again. No call is touched.
    package func configure(_ policy: Policy, problems: [String]) {
        self.policy = policy
        let before = configurationProblems
        configurationProblems = problems
        for user in users.values {
            happen(.policyChanged(policy), to: user)
            Announcer(service: self, user: user).problemsChanged(from: before)
        }
    }

    // MARK: Login sessions

    /// Whether a session is in front, and from now on whenever that changes. Without logind every session is.
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
            throw .accessDenied("The session \(session) is another user's.")
        }
        return LoginMonitor.isActive(session)
    }

    /// Without a shell, login sessions are of no interest.
    func closeSessionsIfUnused() {
        if users.values.allSatisfy({ $0.domain.shellSessions.isEmpty }) { sessions = nil }
    }
}

/// What is worth a line in the log.
package enum ServiceEvent: Sendable {
    /// A command was refused with that error.
    case refused(String, client: String)
    /// A signal could not be sent.
    case unsent(String)
}

// SPDX-License-Identifier: MIT

/// The registration of this app with a distributor: what follows from an event. It does nothing by itself.
///
/// An app registers at each start with the same token, and gets its endpoint in reply. A distributor that has another
/// name gets another token, so that the old one cannot end the new registration.
struct Registration {
    /// The versions of the interfaces of UnifiedPush: `Distributor2` is of the specification 0.3.0, `Distributor1` of
    /// 0.2.0.
    enum Version: Equatable, Sendable { case two, one }

    enum Phase: Equatable, Sendable {
        /// The app wants no pushes.
        case idle
        /// The names on the bus are read. A distributor that does not run is started only if that is true.
        case looking(mayStart: Bool)
        /// There is no distributor.
        case absent
        /// The distributor has the request.
        case asking(String, Version)
        /// The distributor has accepted it.
        case registered
        /// The distributor does not run or has a temporary problem; the timer runs.
        case waiting
        /// The distributor refuses the app, or the user has ended the registration there. The next start of the app or
        /// of the distributor tries again.
        case refused
    }

    enum Answer: Equatable, Sendable {
        case accepted
        /// With a word of the specification.
        case refused(reason: String)
        /// The distributor does not have the interface of that version.
        case noInterface
        /// The distributor did not answer.
        case unreachable
    }

    enum Event: Equatable, Sendable {
        case wanted
        case unwanted
        case listed(Distributors)
        /// The name of a distributor has got an owner, or has lost it.
        case appeared(String)
        case vanished(String)
        /// The answer to the latest request.
        case answered(Answer)
        case endpoint(token: String, String)
        case unregistered(token: String)
        case timeCame
    }

    enum Effect: Equatable, Sendable {
        /// Read the names on the bus.
        case list
        case register(distributor: String, token: String, Version)
        case unregister(distributor: String, token: String)
        /// Keep the token and the distributor for the next start.
        case save
        /// Tell the app this endpoint.
        case notify(endpoint: String)
        /// Tell the app that there is no endpoint.
        case notifyNone
        /// Seconds. It replaces an earlier timer.
        case startTimer(UInt64)
        case stopTimer
        /// For people. Contains nothing that is secret.
        case log(String)
    }

    private enum Reported: Equatable { case nothing, none, endpoint(String) }

    private(set) var phase = Phase.idle
    private(set) var token: String
    /// The one that the app uses, or used last.
    private(set) var distributor: String?
    /// The preference of the user, see ``Distributors/choice(preferred:last:)``.
    private let preferred: String?
    private let makeToken: () -> String
    private var reported = Reported.nothing
    private var pause = shortestPause

    /// Seconds.
    static let shortestPause: UInt64 = 60
    static let longestPause: UInt64 = 3600

    init(token: String, distributor: String?, preferred: String?, makeToken: @escaping () -> String) {
        (self.token, self.distributor, self.preferred, self.makeToken) = (token, distributor, preferred, makeToken)
    }

    /// Whether a message with that token is for this app.
    func accepts(_ token: String) -> Bool { phase != .idle && token == self.token }

    mutating func handle(_ event: Event) -> [Effect] {
        switch event {
        case .wanted: wanted()
        case .unwanted: unwanted()
        case .listed(let distributors): listed(distributors)
        case .appeared(let name): appeared(name)
        case .vanished(let name): vanished(name)
        case .answered(let answer): answered(answer)
        case .endpoint(let token, let endpoint): accepts(token) ? received(endpoint) : []
        case .unregistered(let token): accepts(token) ? unregistered() : []
        case .timeCame: timeCame()
        }
    }

    // MARK: The app

    private mutating func wanted() -> [Effect] {
        switch phase {
        case .idle, .absent, .refused, .waiting: return look(mayStart: true)
        case .looking, .asking, .registered: return []
        }
    }

    private mutating func unwanted() -> [Effect] {
        let old = (distributor, token)
        switch phase {
        case .idle: return []
        case .looking, .absent, .refused, .waiting, .asking, .registered: break
        }
        phase = .idle
        reported = .nothing
        // The distributor confirms with the old token.
        token = makeToken()
        let goodbye = old.0.map { [Effect.unregister(distributor: $0, token: old.1)] } ?? []
        return [.stopTimer] + goodbye + [.save]
    }

    // MARK: The bus

    private mutating func look(mayStart: Bool) -> [Effect] {
        phase = .looking(mayStart: mayStart)
        return [.stopTimer, .list]
    }

    private mutating func listed(_ distributors: Distributors) -> [Effect] {
        guard case .looking(let mayStart) = phase else { return [] }
        guard let choice = distributors.choice(preferred: preferred, last: distributor) else {
            phase = .absent
            return notifyNone() + [
                .log("there is no distributor of pushes on the session bus; install one, e.g. KUnifiedPush")
            ]
        }
        let change = choose(choice)
        guard mayStart || distributors.isRunning(choice) else { return change + wait() }
        return change + ask(choice, .two)
    }

    /// The new distributor gets a new token.
    private mutating func choose(_ name: String) -> [Effect] {
        guard name != distributor else { return [] }
        let old = distributor.map { [Effect.unregister(distributor: $0, token: token)] } ?? []
        if distributor != nil { token = makeToken() }
        distributor = name
        return old + [.save]
    }

    private mutating func appeared(_ name: String) -> [Effect] {
        switch phase {
        case .absent: return look(mayStart: true)
        case .registered, .waiting, .refused: return name == distributor ? [.stopTimer] + ask(name, .two) : []
        // The request that is on its way has started it, or the answer will say that it has not arrived.
        case .asking: return []
        // The list has it.
        case .looking: return []
        case .idle: return []
        }
    }

    /// Whether there is another distributor decides what follows. One that the bus can start again gets some time,
    /// because it may be an update or a crash.
    private mutating func vanished(_ name: String) -> [Effect] {
        switch phase {
        case .asking, .registered, .waiting: return name == distributor ? look(mayStart: false) : []
        case .looking, .absent, .refused, .idle: return []
        }
    }

    // MARK: The distributor

    private mutating func ask(_ distributor: String, _ version: Version) -> [Effect] {
        phase = .asking(distributor, version)
        return [.register(distributor: distributor, token: token, version)]
    }

    private mutating func answered(_ answer: Answer) -> [Effect] {
        guard case .asking(let distributor, let version) = phase else { return [] }
        switch (answer, version) {
        case (.accepted, _):
            phase = .registered
            return []
        case (.noInterface, .two): return ask(distributor, .one)
        case (.noInterface, .one): return refuse("the distributor of pushes has neither interface of UnifiedPush")
        case (.refused("NETWORK"), _), (.refused("INTERNAL_ERROR"), _): return wait()
        case (.refused("ACTION_REQUIRED"), _):
            return refuse("the distributor of pushes needs an action of the user; look at its settings")
        case (.refused("VAPID_REQUIRED"), _):
            return refuse("the distributor of pushes needs the key of the app's server; set PKPushRegistry.serverKey")
        case (.refused, _): return refuse("the distributor of pushes refuses this app")
        case (.unreachable, _):
            return (reported == .nothing ? notifyNone() : []) + wait() + [
                .log("the distributor of pushes does not answer")
            ]
        }
    }

    private mutating func refuse(_ reason: String) -> [Effect] {
        phase = .refused
        return notifyNone() + [.log(reason)]
    }

    private mutating func wait() -> [Effect] {
        phase = .waiting
        defer { pause = min(2 * pause, Self.longestPause) }
        return [.startTimer(pause)]
    }

    private mutating func timeCame() -> [Effect] {
        switch phase {
        case .waiting: return look(mayStart: true)
        case .idle, .looking, .absent, .asking, .registered, .refused: return []
        }
    }

    /// The endpoint may come before the answer to the request.
    private mutating func received(_ endpoint: String) -> [Effect] {
        pause = Self.shortestPause
        guard reported != .endpoint(endpoint) else { return [] }
        reported = .endpoint(endpoint)
        return [.notify(endpoint: endpoint)]
    }

    private mutating func unregistered() -> [Effect] {
        phase = .refused
        return [.stopTimer] + notifyNone()
    }

    private mutating func notifyNone() -> [Effect] {
        guard reported != .none else { return [] }
        reported = .none
        return [.notifyNone]
    }
}

/// The distributors of pushes on the session bus, and the choice between them.
struct Distributors: Equatable, Sendable {
    /// The part that the names of all distributors have.
    static let namespace = "org.unifiedpush.Distributor"

    private let running: Set<String>
    private let activatable: Set<String>

    /// The distributors among the names that have owners, and among the names of programs that the bus can start.
    init(running: [String], activatable: [String]) {
        self.running = Set(running.filter(Self.isName))
        self.activatable = Set(activatable.filter(Self.isName))
    }

    private static func isName(_ name: String) -> Bool { name.hasPrefix(namespace + ".") }

    func isRunning(_ name: String) -> Bool { running.contains(name) }

    /// The one that this app uses; nil if there is none. With several it is the one that the user names in the
    /// environment, or the one that the app used last, or the first one that runs.
    ///
    /// - Parameters:
    ///   - preferred: the end of the name in `UNIFIEDPUSH_DISTRIBUTOR`, e.g. `kde`. Then no other one counts. Nil or
    ///     empty = no preference
    ///   - last: the one that the app used last
    func choice(preferred: String?, last: String?) -> String? {
        let all = running.union(activatable)
        if let preferred, !preferred.isEmpty {
            let name = Self.namespace + "." + preferred
            return all.contains(name) ? name : nil
        }
        if let last, all.contains(last) { return last }
        return running.min() ?? activatable.min()
    }
}

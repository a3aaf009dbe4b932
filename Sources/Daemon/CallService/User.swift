// SPDX-License-Identifier: MIT

internal import CallCore
internal import CallInterface
internal import SDBus

/// The state that the service keeps for one uid: the domain, and what belongs to it outside the core.
final class User {
    let uid: UInt32
    unowned let service: CallService
    /// The property `Instance` of this user if the service gave up the user's state, and went on with that of the
    /// others.
    var ownInstance: String?
    /// Why the service gave up the user's state when it started; empty = it did not.
    var stateLoss = ""
    var domain: Domain
    /// The views that are sent the changes.
    var subscribers: [View] = []
    /// The icons and ringtones that providers handed over as files.
    private(set) var files: [ProviderID: ProviderFiles] = [:]
    /// The core's timers that are running. Dropping a timer cancels it.
    private(set) var timers: [TimerKey: RunningTimer] = [:]

    /// The replies to the reports of calls that the directory is asked about. After a restart there are none: the apps
    /// report again.
    private var reports: [CallID: [PendingReply<>]] = [:]

    /// The requesters of calls that wait until an app has answered. After a restart there are none: they get `NoReply`.
    let startRequests: StartRequests

    /// A timer and the time when it fires, in microseconds of the monotonic clock.
    struct RunningTimer {
        let timer: AnyObject
        let end: UInt64
    }

    var instance: String { ownInstance ?? service.instance }

    init(uid: UInt32, domain: Domain, service: CallService) {
        self.uid = uid
        self.domain = domain
        self.service = service
        startRequests = StartRequests(service.clock)
    }

    /// What the user keeps in the service, in bytes.
    var bytes: Int { domain.bytes + subscribers.count * Cost.subscriber }

    /// Performs what an effect demands here. The announcer writes the signals.
    func perform(_ effect: Effect) {
        switch effect {
        case .startTimer(let key, let microseconds): start(key, after: microseconds)
        case .cancelTimer(let key): timers[key] = nil
        case .providerRemoved(let provider):
            files[provider.id] = nil
            startRequests.lose(provider)
            service.keeper?.files.remove(of: provider.id, uid)
        case .screened(let call, let refusal): answerReports(of: call, refusal)
        case .send, .shellIsPrimary, .transactionCompleted, .providerAdded, .providerChanged, .callAdded, .callChanged,
            .callRemoved, .audioChanged, .providerRestated, .callRestated, .audioRestated, .screen, .directoryChanged,
            .callsEnded:
            break
        }
    }

    /// A report of the call is answered when it is decided whether the call rings.
    func keep(_ reply: PendingReply<>, about call: CallID) {
        reply.releaseArguments()
        reports[call, default: []].append(reply)
    }

    private func answerReports(of call: CallID, _ refusal: CallError?) {
        for reply in reports.removeValue(forKey: call) ?? [] {
            if let refusal { reply.fail(refusal.onBus) } else { reply.succeed() }
        }
    }

    func start(_ key: TimerKey, after microseconds: UInt64) {
        let timer = service.clock.timer(microseconds) { [unowned self] in
            timers[key] = nil
            service.happen(.timerFired(key), to: self)
        }
        timers[key] = timer.map { RunningTimer(timer: $0, end: service.clock.elapsed() + microseconds) }
    }

    /// The provider's files replace those that it handed over before.
    func replaceFiles(of provider: ProviderID, by new: ProviderFiles) {
        files[provider] = new
        service.keeper?.files.keep(new, of: provider, uid)
    }

    /// After a restart: the files that the killed service kept.
    func restoreFiles(from kept: KeptFiles) {
        for provider in domain.providers.keys { files[provider] = kept.read(of: provider, uid) }
    }
}

/// One user's objects as one caller sees them. A subscriber is a view that is sent the changes. A class, because every
/// node has one.
final class View {
    /// The service owns its users. A user has views as subscribers, so a view must not own its user.
    unowned let user: User
    /// The caller's own paths; for the administrator, the paths of that user.
    let paths: ObjectPaths
    let caller: Caller

    init(user: User, paths: ObjectPaths, caller: Caller) {
        (self.user, self.paths, self.caller) = (user, paths, caller)
    }

    var limits: Limits { user.service.policy.limits }

    /// Whether the caller may see more of a provider's calls than their existence.
    func maySeeAll(of provider: ProviderID) -> Bool {
        caller.app == nil || user.domain.providers[provider].map(caller.maySeeAll) ?? false
    }

    /// Whether both are the same connection's view of the same objects.
    func isSame(as other: View) -> Bool { caller.client == other.caller.client && paths == other.paths }

    /// Sends the caller's command to the core.
    @discardableResult
    func command(_ command: Command) throws(BusError) -> Answer {
        try user.service.command(command, from: caller, of: user)
    }

    /// Asks the core for actions. Returns the id of the transaction that performs them.
    func request(_ request: Request) throws(BusError) -> String {
        guard case .transaction(let id) = try command(.request(request)) else { return "" }
        return id.description
    }
}

/// The decisions of the core whose effects are not performed, in the order in which they will be.
///
/// The effects of one user stay in order. The first effects of a user go before what is left of other users, so that a
/// long decision about one user does not delay another; after that the user waits until these had a slice. The state
/// file tells how far the service is by one number, so the numbers of the decisions grow in this order: what is left
/// gets new ones.
struct Outbox {
    /// The effects of an event, or those that are left of them.
    struct Decision {
        let user: User
        fileprivate(set) var effects: [Effect]
        /// The number of the event in the state file.
        fileprivate(set) var number: UInt64
        /// How many of the effects were begun.
        fileprivate(set) var performed = 0

        var nextEffect: Effect? { performed < effects.count ? effects[performed] : nil }
        var left: ArraySlice<Effect> { effects[performed...] }
    }

    private(set) var decisions: [Decision] = []
    /// The highest number.
    var lastEvent: UInt64 = 0

    /// The users whose effects went before others that had no slice since.
    private var overtakers: Set<UInt32> = []

    var isEmpty: Bool { decisions.isEmpty }
    var first: Decision? { decisions.first }

    mutating func add(_ effects: [Effect], of user: User) {
        let decision = Decision(user: user, effects: effects, number: lastEvent + 1)
        let isFirst = !concerns(user)
        if isFirst, !isEmpty { overtakers.insert(user.uid) }
        decisions.insert(decision, at: isFirst ? 0 : decisions.count)
        for place in decisions.indices {
            if decisions[place].performed > 0 {
                decisions[place].effects.removeFirst(decisions[place].performed)
                decisions[place].performed = 0
            }
            lastEvent += 1
            decisions[place].number = lastEvent
        }
    }

    mutating func beginSlice() {
        if let first, !overtakers.contains(first.user.uid) { overtakers = [] }
    }

    mutating func beginEffect() { decisions[0].performed += 1 }

    mutating func removeFirst() {
        decisions.removeFirst()
        if isEmpty { overtakers = [] }
    }

    /// Whether others wait for a slice before the next decision about this user.
    func hasOvertaken(_ uid: UInt32) -> Bool { overtakers.contains(uid) }

    func concerns(_ user: User) -> Bool { decisions.contains { $0.user === user } }
}

/// The views that are sent the changes of objects.
///
/// The service enforces the limit of subscribers, because the core does not know them: a connection that only listens
/// changes nothing there. For the same reason the service enforces the limits of bytes: of texts and files (before a
/// command is made of them), of waiting calls and of unread replies. All other limits are the core's.
extension CallService {
    /// Sends the caller the changes of the objects that it sees. Doing so twice is harmless.
    func subscribe(_ view: View) throws(BusError) {
        guard !view.user.subscribers.contains(where: view.isSame) else { return }
        let (user, limits) = (view.user, view.limits)
        let own = user.subscribers.count { $0.caller.account == view.caller.account }
        guard Share.available(of: limits.subscribers, used: user.subscribers.count, own: own) > 0,
            limits.registryBytes - bytes >= Cost.subscriber
        else {
            throw CallError(
                .limitsExceeded,
                """
                A user's calls have at most \(limits.subscribers) subscribers, and those of one app are not more than are \
                still free. This app has \(own). Close connections that subscribed.
                """
            ).onBus
        }
        add(view)
    }

    /// Adds a subscriber that a limit has accepted already. After a restart they come in another order, and then the
    /// share of an app might be another one.
    func add(_ view: View) {
        guard !view.user.subscribers.contains(where: view.isSame) else { return }
        view.user.subscribers.append(view)
        countBytes()
        keeper?.keepSubscriber(view)
    }

    func unsubscribe(_ view: View) { unsubscribe(from: view.user, where: view.isSame) }

    /// Sends the connection no more changes of any user's objects.
    func unsubscribe(_ client: Client) {
        for user in users.values { unsubscribe(from: user) { $0.caller.client == client } }
    }

    /// A connection did not get a signal, so its copy of the objects is wrong from here on.
    func endSubscription(of client: Client) {
        let isSubscribed = users.values.contains { $0.subscribers.contains { $0.caller.client == client } }
        guard isSubscribed else { return }
        unsubscribe(client)
        bus.signal(.manager(.subscriptionEnded), to: client.busName, isLast: true) { _ in }
    }

    private func unsubscribe(from user: User, where isMeant: (View) -> Bool) {
        for view in user.subscribers where isMeant(view) { keeper?.dropSubscriber(view) }
        user.subscribers.removeAll(where: isMeant)
        countBytes()
    }

    // MARK: A modem service, which serves another user

    /// The view that the manager path will show to a modem service that asks for the domain of another user. The
    /// service enforces that a connection serves one user, because the core of a user does not know the others.
    func view(serving uid: UInt32, as identifier: String, insteadOf view: View) throws(BusError) -> View {
        guard uid != view.user.uid else { return view }
        let client = view.caller.client
        do throws(CallError) {
            let others = existingUser(uid) == nil ? users.count : nil
            let caller = try policy.serving(identifier, view.caller, newAmong: others)
            guard serving[client] == nil, !view.user.domain.hasRegistrations(of: client) else {
                throw CallError(
                    .unentitled,
                    """
                    This connection belongs to the user \(view.user.uid), and a connection serves one user. Open another \
                    for those of \(uid).
                    """)
            }
            return View(user: user(uid), paths: .own, caller: caller)
        } catch {
            throw error.onBus
        }
    }

    /// From now on the connection finds that user's objects at the manager path. Its subscription moves with it,
    /// because the subscription is to that path. If that user has too many subscribers, the subscription is dropped.
    func serve(_ served: View, insteadOf view: View) {
        guard served.user !== view.user else { return }
        serve(ServedUser(uid: served.user.uid, identifier: served.caller.app ?? ""), for: served.caller.client)
        guard view.user.subscribers.contains(where: view.isSame) else { return }
        unsubscribe(view)
        try? subscribe(served)
    }
}

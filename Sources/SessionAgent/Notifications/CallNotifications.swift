// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
package import SDBus

/// Shows one notification for each call, while the user can act on it.
package final class CallNotifications: Neighbour {
    /// In order of preference. The agent changes the server only while it shows nothing.
    private let servers: [any NotificationServer]
    private var server: any NotificationServer
    private let service: CallServiceClient
    private let callBack: CallBack
    private lazy var icons = ProviderIcons(service) { [unowned self] in reconcile() }
    private var state = DesktopState()
    /// The calls are known. Before that, the notifications of an earlier agent stay.
    private var isSettled = false
    private var shown: [String: Shown] = [:]
    private var missed: MissedCalls
    /// The missed calls that the user has put away, and that the directory may still list as not seen.
    private var seen: Set<String> = []
    /// nil for an agent that only describes.
    let directory: UserDirectory?
    private lazy var pictures = directory.map { CallerPictures($0) { [unowned self] in reconcile() } }
    private let refused: RefusedCalls
    /// The calls whose notification the user has dismissed once; it has come back quietly.
    private var putAway: Set<String> = []
    /// Missed calls that the user calls back.
    private var calledBack: Set<String> = []
    /// The calls that links ask for.
    var questions: [CallQuestion] = [] {
        didSet {
            guard questions != oldValue else { return }
            // The user waits for it, also while another shell is primary.
            isSettled = true
            reconcile()
        }
    }
    /// Gets the user's answer to a question; a dismissed one is not called. The token lets an app raise its window.
    var answered: (_ id: String, _ isCalled: Bool, _ token: String) -> Void = { _, _, _ in }
    /// The questions that wait until a server has told its abilities.
    private var searches: [(Bool) -> Void] = []
    private var isMissing = false
    private var tellMissing: (Bool) -> Void = { _ in }

    private struct Shown {
        /// Nil if an earlier agent has shown it.
        var banner: Banner?
        /// A request to the server is not answered yet.
        var isUnderWay = false
        /// The server has removed it, or the user has dismissed it twice: it comes back only with another content.
        var isDismissed = false

        func fits(_ wanted: Banner) -> Bool {
            guard var banner else { return false }
            banner.isQuiet = wanted.isQuiet
            if isDismissed { banner.isUrgent = wanted.isUrgent }
            return banner == wanted
        }
    }

    package convenience init(
        _ session: BusConnection, _ service: CallServiceClient, _ loop: EventLoop, log: @escaping (String) -> Void
    ) {
        let directory = UserDirectory(session, log: log)
        self.init(
            at: [PortalNotifications(session, Journal("portal-notifications"), log: log)],
            or: FreedesktopNotifications(session, Journal("notifications"), log: log), Journal("missed-calls"),
            RefusedCalls(service, Journal(lasting: "refused-calls")), directory, service,
            CallBack(session, service, loop))
    }

    /// Uses the first of the servers that is ready, or else the last one.
    init(
        at preferred: [any NotificationServer] = [], or last: any NotificationServer, _ missed: Journal,
        _ refused: RefusedCalls, _ directory: UserDirectory?, _ service: CallServiceClient,
        _ callBack: CallBack
    ) {
        servers = preferred + [last]
        server = last
        self.missed = MissedCalls(missed)
        self.refused = refused
        self.directory = directory
        self.service = service
        self.callBack = callBack
    }

    /// `missing` gets true when no server can show calls, and false when one can again.
    package func begin(missing: @escaping (Bool) -> Void) throws(BusError) {
        tellMissing = missing
        for server in servers {
            try server.begin { [unowned self, unowned server] in happened($0, at: server) }
        }
        try directory?.begin { [unowned self] in
            followDirectory()
            reconcile()
        }
    }

    package func follow(_ state: DesktopState) {
        self.state = state
        for call in state.calls where call.isMissed { miss(call) }
        refused.follow(state) { [unowned self] calls in
            for call in calls { miss(call) }
            reconcile()
        }
        followDirectory()
        putAway.formIntersection(state.calls.map(\.uuid))
        if !state.isElsewhere { isSettled = true }
        icons.follow(state)
        callBack.follow(state)
        reconcile()
    }

    private func miss(_ call: CallRecord) {
        let provider = state.provider(of: call)
        missed.append(MissedCall(call: call, icon: provider?.icon ?? "", desktopEntry: provider?.desktopEntry ?? ""))
    }

    /// Shows the missed calls that the directory lists as not seen, also those of a time without an agent, and removes those
    /// that the user has seen elsewhere. A call that do-not-disturb refused waits for its end.
    private func followDirectory() {
        guard let directory, state.isPrimary else { return }
        for call in directory.missed.filter({ !$0.isUnread }).map(\.call.uuid) {
            seen.remove(call)
            if missed[call]?.isBlocked != true { missed.remove(call) }
        }
        let unread = directory.missed.filter(\.isUnread)
        directory.markRead(unread.filter { seen.contains($0.call.uuid) }.map(\.entry))
        let new = unread.filter { entry in
            let call = entry.call.uuid
            return !seen.contains(call) && missed[call] == nil && !(entry.isRefused && state.isQuiet)
        }
        // A call that was dropped to make room for a newer one must not displace that one.
        for entry in new.prefix(MissedCalls.limit - missed.all.count).reversed() { miss(entry.call) }
    }

    /// The user has seen the missed call, or those that share that notification. False if it is no missed call.
    private func see(_ id: String, _ banner: Banner? = nil) -> Bool {
        let calls = id == Self.earlierCalls ? banner?.earlier.map(\.call) ?? [] : [id]
        let known = calls.filter { missed.remove($0) != nil }
        if directory != nil { seen.formUnion(known) }
        followDirectory()
        return !known.isEmpty
    }

    // MARK: The wanted notifications

    /// In order of display: the last one is visible if the server shows only one. While another shell is primary there
    /// are no calls, but the missed calls stay.
    private var wanted: [(call: String, banner: Banner)] {
        let calls = state.calls.filter { missed[$0.uuid] == nil }.compactMap { call in
            Banner(call, in: state).map { banner in
                var banner = banner
                if putAway.contains(call.uuid) { (banner.isUrgent, banner.isQuiet) = (false, true) }
                return (call, banner)
            }
        }
        let asked = questions.map { (Self.record($0.id), Banner($0)) }
        let banners = missedBanners(in: (server.room ?? .max) - calls.count - questions.count) + asked + calls
        let inOrder = banners.filter { !$1.isUrgent } + banners.filter { $1.isUrgent }
        return inOrder.map { call, banner in
            var banner = banner
            if let file = icons.file(of: call.provider) { banner.icon = .file(file) }
            if !banner.hidesParty { banner.picture = pictures?.file(of: call.handle) }
            return (call.uuid, banner)
        }
    }

    /// At most this many notifications show missed calls: after a time without an agent there may be more calls.
    private static let missedLimit = 4
    /// The id of the notification that shows several missed calls.
    private static let earlierCalls = "earlier-missed-calls"

    /// The newest missed calls have a notification each. If there is no room for all, the others share one.
    private func missedBanners(in room: Int) -> [(CallRecord, Banner)] {
        let news = missed.all.filter { !calledBack.contains($0.call.uuid) }
        let room = min(room, Self.missedLimit)
        guard room > 0 else { return [] }
        let singles = news.suffix(news.count > room ? room - 1 : room)
        let others = Array(news.dropLast(singles.count))
        let shared = others.isEmpty ? [] : [(Self.record(Self.earlierCalls), Banner(earlier: others, in: state))]
        return shared
            + singles.map { ($0.call, Banner(missed: $0, in: state, canBlock: directory?.isRunning == true)) }
    }

    /// A stand-in for a notification that is about no call.
    private static func record(_ id: String) -> CallRecord { CallRecord([String: Variant]([.uuid: .string(id)])) }

    private func reconcile() {
        guard isSettled else { return }
        choose()
        pictures?.follow(Set((state.calls + missed.all.map(\.call)).map(\.handle)))
        let wanted = wanted
        guard server.isReady else {
            // The agent can start only the last one.
            if !wanted.isEmpty { servers.last?.ask() }
            return
        }
        let calls = Set(wanted.map(\.call))
        for (call, current) in shown where !calls.contains(call) && !current.isUnderWay {
            shown[call] = nil
            server.close(call)
        }
        guard let quiet = makeRoom(for: wanted.last) else { return }
        for (call, var banner) in wanted {
            if let current = shown[call], current.isUnderWay || current.fits(banner) { continue }
            if quiet.contains(call) || isBehind(call) { banner.isQuiet = true }
            show(banner, of: call)
        }
    }

    /// Makes room for an urgent notification. Nil while the server has not answered another notification: then the urgent
    /// one waits. If the server shows one notification at a time, this closes the others and returns their calls; they
    /// come back quietly before the urgent one.
    private func makeRoom(for urgent: (call: String, banner: Banner)?) -> Set<String>? {
        guard let urgent, urgent.banner.isUrgent, shown[urgent.call]?.banner?.isUrgent != true else { return [] }
        guard !shown.values.contains(where: \.isUnderWay) else { return nil }
        guard server.room != nil else { return [] }
        let others = Set(shown.filter { !$0.value.isDismissed }.keys)
        for call in others {
            shown[call] = nil
            server.close(call)
        }
        return others.subtracting([urgent.call])
    }

    /// Whether the server shows one notification at a time, and another call than this one should be visible: it takes the
    /// audio from this one, or has taken it.
    private func isBehind(_ call: String) -> Bool {
        guard server.room != nil, let own = state.registry.call(call), own.isConnected else { return false }
        return state.calls.contains { other in
            guard other.uuid != call, !other.isUnanswered, !other.flag(.onHold), !other.flag(.hasEnded) else {
                return false
            }
            return own.flag(.onHold) || !other.isConnected
        }
    }

    private func choose() {
        guard shown.isEmpty, let best = servers.first(where: \.isReady) else { return }
        server = best
    }

    private func show(_ banner: Banner, of call: String) {
        shown[call] = Shown(banner: banner, isUnderWay: true)
        server.show(banner, of: call) { [unowned self, unowned server] isShown in
            guard server === self.server, shown[call] != nil else { return }
            guard isShown else { return shown[call] = nil }
            shown[call]?.isUnderWay = false
            // The state may have changed meanwhile.
            reconcile()
        }
    }

    // MARK: Events of the server and of the user

    /// Tells whether the user can press a button, as soon as a server has told its abilities or none can be found.
    func findButtons(then completion: @escaping (Bool) -> Void) {
        choose()
        if server.isReady { return completion(server.hasButtons) }
        guard !servers.allSatisfy(\.isMissing) else { return completion(false) }
        searches.append(completion)
        servers.last?.ask()
    }

    private func endSearches() {
        guard !searches.isEmpty, server.isReady || servers.allSatisfy(\.isMissing) else { return }
        let ended = searches
        searches = []
        for completion in ended { completion(server.isReady && server.hasButtons) }
    }

    private func happened(_ event: NotificationEvent, at server: any NotificationServer) {
        defer { endSearches() }
        lookForServer()
        switch event {
        case .missing: break
        case .found: meet(server)
        case .lost:
            guard server === self.server else { return }
            shown = [:]
            choose()
            // Another server shows them at once. The agent does not start the same one again, because their content may
            // have crashed it.
            if self.server.isReady || server !== servers.last { reconcile() }
        case .closed(let call, let closing):
            guard server === self.server, shown[call] != nil else { return }
            closed(call, closing)
        case .pressed(let call, let key, let token):
            guard server === self.server, let current = shown[call], let banner = current.banner else { return }
            // The effect of a click depends on what the user saw, and a new content is under way.
            if key == "default", current.isUnderWay { return }
            if let button = banner.button(key) { press(button, of: call, token) }
            if key == Banner.open, call != Self.earlierCalls { open(call, token) }
        }
    }

    private func closed(_ call: String, _ closing: Closing) {
        if questions.contains(where: { $0.id == call }) { return closedQuestion(call, closing) }
        if case .dismissed = closing { silence(call) }
        // The server gets the content under way later, and shows it.
        guard let current = shown[call], !current.isUnderWay, let banner = current.banner else { return }
        switch closing {
        case .pressed(let key) where key == Banner.open || banner.button(key)?.goesOn == true:
            shown[call] = nil
            reconcile()
        case .dismissed where see(call, banner): shown[call] = nil
        // The user can still act on it, so it comes back once.
        case .dismissed where putAway.insert(call).inserted:
            shown[call] = nil
            reconcile()
        // A missed call that the user has not seen comes back with the next server or agent.
        case .pressed, .dismissed, .expired: shown[call]?.isDismissed = true
        }
    }

    /// A server that closes a question without an answer has not called. A click beside the buttons is no answer.
    private func closedQuestion(_ id: String, _ closing: Closing) {
        shown[id] = nil
        switch closing {
        case .pressed: reconcile()
        case .dismissed, .expired: answered(id, false, "")
        }
    }

    /// A dismissed notification silences its call.
    private func silence(_ call: String) {
        guard let record = state.registry.call(call), record.isUnanswered, !record.isSilenced else { return }
        service.silence(call)
    }

    private func lookForServer() {
        let isMissing = servers.allSatisfy { $0.isMissing }
        guard isMissing != self.isMissing else { return }
        self.isMissing = isMissing
        tellMissing(isMissing)
    }

    /// Takes over the notifications of an earlier agent, or closes them if this is not the chosen server.
    private func meet(_ server: any NotificationServer) {
        choose()
        for call in server.shown where server !== self.server || shown[call] == nil {
            if server === self.server { shown[call] = Shown() } else { server.close(call) }
        }
        reconcile()
    }

    private func press(_ button: Banner.Button, of call: String, _ token: String) {
        switch button {
        case .silence: service.silence(call)
        case .callBack:
            guard let missed = missed[call], calledBack.insert(call).inserted else { return }
            callBack.begin(CallOrder(missed, token: token)) { [unowned self] isAsked in
                calledBack.remove(call)
                if !isAsked { self.missed.fail(call) } else { _ = see(call) }
                reconcile()
            }
            reconcile()
        case .block:
            guard let missed = missed[call] else { return }
            directory?.block(missed.call.handle) { [unowned self] isBlocked in
                guard isBlocked else { return }
                self.missed.block(call)
                reconcile()
            }
        case .placeCall: answered(call, true, token)
        case .cancel: answered(call, false, token)
        case .answer, .decline, .holdAndAnswer, .endAndAnswer, .end, .mute, .unmute, .hold, .resume, .swap:
            service.request(button.actions(on: call, in: state), activationToken: token)
        }
    }

    private func open(_ call: String, _ token: String) {
        let provider = state.registry.call(call).flatMap { state.provider(of: $0) }
        callBack.open(provider?.desktopEntry ?? missed[call]?.desktopEntry ?? "", token: token)
    }
}

extension CallRecord {
    fileprivate var isMissed: Bool {
        state == .ended && !isOutgoing && connectedAt == 0
            && (endedReason == .unanswered || endedReason == .remoteEnded || endedReason == .unknown)
    }
}

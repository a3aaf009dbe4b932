// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
package import SDBus

/// Shows one notification for each call, while the user can act on it.
package final class CallNotifications: Neighbour {
    private let servers: NotificationServers
    private var server: any NotificationServer { servers.chosen }
    private let service: CallServiceClient
    private let callBack: CallBack
    /// nil for an agent that only describes.
    private let window: CallWindow?
    private lazy var icons = ProviderIcons(service) { [unowned self] in reconcile() }
    private var state = DesktopState()
    /// The calls are known. Before that, the notifications of an earlier agent stay.
    private var isSettled = false
    private var shown: [String: ShownBanner] = [:]
    private let unseen: UnseenCalls
    /// nil for an agent that only describes.
    let directory: UserDirectory?
    private let callers: CallerFacts?
    private let blocks: CallerBlocks
    /// The missed calls that this server has shown: they are no news when they come back.
    private var announced: Set<String> = []
    /// The calls whose notification the user has dismissed once; it has come back quietly.
    private var putAway: Set<String> = []
    /// How often other programs have removed each notification that is still wanted.
    private var removals: [String: Int] = [:]
    /// A notification that is removed more often stays away until its content changes.
    private static let removalLimit = 3
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

    /// The sandboxed apps that the user has not decided about.
    var appQuestions: [AppQuestion] = [] { didSet { if appQuestions != oldValue { reconcile() } } }
    /// Gets the user's answer about an app; nil for a question that the user dismissed.
    var appAnswered: (_ id: String, _ isAllowed: Bool?) -> Void = { _, _ in }

    package convenience init(
        _ session: BusConnection, _ service: CallServiceClient, _ loop: EventLoop, _ window: CallWindow, log: Log
    ) {
        let directory = UserDirectory(session, log: log)
        self.init(
            at: [PortalNotifications(session, Journal("portal-notifications"), log: log)],
            or: FreedesktopNotifications(session, Journal("notifications"), log: log), Journal("missed-calls"),
            RefusedCalls(service, Journal(lasting: "refused-calls")), directory, service,
            CallBack(session, service, loop), window)
    }

    /// Uses the first of the servers that is ready, or else the last one.
    init(
        at preferred: [any NotificationServer] = [], or last: any NotificationServer, _ missed: Journal,
        _ refused: RefusedCalls, _ directory: UserDirectory?, _ service: CallServiceClient,
        _ callBack: CallBack, _ window: CallWindow? = nil
    ) {
        servers = NotificationServers(preferred, or: last)
        callers = directory.map { CallerFacts($0.client) }
        blocks = CallerBlocks(directory)
        unseen = UnseenCalls(missed, refused, directory, callers, blocks, callBack)
        self.directory = directory
        self.service = service
        self.callBack = callBack
        self.window = window
        window?.changed = { [unowned self] in reconcile() }
        unseen.changed = { [unowned self] in reconcile() }
        callers?.changed = { [unowned self] in reconcile() }
        blocks.changed = { [unowned self] in reconcile() }
        directory?.contactsChanged = { [unowned self] in
            callers?.contactsChanged()
            reconcile()
        }
    }

    /// `missing` gets true when no server can show calls, and false when one can again.
    package func begin(missing: @escaping (Bool) -> Void) throws(BusError) {
        try window?.begin()
        try servers.begin(missing: missing) { [unowned self] in happened($0, at: $1) }
        try directory?.begin { [unowned self] in
            unseen.followDirectory()
            reconcile()
        }
    }

    package func follow(_ state: DesktopState) {
        self.state = state
        unseen.follow(state)
        putAway.formIntersection(state.calls.map(\.uuid))
        announced.formIntersection(unseen.all.map(\.call.uuid))
        blocks.keep(Set((state.calls + unseen.all.map(\.call)).map(\.uuid)))
        if !state.isElsewhere { isSettled = true }
        icons.follow(state)
        callBack.follow(state)
        reconcile()
    }

    // MARK: The wanted notifications

    /// In order of display: the last one is visible if the server shows only one. A server that keeps a few shows their
    /// banners one after the other, so the urgent one comes first there. While another shell is primary there are no
    /// calls, but the missed calls stay.
    private var wanted: [(call: String, banner: Banner)] {
        let calls = state.index.shown.filter { unseen[$0.uuid] == nil }.compactMap { call in
            Banner(call, in: state, canBlock: directory?.isRunning == true).map { banner in
                var banner = banner
                if putAway.contains(call.uuid) { (banner.isUrgent, banner.isQuiet) = (false, true) }
                return (call, banner)
            }
        }
        let asked =
            questions.map { (CallRecord(standIn: $0.id), Banner($0)) }
            + appQuestions.map { (CallRecord(standIn: $0.id), Banner($0)) }
        let more = state.index.more.map { (CallRecord(standIn: $0.id), Banner($0)) }
        let room = (server.room ?? .max) - calls.count - asked.count - more.count
        let banners = unseen.banners(in: room) + asked + more + calls
        let (urgent, others) = (banners.filter { $1.isUrgent }, banners.filter { !$1.isUrgent })
        let inOrder = server.room == nil ? others + urgent : urgent + others
        return inOrder.map { call, banner in
            var banner = banner
            if let file = icons.file(of: call.provider) { banner.icon = .file(file) }
            if !banner.hidesParty { banner.picture = callers?.picture(of: call.handle) }
            banner.apply(blocks[call.uuid])
            if announced.contains(call.uuid), banner.kind == .unanswered, !banner.isAnswer { banner.isQuiet = true }
            banner.opensWindow = window?.opens(for: banner, state.rules) == true
            return (call.uuid, banner)
        }
    }

    private func reconcile() {
        guard isSettled else { return }
        choose()
        callers?.follow(Set((state.calls + unseen.all.map(\.call)).map(\.handle)))
        let wanted = wanted
        guard server.isReady else {
            if !wanted.isEmpty { servers.start() }
            return
        }
        let calls = Set(wanted.map(\.call))
        removals = removals.filter { calls.contains($0.key) }
        for (call, current) in shown where !calls.contains(call) && !current.isUnderWay {
            shown[call] = nil
            server.close(call)
        }
        guard let quiet = makeRoom(for: wanted.first { $0.banner.isUrgent }) else { return }
        for (call, var banner) in wanted {
            if let current = shown[call], current.isUnderWay || current.fits(banner) { continue }
            if quiet.contains(call) || isBehind(call) { banner.isQuiet = true }
            show(banner, of: call)
        }
    }

    /// Makes room for an urgent notification. Nil while the server has not answered another notification: then the
    /// urgent one waits. If the server shows one notification at a time, this closes the others and returns their
    /// calls; they come back quietly after the urgent one.
    private func makeRoom(for urgent: (call: String, banner: Banner)?) -> Set<String>? {
        guard let urgent, shown[urgent.call]?.banner?.isUrgent != true else { return [] }
        guard !shown.values.contains(where: \.isUnderWay) else { return nil }
        guard server.room != nil else { return [] }
        let others = Set(shown.filter { !$0.value.isDismissed }.keys)
        for call in others {
            shown[call] = nil
            server.close(call)
        }
        return others.subtracting([urgent.call])
    }

    /// Whether the server shows one notification at a time, and another call than this one should be visible: it takes
    /// the audio from this one, or has taken it.
    private func isBehind(_ call: String) -> Bool {
        guard server.room != nil, let own = state.index.call(call), own.isConnected else { return false }
        return state.calls.contains { other in
            guard other.uuid != call, !other.isUnanswered, !other.flag(.onHold), !other.flag(.hasEnded) else {
                return false
            }
            return own.flag(.onHold) || !other.isConnected
        }
    }

    private func choose() {
        if shown.isEmpty { servers.choose() }
    }

    private func show(_ banner: Banner, of call: String) {
        shown[call] = ShownBanner(banner: banner, isUnderWay: true)
        server.show(banner, of: call) { [unowned self, unowned server] isShown in
            guard server === self.server, shown[call] != nil else { return }
            guard isShown else { return shown[call] = nil }
            shown[call]?.isUnderWay = false
            if banner.kind == .unanswered { announced.formUnion([call] + banner.earlier.map(\.call)) }
            // The state may have changed meanwhile.
            reconcile()
        }
    }

    // MARK: Events of the server and of the user

    /// Reports whether the user can press a button, as soon as a server has reported its abilities or none can be
    /// found.
    func findButtons(then completion: @escaping (Bool) -> Void) {
        choose()
        servers.findButtons(then: completion)
    }

    private func happened(_ event: NotificationEvent, at server: any NotificationServer) {
        switch event {
        case .missing: break
        case .found: meet(server)
        case .lost:
            guard server === self.server else { return }
            (shown, announced) = ([:], [])
            choose()
            // Another server shows them at once. The agent does not start the same one again, because their content may
            // have crashed it.
            if self.server.isReady || !servers.canStart(server) { reconcile() }
        case .closed(let call, let closing):
            guard server === self.server, shown[call] != nil else { return }
            closed(call, closing)
        case .pressed(let call, let key, let token):
            guard server === self.server, let current = shown[call], let banner = current.banner else { return }
            if let button = banner.button(key) { press(button, of: call, token) }
            if key == Banner.open { open(call, banner, token) }
        }
    }

    private func closed(_ call: String, _ closing: Closing) {
        if case .removed = closing, comesBack(call) { return }
        if (questions.map(\.id) + appQuestions.map(\.id)).contains(call) { return closedQuestion(call, closing) }
        // A dismissed notification silences its call.
        if case .dismissed = closing { silence(call) }
        // The server gets the content under way later, and shows it.
        guard let current = shown[call], !current.isUnderWay, let banner = current.banner else { return }
        switch closing {
        case .pressed(let key) where key == Banner.open || banner.button(key)?.goesOn == true:
            shown[call] = nil
            reconcile()
        case .dismissed where unseen.see(call, banner): shown[call] = nil
        case .dismissed where banner.kind == .more: shown[call]?.isDismissed = true
        // The user can still act on it, so it comes back once.
        case .dismissed where putAway.insert(call).inserted:
            shown[call] = nil
            reconcile()
        // A missed call that the user has not seen comes back with the next server or agent.
        case .pressed, .dismissed, .expired, .removed: shown[call]?.isDismissed = true
        }
    }

    /// Shows a notification again that another program has removed. False if that has happened too often.
    private func comesBack(_ call: String) -> Bool {
        // The server gets the content under way later, and shows it.
        guard shown[call]?.isUnderWay == false else { return true }
        guard removals[call, default: 0] < Self.removalLimit else { return false }
        removals[call, default: 0] += 1
        shown[call] = nil
        reconcile()
        return true
    }

    /// A server that closes a question without an answer has not called. A click beside the buttons is no answer.
    private func closedQuestion(_ id: String, _ closing: Closing) {
        shown[id] = nil
        switch closing {
        case .pressed: reconcile()
        case .dismissed, .expired, .removed:
            answered(id, false, "")
            appAnswered(id, nil)
        }
    }

    /// Does nothing for a call that does not ring.
    private func silence(_ call: String) {
        guard let record = state.index.call(call), record.isUnanswered, !record.isSilenced else { return }
        service.silence(call)
    }

    /// Takes over the notifications of an earlier agent, or closes them if this is not the chosen server.
    private func meet(_ server: any NotificationServer) {
        choose()
        for call in server.shown where server !== self.server || shown[call] == nil {
            if server === self.server { shown[call] = ShownBanner() } else { server.close(call) }
        }
        reconcile()
    }

    private func press(_ button: Banner.Button, of call: String, _ token: String) {
        switch button {
        case .call(let button): service.press(button, of: call, in: state, token)
        case .callBack: unseen.callAgain(call, token)
        case .block: blockCaller(of: call)
        case .placeCall: answered(call, true, token)
        case .cancel: answered(call, false, token)
        case .allowApp: appAnswered(call, true)
        case .refuseApp: appAnswered(call, false)
        case .playTones(let tones):
            // The screen may have been locked since the button was shown.
            guard state.rules.allowsMore else { return }
            service.request([ActionKind.playDTMF(digits: tones, .singleTone).wire(call: call)])
        }
    }

    /// Silences a ringing call at once, and declines it when the directory blocks its caller. If the directory does
    /// not, the call stays, and its notification says so: the user can decline, or try again.
    private func blockCaller(of call: String) {
        guard let handle = (unseen[call]?.call ?? state.index.call(call))?.handle else { return }
        silence(call)
        blocks.block(handle, of: call) { [unowned self] in
            // The user may have answered meanwhile, with a headset or elsewhere, or the caller may have hung up.
            guard state.index.call(call)?.isUnanswered == true else { return }
            service.press(.decline, of: call, in: state)
        }
    }

    /// Opens the window for calls, or else the app of the call. A click neither answers nor calls.
    private func open(_ call: String, _ banner: Banner, _ token: String) {
        if let window, window.opens(for: banner, state.rules) { return window.open(for: banner, of: call, token) }
        // A question and the rest of an app's calls have no app to open.
        guard call != UnseenCalls.earlier, banner.kind != .link, banner.kind != .app, banner.kind != .more else {
            return
        }
        let provider = state.index.call(call).flatMap { state.provider(of: $0) }
        callBack.open(provider?.desktopEntry ?? unseen[call]?.desktopEntry ?? "", token: token)
    }
}

// SPDX-License-Identifier: MIT

import AgentSettings
import CallClient
import CallInterface
package import CallLinks
package import SDBus

/// Asks the user about the calls of links. Every page and message can contain a link, so only the user's press dials.
package final class CallQuestions: Neighbour {
    /// A link beyond these must wait until the user has answered one.
    private static let limit = 3
    /// The links of apps in sandboxes leave one place to the user's other programs.
    private static let limitOfSandboxes = limit - 1
    /// How long an app in a sandbox must wait after a question that the user did not answer with *Call*, in
    /// microseconds: a question that came back at once would be under the user's pointer.
    private static let cooldown: UInt64 = 60_000_000
    /// How long the notification of a failure stays, in microseconds. The user's time-out is for questions and may be
    /// `never`.
    private static let failureTime: UInt64 = 60_000_000

    private let service: CallServiceClient
    private let loop: EventLoop
    private let notifications: CallNotifications
    private let callBack: CallBack

    private struct Open {
        var question: CallQuestion
        /// The app in a sandbox that asks; nil for any other program, and for the notification of a failure.
        var app: String?
        /// One whose name is not known yet is not shown.
        var isShown = false
        var timer: Timer?
    }

    /// In the order in which they were asked.
    private var open: [Open] = []
    /// The apps in sandboxes that must wait, with the ends of their times.
    private var coolingDown: [String: Timer] = [:]
    private var isLocked = false
    private var settings = Settings()

    package init(
        _ session: BusConnection, _ service: CallServiceClient, _ loop: EventLoop, _ notifications: CallNotifications
    ) {
        (self.service, self.loop, self.notifications) = (service, loop, notifications)
        callBack = CallBack(session, service, loop)
        notifications.answered = { [unowned self] id, isCalled, token in answer(id, isCalled, token) }
    }

    /// A locked screen dials nothing: the person in front of it may be another one. An order whose app still starts is
    /// cancelled.
    package func follow(_ state: DesktopState) {
        (isLocked, settings) = (state.isLocked, state.settings)
        if isLocked { callBack.cancel() }
        callBack.follow(state)
        guard isLocked, !open.isEmpty else { return }
        open = []
        show()
    }

    // MARK: Asking

    /// Asks the user. `completion` gets nil when the question is on its way to the user, or else the reason why it
    /// cannot be asked. The same link asks once.
    package func ask(_ link: CallLink, for peer: Peer, then completion: @escaping (BusError?) -> Void) {
        guard !isLocked else {
            return completion(.cannotAsk("The screen is locked; unlock it, then open the link again."))
        }
        if open.contains(where: { $0.question.link == link && $0.question.stage == .asked }) { return completion(nil) }
        let app = peer.sandboxedApp
        if let app, !mayAsk(app) {
            return completion(.limitsExceeded("Apps in sandboxes asked about other links; try again in a minute."))
        }
        guard open.count(where: { $0.question.stage == .asked }) < Self.limit else {
            return completion(
                .limitsExceeded("\(Self.limit) links wait for the user; answer or close their notifications first."))
        }
        let id = ID<CallQuestion>.random().description
        open.append(Open(question: CallQuestion(id: id, link: link, address: link.handle.value), app: app))
        notifications.findButtons { [unowned self] hasButtons in
            guard open.contains(where: { $0.question.id == id }) else { return completion(nil) }
            if hasButtons {
                lookUp(id)
                return completion(nil)
            }
            remove(id)
            completion(
                .cannotAsk("No notification server shows buttons; run monkeycall dial --link LINK in a terminal."))
        }
    }

    /// A headset dials: the user's setting says whether the user is asked. `completion` gets nil when the question or
    /// the call is on its way.
    package func dial(_ link: CallLink, for peer: Peer, then completion: @escaping (BusError?) -> Void) {
        switch settings.headsetDial {
        case .ask: ask(link, for: peer, then: completion)
        case .off: completion(.cannotAsk("Headsets may not dial: set Dial=ask in [Headsets] of the settings."))
        case .allow:
            guard !isLocked else {
                return completion(.cannotAsk("The screen is locked; unlock it, then dial again."))
            }
            completion(nil)
            let question = CallQuestion(
                id: ID<CallQuestion>.random().description, link: link, address: link.handle.value)
            lookUp(question) { [unowned self] in if !isLocked { place($0, token: "") } }
        }
    }

    /// Whether an app in a sandbox may ask now: it has no other question, and does not have to wait.
    private func mayAsk(_ app: String) -> Bool {
        let apps = open.filter { $0.question.stage == .asked }.compactMap(\.app)
        return apps.count < Self.limitOfSandboxes && !apps.contains(app) && coolingDown[app] == nil
    }

    private func lookUp(_ id: String) {
        guard let question = open.first(where: { $0.question.id == id })?.question else { return }
        lookUp(question) { [unowned self] in found($0) }
    }

    /// Calls `body` with the question, and with what the directory knows of its party.
    private func lookUp(_ question: CallQuestion, then body: @escaping (CallQuestion) -> Void) {
        guard let directory = notifications.directory else { return body(question) }
        directory.client.lookUp(question.link.handle.wire, within: UserDirectory.patience) { caller in
            var question = question
            question.identify(caller ?? [:])
            body(question)
        }
    }

    private func found(_ question: CallQuestion) {
        let id = question.id
        guard let index = open.firstIndex(where: { $0.question.id == id }) else { return }
        open[index].question = question
        open[index].isShown = true
        open[index].timer = timer(settings.linkTimeout, for: id)
        show()
    }

    /// Removes the notification after this time, which begins when it is shown; 0 = never. The link is not called.
    private func timer(_ time: UInt64, for id: String) -> Timer? {
        time == 0 ? nil : loop.timer(after: time) { [unowned self] in answer(id, false, "") }
    }

    // MARK: The user's answer

    private func answer(_ id: String, _ isCalled: Bool, _ token: String) {
        guard let answered = open.first(where: { $0.question.id == id }) else { return }
        let question = answered.question
        remove(id)
        if !isCalled, let app = answered.app {
            coolingDown[app] = loop.timer(after: Self.cooldown) { [unowned self] in coolingDown[app] = nil }
        }
        guard isCalled, question.stage == .asked, !isLocked else { return }
        place(question, token: token)
    }

    private func place(_ question: CallQuestion, token: String) {
        var details = StartCallDetails()
        (details.video, details.activationToken) = (question.link.isVideo, token)
        (details.displayName, details.postDial) = (question.name, question.link.postDial)
        start(question, by: question.providers + [""], details)
    }

    /// Asks the first of the providers that is registered; "" = the user's default.
    private func start(_ question: CallQuestion, by providers: [String], _ details: StartCallDetails) {
        guard let provider = providers.first else { return startApp(for: question, details) }
        service.startCall(provider, question.link.handle.wire, details) { [unowned self] error in
            guard !isLocked, let error else { return }
            let failure = CallFailure(error)
            guard failure == .noApp else { return fail(question, failure) }
            start(question, by: Array(providers.dropFirst()), details)
        }
    }

    /// The user's default app may not run. Its identifier is the name of its desktop file, if it has one.
    private func startApp(for question: CallQuestion, _ details: StartCallDetails) {
        guard let provider = settings.defaultProviders[question.link.handle.kind] else {
            return fail(question, .noApp)
        }
        let order = CallOrder(
            provider: provider, handle: question.link.handle.wire, details: details, desktopEntry: provider)
        callBack.begin(order) { [unowned self] failure in if let failure { fail(question, failure) } }
    }

    /// The user sees no terminal, so a notification tells. A locked screen shows no party.
    private func fail(_ question: CallQuestion, _ failure: CallFailure) {
        guard !isLocked else { return }
        let failed = CallQuestion(
            id: ID<CallQuestion>.random().description, link: question.link, name: question.name,
            address: question.address, stage: .failed(failure))
        open.append(Open(question: failed, isShown: true, timer: timer(Self.failureTime, for: failed.id)))
        show()
    }

    private func remove(_ id: String) {
        open.removeAll { $0.question.id == id }
        show()
    }

    private func show() { notifications.questions = open.filter(\.isShown).map(\.question) }
}

extension BusError {
    fileprivate static func cannotAsk(_ message: String) -> BusError {
        BusError(name: AgentName.cannotAsk, message: message)
    }

    fileprivate static func limitsExceeded(_ message: String) -> BusError {
        BusError(name: StandardErrorName.limitsExceeded, message: message)
    }
}

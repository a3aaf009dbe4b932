// SPDX-License-Identifier: MIT

package import CallInterface
package import SDBus

/// One provider of this program: its registration, its live calls and its pending actions. It passes on all news
/// in order.
package final class ProviderLink {
    package private(set) var identifier: String
    /// The name that it takes when it has no calls; nil = it keeps its name.
    private var nextName: (text: String, onTake: () -> Void)?
    /// Whether it registers with another name, which is no news.
    private var isRenamed = false
    private var configuration: [String: Variant]
    let notify: (ProviderNews) -> Void
    /// The states of calls that were sent; nil if the program does not want to know them.
    private var notifiedStates: NotifiedStates?
    var calls = LiveCalls()
    /// The calls of reports that the service has not answered yet.
    private var offered: Set<CallID> = []
    var registration = Registration.none
    /// The actions that the app has not completed yet.
    var pending: [ActionID: PendingAction] = [:]
    var recent = RecentActions()
    var audio = AudioSession.inactive

    enum AudioSession {
        case inactive, active
        /// A service whose state is lost activated it. The next service activates it again, or does not.
        case inherited
    }

    enum Registration {
        case none, requested, done
        /// The provider was invalidated.
        case over
    }

    struct PendingAction {
        let record: ActionRecord
        /// The state of the service that delivered it is lost. The next service hears of the call when the app has
        /// completed the action, because the state of the call is not known before.
        var isOrphan = false
    }

    package init(
        _ identifier: String, _ configuration: [String: Variant], tellsStates: Bool = false,
        notify: @escaping (ProviderNews) -> Void
    ) {
        self.identifier = identifier
        self.configuration = configuration
        self.notify = notify
        notifiedStates = tellsStates ? NotifiedStates() : nil
    }

    // MARK: To the service

    /// Registers with a service that does not know the provider yet, and reports the live calls.
    package func register(in providers: Providers) {
        guard registration == .none else { return }
        registration = .requested
        providers.client.report(.registerProvider, identifier, configuration) { [self] error in
            guard registration == .requested else { return }
            registration = error == nil ? .done : .none
            guard let error else {
                if !isRenamed { notify(.didBegin) }
                isRenamed = false
                return
            }
            providers.log("cannot register a provider", error, ["provider": identifier])
        }
        if calls.areHeld { providers.followCalls() }
        for (call, state) in calls.reports(except: withheld) { reportExisting(call, state, in: providers) }
        inheritAudio(in: providers)
    }

    var hasCalls: Bool { !calls.isEmpty }

    /// Takes that name as soon as it has no calls, which stay with the name that they began with.
    package func rename(to name: String, in providers: Providers, onTake: @escaping () -> Void) {
        nextName = (name, onTake)
        renameIfIdle(in: providers)
    }

    func renameIfIdle(in providers: Providers) {
        guard let next = nextName, registration != .over, calls.isEmpty, pending.isEmpty, audio == .inactive,
            !providers.isStarting(identifier)
        else { return }
        nextName = nil
        let before = registration
        if before != .none { providers.client.report(.invalidateProvider, identifier) }
        providers.rename(self, to: next.text)
        identifier = next.text
        next.onTake()
        guard before != .none else { return }
        (registration, isRenamed) = (.none, before == .done)
        register(in: providers)
    }

    /// The calls that are not reported to a new service now.
    private var withheld: Set<CallID> { offered.union(pending.values.map(\.record.call)) }

    /// No service knows the provider any more: the state of the service is lost.
    func serviceHasGone() {
        if registration != .over { registration = .none }
        if audio == .active { audio = .inherited }
        if calls.isEmpty { giveUpAudio() }
        for action in pending.keys { pending[action]?.isOrphan = true }
    }

    package func configure(_ configuration: [String: Variant], in providers: Providers) {
        let before = self.configuration
        self.configuration = configuration
        providers.client.report(.setProviderConfiguration, identifier, configuration) { [self] error in
            guard let error, error.isAnswerOfTheService else { return }
            providers.log("cannot change the configuration of a provider", error, ["provider": identifier])
            // The next service would refuse it too, and with it the provider.
            if error.isRefusal, self.configuration == configuration { self.configuration = before }
        }
    }

    package func reportIncoming(
        _ call: CallID, _ update: CallUpdate, in providers: Providers,
        then completion: @escaping (BusError?) -> Void
    ) {
        guard registration != .over else { return completion(.failed("The provider was invalidated.")) }
        providers.incomingReports += 1
        let isNew = calls[call] == nil
        if isNew {
            calls.begin(call, outgoing: false, update)
            offered.insert(call)
        }
        let ask: (@escaping (Result<Message, BusError>) -> Void) -> Void = { [self] received in
            // When the request is repeated, the call may have changed or ended.
            guard let known = calls[call] else { return received(.failure(.failed("The call has ended already."))) }
            let client = providers.client
            let method = client.method(.reportNewIncomingCall)
            client.call(method, timeout: .max, then: received) { (writer) throws(BusError) in
                try writer.append(identifier)
                try writer.append(call.description)
                if isNew { try known.writeUpdate(to: &writer) } else { try writer.entries(update) }
            }
        }
        providers.client.request(ask, done: isNew ? .incomingCallUUIDAlreadyExists : nil) { [self] error in
            if isNew {
                offered.remove(call)
                if let error { withdraw(call, after: error, in: providers) }
                announce(call)
            }
            completion(error)
            renameIfIdle(in: providers)
        }
    }

    /// Reports a call that goes on, and how it stands. A refusal is news.
    package func reportExisting(_ call: CallID, _ state: ExistingCall, in providers: Providers) {
        guard registration != .over else { return }
        calls.adopt(call, state)
        if state.state == .held { providers.followCalls() }
        // The registration will report it.
        guard registration != .none, let known = calls[call] else { return }
        reportExisting(call, known.wire, in: providers)
    }

    /// A service that did not answer may have the call.
    private func withdraw(_ call: CallID, after error: BusError, in providers: Providers) {
        guard calls[call] != nil else { return }
        end(call)
        if !error.isAnswerOfTheService { reportEnd(call, at: 0, .failed, in: providers) }
    }

    package func reportUpdated(_ call: CallID, _ update: CallUpdate, in providers: Providers) {
        let (before, wire) = (calls[call]?.update ?? [:], update.wire)
        calls.update(call, wire)
        providers.client.reportUpdate(of: call, wire) { [self] error, all in
            guard let error, error.isRefusal else { return }
            providers.log("cannot update a call", error)
            // The next service would refuse it too, and with it the call.
            calls.takeBack(all, of: call, to: before)
        }
    }

    /// The app has handled a request to call, or it has no code for that: a requester may wait for it.
    package func answerStartCall(_ handle: Handle, _ isHandled: Bool, in providers: Providers) {
        guard registration == .done else { return }
        providers.client.report(.answerStartCall, identifier, handle.wire, isHandled, [String: Variant]())
    }

    package func reportEnded(_ call: CallID, at date: Time, _ reason: EndedReason, in providers: Providers) {
        end(call)
        announce(call)
        reportEnd(call, at: date, reason, in: providers)
        inheritAudio(in: providers)
        // No service is there to say so.
        if calls.isEmpty, providers.client.owner == nil { stopAudio() }
        renameIfIdle(in: providers)
    }

    private func reportEnd(_ call: CallID, at date: Time, _ reason: EndedReason, in providers: Providers) {
        providers.client.report(.reportCallEnded, call.description, date, reason.rawValue, [String: Variant]()) {
            Self.note($0, "the service did not take the report that a call ended", in: providers)
        }
    }

    package func reportConnecting(_ call: CallID, at date: Time, in providers: Providers) {
        calls.startConnecting(call)
        announce(call)
        providers.client.report(.reportOutgoingCallStartedConnecting, call.description, date) {
            Self.note($0, "the service did not take the report that a call connects", in: providers)
        }
    }

    package func reportConnected(_ call: CallID, at date: Time, in providers: Providers) {
        if !isUnanswered(call) {
            calls.connect(call, at: date)
            announce(call)
        }
        providers.client.report(.reportOutgoingCallConnected, call.description, date) {
            Self.note($0, "the service did not take the report that a call has connected", in: providers)
        }
    }

    private static func note(_ error: BusError?, _ message: StaticString, in providers: Providers) {
        // The next service is told of the call as a whole.
        guard let error, error.isAnswerOfTheService else { return }
        providers.log(message, error)
    }

    /// Whether it is incoming and the app has no answer to perform. The service refuses to connect such a call.
    private func isUnanswered(_ call: CallID) -> Bool {
        calls[call]?.state == .incoming && !hasAnswer(of: call)
    }

    func hasAnswer(of call: CallID) -> Bool {
        pending.values.contains { $0.record.call == call && $0.record.kind == .answer }
    }

    package func complete(_ action: ActionRecord, _ outcome: ActionOutcome, in providers: Providers) {
        recent.insert(action.id, outcome)
        guard pending[action.id]?.isOrphan != true else { return finish(action, outcome, in: providers) }
        report(action, outcome, in: providers) { [self] error in
            // The state of the service was lost before it had the answer.
            guard let error, error.isAnswerOfTheService else { return finish(action, outcome, in: providers) }
            // The service had to reduce its state, and has forgotten the action. The app has performed it all the same.
            if error.code == .unknownAction, pending[action.id] != nil {
                pending[action.id]?.isOrphan = true
                return finish(action, outcome, in: providers)
            }
            // The service has given up on the action.
            pending[action.id] = nil
            announce(action.call)
        }
    }

    func report(
        _ action: ActionRecord, _ outcome: ActionOutcome, in providers: Providers,
        then received: @escaping (BusError?) -> Void
    ) {
        let (method, details): (MethodName, [String: Variant]) =
            switch outcome {
            case .fulfilled(let date): (.fulfillAction, action.details(date))
            case .failed: (.failAction, [:])
            }
        providers.client.report(
            method, action.id.description, details, done: .actionAlreadyCompleted, then: received)
    }

    private func finish(_ action: ActionRecord, _ outcome: ActionOutcome, in providers: Providers) {
        defer { renameIfIdle(in: providers) }
        calls.complete(action, outcome)
        let wasOrphan = pending.removeValue(forKey: action.id)?.isOrphan == true
        if calls[action.call] == nil { end(action.call) }
        announce(action.call)
        guard wasOrphan, registration != .none else { return }
        if calls[action.call] == nil { reportEnd(action.call, at: 0, .remoteEnded, in: providers) }
        for (call, state) in calls.reports(except: withheld) where call == action.call {
            reportExisting(call, state, in: providers)
        }
        inheritAudio(in: providers)
    }

    /// A call that is over has no pending actions.
    func end(_ call: CallID) {
        calls.end(call)
        pending = pending.filter { $0.value.record.call != call }
    }

    /// Tells how a call stands now, if that is news. A call whose report is not answered does not exist yet.
    func announce(_ call: CallID) {
        guard notifiedStates != nil, !offered.contains(call) else { return }
        let actions = pending.values.lazy.map(\.record).filter { $0.call == call }.map(\.kind)
        let state = calls[call].map { OwnCallState($0, pending: actions) } ?? .ended
        if notifiedStates?.isNews(state, of: call) == true { notify(.callChanged(call, state)) }
    }

    private func reportExisting(_ call: CallID, _ state: [String: Variant], in providers: Providers) {
        providers.client.report(.reportExistingCall, identifier, call.description, state) { [self] error in
            guard let error, error.isAnswerOfTheService else { return }
            providers.log("the service refuses a call", error)
            end(call)
            notify(.refused(call, error))
            announce(call)
        }
    }

    package func invalidate(in providers: Providers) {
        (calls, pending, registration) = (LiveCalls(), [:], .over)
        // Another provider may have the name by now.
        guard providers[identifier] === self else { return }
        providers[identifier] = nil
        providers.client.report(.invalidateProvider, identifier)
    }
}

extension BusError {
    /// Whether the service would refuse the same arguments in every state.
    fileprivate var isRefusal: Bool {
        code == .invalidArgs || code == .limitsExceeded
    }

    /// Whether the service sent it, and not the bus for a service that is gone or does not answer.
    fileprivate var isAnswerOfTheService: Bool {
        name.hasPrefix(CallManagerName.errorPrefix) || name == StandardErrorName.invalidArgs
    }
}

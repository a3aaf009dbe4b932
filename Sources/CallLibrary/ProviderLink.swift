// SPDX-License-Identifier: MIT

import CallClient
package import CallInterface
package import Foundation
package import SDBus

/// A provider on the service thread: its registration, its live calls and its pending actions. It passes all news on to the
/// provider object, in order.
package final class ProviderLink {
    package let identifier: String
    private var configuration: [String: Variant]
    private let tell: @Sendable (ProviderNews) -> Void
    private var calls = LiveCalls()
    /// The calls of reports that the service has not answered yet.
    private var offered: Set<UUID> = []
    private var registration = Registration.none
    /// The actions that the app has not completed yet.
    private var pending: [UUID: PendingAction] = [:]
    private var recent = RecentActions()
    private var audio = AudioSession.inactive

    private enum AudioSession {
        case inactive, active
        /// A service whose state is lost activated it. The next service activates it again, or does not.
        case inherited
    }

    private enum Registration {
        case none, requested, done
        /// The provider was invalidated.
        case over
    }

    private struct PendingAction {
        let record: ActionRecord
        /// The state of the service that delivered it is lost. The next service hears of the call when the app has completed
        /// the action, because the state of the call is not known before.
        var isOrphan = false
    }

    package init(
        _ identifier: String, _ configuration: [String: Variant], tell: @escaping @Sendable (ProviderNews) -> Void
    ) {
        self.identifier = identifier
        self.configuration = configuration
        self.tell = tell
    }

    // MARK: To the service

    /// Registers with a service that does not know the provider yet, and reports the live calls.
    package func register(on thread: ServiceThread) {
        guard registration == .none else { return }
        registration = .requested
        thread.client.report(.registerProvider, identifier, configuration) { [self] error in
            guard registration == .requested else { return }
            registration = error == nil ? .done : .none
            guard let error else { return tell(.didBegin) }
            NSLog("CallKit: cannot register %@: %@", identifier, error.message)
        }
        if calls.areHeld { thread.followCalls() }
        for (uuid, state) in calls.reports(except: withheld) { reportExisting(uuid, state, on: thread) }
        inheritAudio(on: thread)
    }

    /// Gives up an inherited audio session that the new service does not activate. When it answers the ping, it knows all calls
    /// except those with an action that the app has not completed.
    private func inheritAudio(on thread: ServiceThread) {
        guard audio == .inherited else { return }
        guard !calls.isEmpty else { return giveUpAudio() }
        thread.ping { [self] error in
            guard error == nil, !pending.values.contains(where: \.isOrphan) else { return }
            giveUpAudio()
        }
    }

    private func giveUpAudio() {
        if audio == .inherited { stopAudio() }
    }

    /// Without a service, the calls go on without sound.
    func stopAudio() {
        guard audio != .inactive else { return }
        audio = .inactive
        tell(.didDeactivate)
    }

    var hasCalls: Bool { !calls.isEmpty }

    /// The service is back with its state, and these calls have the audio.
    func compareAudio(_ owners: Set<UUID>) {
        guard registration == .done else { return }
        guard owners.contains(where: { calls[$0] != nil }) else { return stopAudio() }
        guard audio != .active else { return }
        audio = .active
        tell(.didActivate)
    }

    /// The calls that are not reported to a new service now.
    private var withheld: Set<UUID> { offered.union(pending.values.map(\.record.call)) }

    /// No service knows the provider any more: the state of the service is lost.
    func serviceHasGone() {
        if registration != .over { registration = .none }
        if audio == .active { audio = .inherited }
        if calls.isEmpty { giveUpAudio() }
        for action in pending.keys { pending[action]?.isOrphan = true }
    }

    package func configure(_ configuration: [String: Variant], on thread: ServiceThread) {
        let before = self.configuration
        self.configuration = configuration
        thread.client.report(.setProviderConfiguration, identifier, configuration) { [self] error in
            guard let error, error.isAnswerOfTheService else { return }
            NSLog("CallKit: cannot change the configuration of %@: %@", identifier, error.message)
            // The next service would refuse it too, and with it the provider.
            if error.isRefusal, self.configuration == configuration { self.configuration = before }
        }
    }

    package func reportIncoming(
        _ uuid: UUID, _ update: [String: Variant], on thread: ServiceThread,
        then completion: @escaping (BusError?) -> Void
    ) {
        guard registration != .over else { return completion(.failed("The provider was invalidated.")) }
        let isNew = calls[uuid] == nil
        if isNew {
            calls.begin(uuid, outgoing: false, update)
            offered.insert(uuid)
        }
        let ask: (@escaping (Result<Message, BusError>) -> Void) -> Void = { [self] heard in
            // When the request is repeated, the call may have changed or ended.
            guard let call = calls[uuid] else { return heard(.failure(.failed("The call has ended already."))) }
            let latest = isNew ? call.update : update
            thread.call(.reportNewIncomingCall, identifier, uuid.wire, latest, then: heard)
        }
        thread.client.request(ask, done: isNew ? .incomingCallUUIDAlreadyExists : nil) { [self] error in
            if isNew {
                offered.remove(uuid)
                if let error { withdraw(uuid, after: error, on: thread) }
            }
            completion(error)
        }
    }

    /// A service that did not answer may have the call.
    private func withdraw(_ uuid: UUID, after error: BusError, on thread: ServiceThread) {
        guard calls[uuid] != nil else { return }
        end(uuid)
        if !error.isAnswerOfTheService { reportEnd(uuid, at: 0, .failed, on: thread) }
    }

    package func reportUpdated(_ uuid: UUID, _ update: [String: Variant], on thread: ServiceThread) {
        let before = calls[uuid]?.update ?? [:]
        calls.update(uuid, update)
        thread.client.report(.reportCallUpdated, uuid.wire, update) { [self] error in
            guard let error, error.isRefusal else { return }
            NSLog("CallKit: cannot update a call: %@", error.message)
            // The next service would refuse it too, and with it the call.
            calls.takeBack(update, of: uuid, to: before)
        }
    }

    package func reportEnded(_ uuid: UUID, at date: UInt64, _ reason: EndedReason, on thread: ServiceThread) {
        end(uuid)
        reportEnd(uuid, at: date, reason, on: thread)
        inheritAudio(on: thread)
        // No service is there to say so.
        if calls.isEmpty, thread.client.owner == nil { stopAudio() }
    }

    private func reportEnd(_ uuid: UUID, at date: UInt64, _ reason: EndedReason, on thread: ServiceThread) {
        thread.client.report(.reportCallEnded, uuid.wire, date, reason.rawValue, [String: Variant]())
    }

    package func reportConnecting(_ uuid: UUID, at date: UInt64, on thread: ServiceThread) {
        calls.startConnecting(uuid)
        thread.client.report(.reportOutgoingCallStartedConnecting, uuid.wire, date)
    }

    package func reportConnected(_ uuid: UUID, at date: UInt64, on thread: ServiceThread) {
        calls.connect(uuid, at: date)
        thread.client.report(.reportOutgoingCallConnected, uuid.wire, date)
    }

    package func complete(_ action: ActionRecord, _ outcome: ActionOutcome, on thread: ServiceThread) {
        recent.insert(action.uuid, outcome)
        guard pending[action.uuid]?.isOrphan != true else { return finish(action, outcome, on: thread) }
        report(action, outcome, on: thread) { [self] error in
            // The state of the service was lost before it had the answer.
            guard let error, error.isAnswerOfTheService else { return finish(action, outcome, on: thread) }
            // The service had to reduce its state, and has forgotten the action. The app has performed it all the same.
            if error.code == .unknownAction, pending[action.uuid] != nil {
                pending[action.uuid]?.isOrphan = true
                return finish(action, outcome, on: thread)
            }
            // The service has given up on the action.
            pending[action.uuid] = nil
        }
    }

    private func report(
        _ action: ActionRecord, _ outcome: ActionOutcome, on thread: ServiceThread,
        then heard: @escaping (BusError?) -> Void
    ) {
        switch outcome {
        case .fulfilled(let date):
            thread.client.report(
                .fulfillAction, action.uuid.wire, action.details(date), done: .actionAlreadyCompleted, then: heard)
        case .failed:
            thread.client.report(
                .failAction, action.uuid.wire, [String: Variant](), done: .actionAlreadyCompleted, then: heard)
        }
    }

    private func finish(_ action: ActionRecord, _ outcome: ActionOutcome, on thread: ServiceThread) {
        calls.complete(action, outcome)
        let wasOrphan = pending.removeValue(forKey: action.uuid)?.isOrphan == true
        if calls[action.call] == nil { end(action.call) }
        guard wasOrphan, registration != .none else { return }
        if calls[action.call] == nil { reportEnd(action.call, at: 0, .remoteEnded, on: thread) }
        for (uuid, state) in calls.reports(except: withheld) where uuid == action.call {
            reportExisting(uuid, state, on: thread)
        }
        inheritAudio(on: thread)
    }

    /// A call that is over has no pending actions.
    private func end(_ uuid: UUID) {
        calls.end(uuid)
        pending = pending.filter { $0.value.record.call != uuid }
    }

    /// A call that the service refuses ends as if the user had ended it.
    private func reportExisting(_ uuid: UUID, _ state: [String: Variant], on thread: ServiceThread) {
        thread.client.report(.reportExistingCall, identifier, uuid.wire, state) { [self] error in
            guard let error, error.isAnswerOfTheService else { return }
            NSLog("CallKit: a call ends, because the service refuses it: %@", error.message)
            end(uuid)
            tell(.perform(DeliveredAction(ending: uuid)))
        }
    }

    package func invalidate(on thread: ServiceThread) {
        (calls, pending, registration) = (LiveCalls(), [:], .over)
        // Another provider may have the name by now.
        guard thread.providers[identifier] === self else { return }
        thread.providers[identifier] = nil
        thread.client.report(.invalidateProvider, identifier)
    }

    // MARK: From the service

    func heard(_ signal: SignalName, _ values: [Variant], on thread: ServiceThread) {
        // An earlier signal is for an invalidated provider of the same name.
        guard registration == .done else { return }
        if let delivered = DeliveredAction(signal, values) {
            let action = delivered.action
            if delivered.isAgain, pending[action.uuid] != nil || recent.contains(action.uuid) {
                return repeatCompletion(of: action, on: thread)
            }
            recent.insert(action.uuid, recent.outcome(of: action.uuid))
            if case .start(let start) = action.kind { calls.begin(action.call, outgoing: true, start.update.wire) }
            pending[action.uuid] = PendingAction(record: action)
            if action.kind == .setHeld(true) { thread.followCalls() }
            return tell(.perform(delivered))
        }
        switch signal {
        // The reply of the registration says the same, also if a service was killed between the two.
        case .providerDidBegin: break
        // A service resets its providers when it drops its state. The calls go on with the next one, so the app need not know.
        case .providerDidReset: break
        case .timedOutPerformingAction:
            if let action = values.uuid(1) { timedOut(action) }
        case .didActivateAudioSession:
            audio = .active
            tell(.didActivate)
        case .didDeactivateAudioSession:
            audio = .inactive
            tell(.didDeactivate)
        case .startCallRequested:
            if values.count > 1, let handle = WireHandle(values[1])?.handle,
                let details = try? StartCallDetails(Options(values.last?.dictionary ?? [:]))
            {
                tell(.startCallRequested(handle, details))
            }
        default: break
        }
    }

    /// The service was restarted and asks again. The delegate has got the action, and does not get it a second time.
    private func repeatCompletion(of action: ActionRecord, on thread: ServiceThread) {
        guard let outcome = recent.outcome(of: action.uuid) else { return }
        report(action, outcome, on: thread) { _ in }
    }

    /// The service tells which call a call is held for; nil = none.
    func heard(_ call: UUID, heldFor target: UUID?) { calls.keep(call, heldFor: target) }

    private func timedOut(_ action: UUID) {
        if let record = pending.removeValue(forKey: action)?.record, record.kind.isFatalByTime { end(record.call) }
        tell(.timedOut(action))
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

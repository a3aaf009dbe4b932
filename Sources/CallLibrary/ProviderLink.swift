// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
package import Foundation
package import SDBus

/// A provider as the service thread knows it: what it is registered as, which of its calls go on, and what it was told to
/// do. The provider object is told of everything in order.
package final class ProviderLink {
    package let identifier: String
    private var configuration: [String: Variant]
    private let tell: @Sendable (ProviderNews) -> Void
    private var calls = LiveCalls()
    /// Those that the service is being asked to take: they are to ring, and exist when it has.
    private var offered: Set<UUID> = []
    private var registration = Registration.none
    /// Actions that the app has not completed yet, and their calls.
    private var pending: [UUID: PendingAction] = [:]
    private var audio = AudioSession.inactive

    private enum AudioSession {
        case inactive, active
        /// A service that has gone activated it. Its successor activates it again, or does not.
        case inherited
    }

    private enum Registration {
        case none, requested, done
        /// The provider was invalidated.
        case over
    }

    private struct PendingAction {
        let record: ActionRecord
        /// The service that wants it has gone. Its successor hears of the call when the app is done with the action,
        /// because only then it is known how the call stands.
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

    /// Registers with a service that does not know it yet, and reports the calls that go on.
    package func register(on thread: ServiceThread) {
        guard registration == .none else { return }
        registration = .requested
        thread.call("RegisterProvider", identifier, configuration) { [self] reply in
            switch reply {
            case .success: if registration == .requested { registration = .done }
            case .failure(let error):
                if registration == .requested { registration = .none }
                NSLog("CallKit: %@ is not registered: %@", identifier, error.message)
            }
        }
        if calls.areHeld { thread.followCalls() }
        for (uuid, state) in calls.reports(except: withheld) { reportExisting(uuid, state, on: thread) }
        inheritAudio(on: thread)
    }

    /// Gives up an inherited audio session that the new service does not activate. It knows of every call by the time it
    /// answers, but not of those whose actions the app has yet to complete.
    private func inheritAudio(on thread: ServiceThread) {
        guard audio == .inherited else { return }
        guard !calls.isEmpty else { return giveUpAudio() }
        thread.call("Ping", interface: StandardInterface.peer) { [self] reply in
            guard case .success = reply, !pending.values.contains(where: \.isOrphan) else { return }
            giveUpAudio()
        }
    }

    private func giveUpAudio() {
        guard audio == .inherited else { return }
        audio = .inactive
        tell(.didDeactivate)
    }

    /// The calls that a new service is not told of, or not yet.
    private var withheld: Set<UUID> { offered.union(pending.values.map(\.record.call)) }

    /// Nobody knows the provider any more.
    func serviceHasGone() {
        if registration != .over { registration = .none }
        if audio == .active { audio = .inherited }
        if calls.isEmpty { giveUpAudio() }
        for action in pending.keys { pending[action]?.isOrphan = true }
    }

    package func configure(_ configuration: [String: Variant], on thread: ServiceThread) {
        let before = self.configuration
        self.configuration = configuration
        thread.call("SetProviderConfiguration", identifier, configuration) { [self] reply in
            guard case .failure(let error) = reply else { return }
            NSLog("CallKit: %@ is not configured: %@", identifier, error.message)
            // Its successor would refuse it too, and the provider with it.
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
        thread.client.askRegistered { [self] heard in
            // Asked again, it may be known better by now, or over.
            guard let call = calls[uuid] else { return heard(.failure(.failed("The call is over."))) }
            let latest = isNew ? call.update : update
            thread.call("ReportNewIncomingCall", identifier, uuid.wire, latest, then: heard)
        } then: { [self] reply in
            if isNew { offered.remove(uuid) }
            switch reply {
            case .success: completion(nil)
            case .failure(let error):
                if isNew { end(uuid) }
                completion(error)
            }
        }
    }

    package func reportUpdated(_ uuid: UUID, _ update: [String: Variant], on thread: ServiceThread) {
        let before = calls[uuid]?.update ?? [:]
        calls.update(uuid, update)
        thread.call("ReportCallUpdated", uuid.wire, update) { [self] reply in
            guard case .failure(let error) = reply, error.isRefusal else { return }
            NSLog("CallKit: a call is not updated: %@", error.message)
            // Its successor would refuse it too, and the call with it.
            calls.takeBack(update, of: uuid, to: before)
        }
    }

    package func reportEnded(_ uuid: UUID, at date: UInt64, _ reason: String, on thread: ServiceThread) {
        end(uuid)
        thread.call("ReportCallEnded", uuid.wire, date, reason, [String: Variant]())
        inheritAudio(on: thread)
    }

    package func reportConnecting(_ uuid: UUID, at date: UInt64, on thread: ServiceThread) {
        calls.startConnecting(uuid)
        thread.call("ReportOutgoingCallStartedConnecting", uuid.wire, date)
    }

    package func reportConnected(_ uuid: UUID, at date: UInt64, on thread: ServiceThread) {
        calls.connect(uuid, at: date)
        thread.call("ReportOutgoingCallConnected", uuid.wire, date)
    }

    package func complete(_ action: ActionRecord, _ outcome: ActionOutcome, on thread: ServiceThread) {
        guard pending[action.uuid]?.isOrphan != true else { return settle(action, outcome, on: thread) }
        let heard: (Result<Message, BusError>) -> Void = { [self] reply in
            switch reply {
            case .success: settle(action, outcome, on: thread)
            // The service went before it heard.
            case .failure(let error) where !error.isAnswerOfTheService: settle(action, outcome, on: thread)
            // It has given up on the action, and says so.
            case .failure: pending[action.uuid] = nil
            }
        }
        switch outcome {
        case .fulfilled(let date): thread.call("FulfillAction", action.uuid.wire, action.details(date), then: heard)
        case .failed: thread.call("FailAction", action.uuid.wire, [String: Variant](), then: heard)
        }
    }

    private func settle(_ action: ActionRecord, _ outcome: ActionOutcome, on thread: ServiceThread) {
        calls.complete(action, outcome)
        let wasOrphan = pending.removeValue(forKey: action.uuid)?.isOrphan == true
        if calls[action.call] == nil { end(action.call) }
        guard wasOrphan, registration != .none else { return }
        for (uuid, state) in calls.reports(except: withheld) where uuid == action.call {
            reportExisting(uuid, state, on: thread)
        }
        inheritAudio(on: thread)
    }

    /// Nothing is to be done to a call that is over.
    private func end(_ uuid: UUID) {
        calls.end(uuid)
        pending = pending.filter { $0.value.record.call != uuid }
    }

    /// A call that the service refuses to know is ended, the way a user would end it.
    private func reportExisting(_ uuid: UUID, _ state: [String: Variant], on thread: ServiceThread) {
        thread.call("ReportExistingCall", identifier, uuid.wire, state) { [self] reply in
            guard case .failure(let error) = reply, error.isAnswerOfTheService else { return }
            NSLog("CallKit: a call does not go on: %@", error.message)
            end(uuid)
            tell(.perform(Performance(ending: uuid)))
        }
    }

    package func invalidate(on thread: ServiceThread) {
        (calls, pending, registration) = (LiveCalls(), [:], .over)
        // Its name may be that of a new one by now.
        guard thread.providers[identifier] === self else { return }
        thread.providers[identifier] = nil
        thread.call("InvalidateProvider", identifier)
    }

    // MARK: From the service

    func heard(_ member: String, _ values: [Variant], on thread: ServiceThread) {
        // What comes before that is for a provider of the same name, which was invalidated.
        guard registration == .done else { return }
        if let performance = Performance(member, values) {
            let action = performance.action
            if case .start(_, let update) = action.kind { calls.begin(action.call, outgoing: true, update) }
            pending[action.uuid] = PendingAction(record: action)
            if action.kind == .setHeld(true) { thread.followCalls() }
            return tell(.perform(performance))
        }
        switch member {
        case "ProviderDidBegin": tell(.didBegin)
        // A service that goes says so. Its successor is told of the calls that go on, and the app need not know.
        case "ProviderDidReset": break
        case "TimedOutPerformingAction":
            if let action = values.uuid(1) { timedOut(action) }
        case "DidActivateAudioSession":
            audio = .active
            tell(.didActivate)
        case "DidDeactivateAudioSession":
            audio = .inactive
            tell(.didDeactivate)
        case "StartCallRequested":
            if values.count > 1, let handle = WireHandle(values[1]) {
                tell(.startCallRequested(handle, values.last?.dictionary ?? [:]))
            }
        default: break
        }
    }

    /// The service holds a call for another, or for none any more.
    func heard(_ call: UUID, heldFor target: UUID?) { calls.keep(call, heldFor: target) }

    private func timedOut(_ action: UUID) {
        if let record = pending.removeValue(forKey: action)?.record, record.kind.isFatalByTime { end(record.call) }
        tell(.timedOut(action))
    }
}

extension BusError {
    /// Whether it is about what was said, whatever is known of the provider and its calls.
    fileprivate var isRefusal: Bool {
        name == StandardErrorName.invalidArgs || name == CallManagerName.errorPrefix + "LimitsExceeded"
    }

    /// Whether the service said it, not the bus for one that has gone or does not answer.
    fileprivate var isAnswerOfTheService: Bool {
        name.hasPrefix(CallManagerName.errorPrefix) || name == StandardErrorName.invalidArgs
    }
}

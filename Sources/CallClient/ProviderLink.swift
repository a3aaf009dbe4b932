// SPDX-License-Identifier: MIT

import CallInterface
package import Foundation
package import SDBus

/// A provider as the service thread knows it: what it is registered as, which of its calls go on, and what it was told to
/// do. The provider object is told of everything in order.
package final class ProviderLink {
    package let identifier: String
    private var configuration: [String: Variant]
    private let tell: @Sendable (ProviderNews) -> Void
    /// The calls that go on, so that a service that is new can be told of them.
    private var calls: [UUID: LiveCall] = [:]
    private var isRegistered = false

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
        thread.call("RegisterProvider", identifier, configuration) { [self] reply in
            switch reply {
            case .success: isRegistered = true
            case .failure(let error):
                isRegistered = false
                NSLog("CallKit: %@ is not registered: %@", identifier, error.message)
            }
        }
        for (uuid, call) in calls {
            thread.call("ReportExistingCall", identifier, uuid.wire, call.wire)
        }
    }

    package func configure(_ configuration: [String: Variant], on thread: ServiceThread) {
        self.configuration = configuration
        thread.call("SetProviderConfiguration", identifier, configuration)
    }

    package func reportIncoming(
        _ uuid: UUID, _ update: [String: Variant], on thread: ServiceThread,
        then completion: @escaping (BusError?) -> Void
    ) {
        calls[uuid] = LiveCall(uuid, outgoing: false, state: .incoming, update: update)
        thread.call("ReportNewIncomingCall", identifier, uuid.wire, update) { [self] reply in
            switch reply {
            case .success: completion(nil)
            case .failure(let error):
                calls[uuid] = nil
                completion(error)
            }
        }
    }

    package func reportUpdated(_ uuid: UUID, _ update: [String: Variant], on thread: ServiceThread) {
        calls[uuid]?.update.merge(update) { $1 }
        thread.call("ReportCallUpdated", uuid.wire, update)
    }

    package func reportEnded(_ uuid: UUID, at date: UInt64, _ reason: String, on thread: ServiceThread) {
        calls[uuid] = nil
        thread.call("ReportCallEnded", uuid.wire, date, reason, [String: Variant]())
    }

    package func reportConnecting(_ uuid: UUID, at date: UInt64, on thread: ServiceThread) {
        if calls[uuid]?.state == .dialing { calls[uuid]?.state = .connecting }
        thread.call("ReportOutgoingCallStartedConnecting", uuid.wire, date)
    }

    package func reportConnected(_ uuid: UUID, at date: UInt64, on thread: ServiceThread) {
        calls[uuid]?.connect(at: date)
        thread.call("ReportOutgoingCallConnected", uuid.wire, date)
    }

    package func complete(_ action: ActionRecord, _ outcome: ActionOutcome, on thread: ServiceThread) {
        switch outcome {
        case .fulfilled(let date):
            apply(action)
            let details: [String: Variant] =
                action.dateKey.flatMap { key in
                    date.map { [key: .uint64($0.microseconds)] }
                } ?? [:]
            thread.call("FulfillAction", action.uuid.wire, details)
        case .failed:
            if action.endsItsCallByFailing { calls[action.call] = nil }
            thread.call("FailAction", action.uuid.wire, [String: Variant]())
        }
    }

    package func invalidate(on thread: ServiceThread) {
        calls = [:]
        // Its name may be that of a new one by now.
        guard thread.providers[identifier] === self else { return }
        thread.providers[identifier] = nil
        thread.call("InvalidateProvider", identifier)
    }

    // MARK: From the service

    func heard(_ member: String, _ values: [Variant], on thread: ServiceThread) {
        if let performance = Performance(member, values) {
            if case .start(_, let update) = performance.action.kind {
                let call = performance.action.call
                calls[call] = LiveCall(call, outgoing: true, state: .dialing, update: update)
            }
            return tell(.perform(performance))
        }
        switch member {
        case "ProviderDidBegin": tell(.didBegin)
        // A service that goes says so. Its successor is told of the calls that go on, and the app need not know.
        case "ProviderDidReset": break
        case "TimedOutPerformingAction":
            if let action = values.uuid(1) { tell(.timedOut(action)) }
        case "DidActivateAudioSession": tell(.didActivate)
        case "DidDeactivateAudioSession": tell(.didDeactivate)
        case "AudioRouteChanged": tell(.routeChanged(values.last?.dictionary?[Key.route]?.string ?? ""))
        case "StartCallRequested":
            if values.count > 1, let handle = WireHandle(values[1]) {
                tell(.startCallRequested(handle, values.last?.dictionary ?? [:]))
            }
        default: break
        }
    }

    /// What a fulfilled action changes about a call that goes on.
    private func apply(_ action: ActionRecord) {
        switch action.kind {
        case .start, .playDTMF: break
        case .answer: calls[action.call]?.connect(at: 0)
        case .end: calls[action.call] = nil
        case .setHeld(let onHold): calls[action.call]?.state = onHold ? .held : .active
        case .setMuted(let muted): calls[action.call]?.muted = muted
        case .setGroup(let other): regroup(action.call, with: other)
        }
    }

    /// A call that leaves takes its name along, so that the rest needs another.
    private func regroup(_ uuid: UUID, with other: UUID?) {
        let rest = calls.keys.filter { $0 != uuid && calls[$0]?.group == uuid }
        for member in rest { calls[member]?.group = rest[0] }
        let group = other.flatMap { calls[$0]?.group } ?? uuid
        calls[uuid]?.group = group
    }
}

// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Synchronization

/// Carries the calls of a ``SipPhone`` into the registry, as a program for SIP would: reports them, and fulfils an
/// action when the phone's events show its effect. It works on a thread of its own, and follows a service that starts
/// again.
///
/// A call that the phone's user dials or answers at the phone (``SipPhone/dial(_:)``, ``SipPhone/answer(_:)``) is
/// requested of the registry, and the action is fulfilled at once. An end at the phone (``SipPhone/hangUp(_:)``) is
/// reported.
package final class SipProvider: Sendable {
    /// `org.example.sip.<name of the phone>`
    package let identifier: String
    /// The thread does not keep the phone, so that a phone ends with its test and not a moment later.
    private let phone: SipPhone
    private let inbox: SipInbox
    private let hasStopped: StopFlag

    /// Returns when the provider is registered, and the calls that the phone already has are reported.
    init(of phone: SipPhone, on bus: BusDaemon, mutes: Bool) throws {
        self.phone = phone
        identifier = "org.example.sip.\(phone.name)"
        inbox = try phone.control.listen()
        hasStopped = StopFlag()
        let started = Started()
        Thread.detachNewThread { [identifier, unowned phone, inbox, hasStopped] in
            defer { hasStopped.finish() }
            do {
                let worker = try SipProviderWorker(identifier, phone, bus, inbox, mutes: mutes)
                started.finish(nil)
                worker.run(until: hasStopped)
            } catch {
                started.finish(error)
            }
        }
        try started.wait()
    }

    deinit { crash() }

    /// Leaves the bus without a word, as a program that crashes does. The phone keeps its calls.
    package func crash() {
        hasStopped.set()
        inbox.ring()
        hasStopped.waitUntilDone()
    }
}

/// The result of the thread's first steps.
private final class Started: Sendable {
    private let done = DispatchSemaphore(value: 0)
    private let failure = Mutex<(any Error)?>(nil)

    func finish(_ error: (any Error)?) {
        failure.withLock { $0 = error }
        done.signal()
    }

    func wait() throws {
        done.wait()
        if let error = failure.withLock({ $0 }) { throw error }
    }
}

/// A call as baresip's events have shown it.
package struct SipCall: Sendable, Equatable {
    package enum State: Sendable {
        case ringing
        case dialing
        case active
    }

    /// baresip's id of the call. Both phones of a call use the same.
    package let id: String
    package let isIncoming: Bool
    /// The address of the other side.
    package let peer: String
    /// The registry's id of the call.
    package internal(set) var uuid: String
    package internal(set) var state: State
    /// Whether the other side has agreed that this phone holds the call.
    package internal(set) var isOnHold = false
    package internal(set) var isMuted = false
    /// The last command. The other side must agree.
    var isToBeOnHold = false

    /// The registry's id of a call that the registry did not start: the 16 digits of baresip's, in the form of a UUID.
    package static func uuid(of call: String) -> String {
        let id = call.prefix(16)
        let digits = id + String(repeating: "0", count: 16 - id.count)
        return "\(digits.prefix(8))-\(digits.dropFirst(8).prefix(4))-\(digits.suffix(4))-8000-000000000000"
    }
}

/// The calls of one phone.
struct SipCalls: Sendable {
    private(set) var calls: [String: SipCall] = [:]

    mutating func change(_ call: String, _ body: (inout SipCall) -> Void) {
        guard var changed = calls[call] else { return }
        body(&changed)
        calls[call] = changed
    }

    mutating func apply(_ event: SipEvent) {
        guard event.type.hasPrefix("CALL_"), !event.call.isEmpty else { return }
        if event.type == "CALL_CLOSED" {
            calls[event.call] = nil
            return
        }
        if calls[event.call] == nil {
            calls[event.call] = SipCall(
                id: event.call, isIncoming: event.isIncoming, peer: event.peer,
                uuid: SipCall.uuid(of: event.call), state: event.isIncoming ? .ringing : .dialing)
        }
        change(event.call) { call in
            switch (event.type, event.parameter) {
            case ("CALL_ESTABLISHED", _): call.state = .active
            case ("CALL_REMOTE_SDP", "answer") where call.state == .active: call.isOnHold = call.isToBeOnHold
            default: break
            }
        }
    }
}

/// Tells the thread to end, and that it has ended.
final class StopFlag: Sendable {
    private let isSetNow = Mutex(false)
    private let done = DispatchSemaphore(value: 0)

    var isSet: Bool { isSetNow.withLock { $0 } }
    func set() { isSetNow.withLock { $0 = true } }
    func finish() { done.signal() }

    func waitUntilDone() {
        done.wait()
        done.signal()
    }
}

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

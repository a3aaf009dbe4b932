// SPDX-License-Identifier: MIT

package import BusTesting
import Foundation
import Synchronization

/// The messages of a phone for one reader, in their order.
package final class SipInbox: Sendable {
    private struct State {
        var messages: [SipMessage] = []
        var end: String?
    }

    private let state = Mutex(State())
    private let bell: Descriptor
    /// Readable while there is a message.
    package let handle: Descriptor

    init() throws { (handle, bell) = try Descriptor.pipe() }

    func add(_ message: SipMessage) {
        state.withLock { $0.messages.append(message) }
        ring()
    }

    /// No message follows.
    func end(_ reason: String) {
        state.withLock { $0.end = reason }
        ring()
    }

    /// Makes the handle readable without a message.
    package func ring() { try? bell.write([0]) }

    /// The next event that has arrived; nil = there is none now.
    package func next() throws -> SipEvent? {
        while handle.waitReadable(until: Deadline(after: 0)) {
            if case .event(let event)? = try nextMessage(within: Deadline()) { return event }
        }
        return nil
    }

    /// Waits for such an event. Earlier ones are dropped.
    @discardableResult
    package func wait(for type: String, where matches: (SipEvent) -> Bool = { _ in true }) throws -> SipEvent {
        let deadline = Deadline()
        while true {
            guard case .event(let event)? = try nextMessage(within: deadline) else { continue }
            if event.type == type, matches(event) { return event }
        }
    }

    /// Waits for a message; nil = the reader was only woken.
    func nextMessage(within deadline: Deadline) throws -> SipMessage? {
        guard handle.waitReadable(until: deadline) else { throw SupportError("baresip says nothing") }
        var byte: UInt8 = 0
        _ = read(handle.number, &byte, 1)
        return try state.withLock { state in
            if !state.messages.isEmpty { return state.messages.removeFirst() }
            if let end = state.end { throw SupportError(end) }
            return nil
        }
    }
}

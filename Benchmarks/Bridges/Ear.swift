// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// A connection with a thread of its own, which notes the time at which each signal arrives.
final class Ear: @unchecked Sendable {
    struct Heard {
        /// Of the monotonic clock, in nanoseconds.
        let time: UInt64
        let signal: BusMessage
    }

    /// Longer than a benchmark, in seconds.
    private static let forever: Double = 86_400
    private let changed = NSCondition()
    // `changed` guards these.
    private var heard: [Heard] = []
    private var isReady = false
    private var failure: (any Error)?

    /// Returns when the connection has done `prepare`, which lets it hear something.
    init(_ address: String, prepare: @escaping @Sendable (BusClient) throws -> Void) throws {
        Thread.detachNewThread { [self] in
            do {
                let client = try BusClient(address: address)
                try prepare(client)
                note { isReady = true }
                while true { listen(try client.nextSignal(timeout: Self.forever)) }
            } catch {
                note { failure = error }
            }
        }
        try wait { isReady ? () : nil }
    }

    private func listen(_ signal: BusMessage) {
        let time = Ear.now
        note { heard.append(Heard(time: time, signal: signal)) }
    }

    private func note(_ change: () -> Void) {
        changed.withLock {
            change()
            changed.broadcast()
        }
    }

    /// Forgets the signals so far.
    func forget() { changed.withLock { heard = [] } }

    /// Waits for a signal in which `find` finds something. Returns that and the time of the signal, and forgets the
    /// signal.
    func wait<Found>(
        for purpose: String, _ find: (BusMessage) -> Found?
    ) throws -> (time: UInt64, found: Found) {
        do {
            return try wait {
                for (index, entry) in heard.enumerated() {
                    guard let found = find(entry.signal) else { continue }
                    heard.remove(at: index)
                    return (entry.time, found)
                }
                return nil
            }
        } catch {
            throw SupportError("waited in vain for \(purpose): \(error); heard: \(changed.withLock { heard })")
        }
    }

    /// Waits for a signal that fits. Returns its time.
    @discardableResult
    func wait(for purpose: String, where fits: (BusMessage) -> Bool) throws -> UInt64 {
        try wait(for: purpose) { fits($0) ? () : nil }.time
    }

    private func wait<Found>(_ take: () -> Found?) throws -> Found {
        let deadline = Deadline()
        return try changed.withLock {
            while true {
                if let found = take() { return found }
                if let failure { throw failure }
                guard changed.wait(until: deadline.date) else { throw SupportError("it does not come") }
            }
        }
    }

    static var now: UInt64 { DispatchTime.now().uptimeNanoseconds }
}

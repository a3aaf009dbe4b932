// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// The thread of a stand-in: it alone uses the objects and their connection, answers methods, and does what a test
/// orders.
final class TelephonyWorker: @unchecked Sendable {
    /// What a test sees of the first phone.
    struct Sight {
        var states: [String: String] = [:]
        var tones = ""
        var asked: [String] = []
    }

    /// Confined to the thread.
    let objects = TelephonyObjects()
    var isOver = false

    // `changed` guards the two below.
    private let changed = NSCondition()
    private var orders: [(TelephonyWorker) -> Void] = []
    private var sight = Sight()
    /// A byte for each order.
    private let bell: (read: Descriptor, write: Descriptor)?

    init() { bell = try? Descriptor.pipe() }

    /// The body of the thread.
    func run() {
        guard let bell else { return }
        while !isOver {
            if let call = objects.nextCall(orReadable: bell.read) {
                try? objects.answer(call)
            } else if bell.read.waitReadable(until: Deadline()) {
                takeOrder(bell.read)
            }
            changed.withLock {
                sight = objects.sight
                changed.broadcast()
            }
        }
        objects.crash()
    }

    private func takeOrder(_ bell: Descriptor) {
        var byte: UInt8 = 0
        guard read(bell.number, &byte, 1) == 1 else { return }
        let order = changed.withLock { orders.removeFirst() }
        order(self)
    }

    // MARK: From the test

    /// Lets the thread do that, and waits until it is done.
    func order(_ body: @escaping (TelephonyWorker) throws -> Void) throws {
        guard let bell else { throw SupportError("the stand-in has no pipe") }
        let done = DispatchSemaphore(value: 0)
        let outcome = Outcome()
        changed.withLock {
            orders.append { worker in
                do { try body(worker) } catch { outcome.error = error }
                worker.publish()
                done.signal()
            }
        }
        try bell.write.write([0])
        done.wait()
        if let error = outcome.error { throw error }
    }

    private func publish() { changed.withLock { sight = objects.sight } }

    var seen: Sight { changed.withLock { sight } }

    func wait(_ failure: String, until isTrue: (Sight) -> Bool) throws {
        let deadline = Deadline()
        try changed.withLock {
            while !isTrue(sight) {
                guard changed.wait(until: deadline.date) || isTrue(sight) else {
                    throw SupportError("\(failure), but \(sight)")
                }
            }
        }
    }
}

private final class Outcome: @unchecked Sendable { var error: (any Error)? }

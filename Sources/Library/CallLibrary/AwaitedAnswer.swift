// SPDX-License-Identifier: MIT

import Foundation

/// An answer of the service that one task waits for.
///
/// A task that a continuation resumes first runs on a thread of Swift's pool, and goes to its own executor, such as the
/// main queue, from there: that wakes two threads. The executor of this actor keeps the task until the answer is there
/// instead, so the task goes to its own executor from the thread that gives the answer.
package actor AwaitedAnswer<Answer: Sendable> {
    private nonisolated let gate = Gate()
    /// Written before the gate is open, and read when it is.
    private nonisolated(unsafe) var given: Answer?

    package init() {}

    package nonisolated var unownedExecutor: UnownedSerialExecutor { gate.asUnownedSerialExecutor() }

    /// Gives the answer. Call it once. It runs no code of the app.
    package nonisolated func give(_ answer: Answer) {
        given = answer
        gate.open()
    }

    /// The answer. To call this is to wait for it.
    package var value: Answer {
        guard let given else { preconditionFailure("A task ran before the gate was open") }
        return given
    }
}

/// Runs nothing before it is open.
private final class Gate: SerialExecutor, @unchecked Sendable {
    private let lock = NSLock()
    private var isOpen = false
    private var waiting: [UnownedJob] = []

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let mustWait = lock.withLock {
            if !isOpen { waiting.append(job) }
            return !isOpen
        }
        if !mustWait { run(job) }
    }

    func open() {
        let jobs = lock.withLock {
            isOpen = true
            defer { waiting = [] }
            return waiting
        }
        for job in jobs { run(job) }
    }

    private func run(_ job: UnownedJob) { job.runSynchronously(on: asUnownedSerialExecutor()) }
}

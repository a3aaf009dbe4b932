// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Synchronization

extension ServiceThread {
    /// Gives the answer. The closure that makes it runs at once, or never if the question has timed out.
    package typealias Reply<Answer> = @Sendable (() -> Answer) -> Void

    /// Runs `body` on the service thread and waits for its answer, at most a second; then the answer is nil. Do not
    /// call it on the service thread.
    package static func ask<Answer: Sendable>(
        _ body: @escaping @Sendable (ServiceThread, @escaping Reply<Answer>) -> Void
    ) -> Answer? {
        let question = Question<Answer>()
        perform { thread in body(thread) { question.answer($0) } }
        return question.wait()
    }
}

private final class Question<Answer>: @unchecked Sendable {
    private let condition = NSCondition()
    private var answer: Answer?
    private var isOver = false

    func answer(_ make: () -> Answer) {
        condition.withLock {
            guard !isOver else { return }
            answer = make()
            isOver = true
            condition.signal()
        }
    }

    func wait() -> Answer? {
        let deadline = Date(timeIntervalSinceNow: 1)
        return condition.withLock {
            if !isOver { ServiceThread.willWait() }
            while !isOver, condition.wait(until: deadline) {}
            isOver = true
            return answer
        }
    }
}

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

/// What happens once, whichever thread comes first.
package final class Once: Sendable {
    private let isOver = Atomic(false)

    package init() {}

    /// True for the first call.
    package func take() -> Bool { !isOver.exchange(true, ordering: .acquiringAndReleasing) }
}

/// What the library has to tell the app, for each of the app's queues in order. Any thread may bring a queue its next
/// news.
final class AppQueues: @unchecked Sendable {
    typealias News = @Sendable () -> Void

    private let lock = NSLock()
    private var waiting: [ObjectIdentifier: [News]] = [:]
    /// Only the main queue has this mark.
    private let mainMark = DispatchSpecificKey<Bool>()
    /// Dispatch makes an object for the main queue whenever it is asked for it, so this one stands for all of them.
    private let main = DispatchQueue.main

    init() { main.setSpecific(key: mainMark, value: true) }

    func isMain(_ queue: DispatchQueue) -> Bool { queue.getSpecific(key: mainMark) == true }

    /// Adds news. The caller must make sure that ``runNext(_:)`` is called on the queue.
    func add(_ news: @escaping News, for queue: DispatchQueue) {
        lock.withLock { waiting[key(queue), default: []].append(news) }
    }

    /// Tells the first news that the queue has not heard. Call it on that queue, once for each news.
    func runNext(_ queue: DispatchQueue) {
        let key = key(queue)
        let next = lock.withLock { () -> News? in
            let next = waiting[key]?.removeFirst()
            if waiting[key]?.isEmpty == true { waiting[key] = nil }
            return next
        }
        next?()
    }

    private func key(_ queue: DispatchQueue) -> ObjectIdentifier { ObjectIdentifier(isMain(queue) ? main : queue) }
}

/// The requests for the thread with a connection, in their order.
final class Mailbox<Owner>: @unchecked Sendable {
    typealias Letter = @Sendable (Owner) -> Void

    private let lock = NSLock()
    private var letters: [Letter] = []

    /// Adds a letter. True if it is the first one: then the caller must make sure that it is taken.
    func put(_ letter: @escaping Letter) -> Bool {
        lock.withLock {
            letters.append(letter)
            return letters.count == 1
        }
    }

    /// Gives the owner all letters, also those that come meanwhile.
    func deliver(to owner: Owner) {
        while case let letters = take(), !letters.isEmpty {
            for letter in letters { letter(owner) }
        }
    }

    private func take() -> [Letter] {
        lock.withLock {
            defer { letters = [] }
            return letters
        }
    }
}

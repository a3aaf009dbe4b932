// SPDX-License-Identifier: MIT

internal import Foundation
internal import SDBus
internal import Synchronization

/// A thread for work that may wait for the disk, so that the loop never does. It does its work in order, and the loop gets the
/// results in the same order.
final class DiskThread {
    private let queue: WorkQueue
    private let bell: LoopBell
    /// What the loop does with the results of the work that is not finished, in order.
    private let completions: Completions

    private final class Completions {
        var waiting: [() -> Void] = []
    }

    /// A result on its way from the thread to the loop.
    private final class Parcel<Value: Sendable>: Sendable {
        let value = Mutex<Value?>(nil)
    }

    init(_ name: String, _ loop: EventLoop) throws(BusError) {
        let (queue, completions) = (WorkQueue(), Completions())
        bell = try LoopBell(loop) {
            let count = queue.takeFinished()
            let finished = completions.waiting.prefix(count)
            completions.waiting.removeFirst(finished.count)
            for completion in finished { completion() }
        }
        (self.queue, self.completions) = (queue, completions)
        let bell = bell
        let thread = Thread {
            while let work = queue.next() {
                work()
                queue.finished()
                bell.ring()
            }
        }
        thread.name = name
        thread.start()
    }

    /// Does the work on the thread, and then calls `completion` on the loop.
    func perform<Value: Sendable>(
        _ work: @escaping @Sendable () -> Value, then completion: @escaping (Value) -> Void
    ) {
        let parcel = Parcel<Value>()
        completions.waiting.append {
            if let value = parcel.value.withLock({ $0 }) { completion(value) }
        }
        queue.put {
            let value = work()
            parcel.value.withLock { $0 = value }
        }
    }

    /// Waits until the work is done. The thread takes no more then.
    func finish() { queue.finish() }
}

/// The work of a thread. Every thread may use it.
private final class WorkQueue: @unchecked Sendable {
    private let condition = NSCondition()
    private var work: [@Sendable () -> Void] = []
    private var finishedCount = 0
    private var isWorking = false
    private var hasEnded = false

    func put(_ body: @escaping @Sendable () -> Void) {
        condition.withLock {
            work.append(body)
            condition.broadcast()
        }
    }

    /// Waits for the next piece of work; nil at the end.
    func next() -> (@Sendable () -> Void)? {
        condition.withLock {
            while work.isEmpty, !hasEnded { condition.wait() }
            guard !work.isEmpty else { return nil }
            isWorking = true
            return work.removeFirst()
        }
    }

    func finished() {
        condition.withLock {
            (isWorking, finishedCount) = (false, finishedCount + 1)
            condition.broadcast()
        }
    }

    /// How many pieces of work were finished since the last question.
    func takeFinished() -> Int {
        condition.withLock {
            defer { finishedCount = 0 }
            return finishedCount
        }
    }

    func finish() {
        condition.withLock {
            hasEnded = true
            condition.broadcast()
            while isWorking || !work.isEmpty { condition.wait() }
        }
    }
}

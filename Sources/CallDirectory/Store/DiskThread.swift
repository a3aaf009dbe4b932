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

    /// The requests of clients that wait or are worked on.
    private var requestCount = 0
    private static let requestLimit = 1_000

    private final class Completions {
        var waiting = WaitingLine<() -> Void>()
    }

    /// A result on its way from the thread to the loop.
    private final class Parcel<Value: Sendable>: Sendable {
        let value = Mutex<Value?>(nil)
    }

    init(_ name: String, _ loop: EventLoop) throws(BusError) {
        let (queue, completions) = (WorkQueue(), Completions())
        bell = try LoopBell(loop) {
            for _ in 0..<queue.takeFinished() { completions.waiting.takeFirst()?() }
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

    /// Does the work of a client's request; false = too many of them wait. The directory's own work is not counted, so a client
    /// cannot keep it out.
    func request<Value: Sendable>(
        _ work: @escaping @Sendable () -> Value, then completion: @escaping (Value) -> Void
    ) -> Bool {
        guard Self.hasRoom(after: requestCount) else { return false }
        requestCount += 1
        perform(work) { [unowned self] in
            requestCount -= 1
            completion($0)
        }
        return true
    }

    /// Whether one more request may wait behind so many.
    static func hasRoom(after count: Int) -> Bool { count < requestLimit }

    /// Waits until the work is done. The thread takes no more then.
    func finish() { queue.finish() }
}

/// The work of a thread. Every thread may use it.
private final class WorkQueue: @unchecked Sendable {
    private let condition = NSCondition()
    private var work = WaitingLine<@Sendable () -> Void>()
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
            guard let first = work.takeFirst() else { return nil }
            isWorking = true
            return first
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

// SPDX-License-Identifier: MIT

internal import CFileSystem
internal import Foundation
package import SDBus
internal import Synchronization

/// A thread for work that may wait for a disk, so that the loop never does. It does its work in order, and the loop
/// gets the results in the same order. Confined to the thread of the loop.
///
/// The end of this object ends the thread after the present work, without waiting for it: the disk may hang. No
/// completion comes then.
package final class DiskThread {
    private let queue = WorkQueue()
    /// What the loop does with the results of the work that is not finished, in order.
    private let completions = Completions()

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

    package init(_ name: String, _ loop: EventLoop) throws(BusError) {
        let (queue, completions) = (queue, completions)
        queue.ring(
            try LoopBell(loop) {
                for _ in 0..<queue.takeFinished() { completions.waiting.takeFirst()?() }
            })
        let thread = Thread {
            // The name of Foundation's thread is not the one that the kernel shows.
            cfilesystem_name_thread(name)
            while let work = queue.next() {
                work()
                queue.finished()
            }
        }
        thread.start()
    }

    deinit {
        queue.leave()
        completions.waiting = WaitingLine()
    }

    /// Does the work on the thread, and then calls `completion` on the loop.
    package func perform<Value: Sendable>(
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

    /// Does the work of a client's request; false = too many of them wait. The directory's own work is not counted, so
    /// a client cannot keep it out.
    package func request<Value: Sendable>(
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

    /// Whether no request waits or is worked on.
    var hasNoRequests: Bool { requestCount == 0 }

    /// Whether one more request may wait behind so many.
    package static func hasRoom(after count: Int) -> Bool { count < requestLimit }

    /// Waits until the work of all these threads is done, but at most so many seconds, because a disk may hang; false =
    /// some work is not done. The threads take no more work then.
    package static func finish(_ threads: [DiskThread], within seconds: Double) -> Bool {
        let deadline = Date(timeIntervalSinceNow: seconds)
        return threads.map { $0.queue.finish(by: deadline) }.allSatisfy(\.self)
    }
}

/// The work of a thread. Every thread may use it.
private final class WorkQueue: @unchecked Sendable {
    private let condition = NSCondition()
    private var work = WaitingLine<@Sendable () -> Void>()
    private var finishedCount = 0
    private var isWorking = false
    private var hasEnded = false
    /// Tells the loop that work is finished. The loop drops it, because it is a part of the loop.
    private var bell: LoopBell?

    func ring(_ bell: LoopBell) { condition.withLock { self.bell = bell } }

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
            bell?.ring()
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

    /// False if there is work left at the deadline.
    func finish(by deadline: Date) -> Bool {
        condition.withLock {
            hasEnded = true
            condition.broadcast()
            while isWorking || !work.isEmpty {
                if !condition.wait(until: deadline) { return false }
            }
            return true
        }
    }

    /// Drops the work that has not begun.
    func leave() {
        condition.withLock {
            (hasEnded, work, bell) = (true, WaitingLine(), nil)
            condition.broadcast()
        }
    }
}

/// Reads and writes files of the user, off the loop. Each place has a thread while it has work, so a place that hangs
/// delays only the requests for its own files. Without requests there is no thread. Confined to the thread of the loop.
package final class FileThreads {
    /// How many places have a thread at the same time. So many that wait are on a disk that hangs.
    private static let limit = 64

    private let loop: EventLoop
    private var threads: [String: DiskThread] = [:]

    package init(_ loop: EventLoop) { self.loop = loop }

    /// Does the work on the thread of the place, e.g. a folder, after earlier work of the place. Then calls
    /// `completion` on the loop. False = too many requests wait for their files.
    package func perform<Value: Sendable>(
        at place: String, _ work: @escaping @Sendable () -> Value, then completion: @escaping (Value) -> Void
    ) -> Bool {
        guard let thread = threads[place] ?? new(place) else { return false }
        return thread.request(work) { [unowned self] in
            if threads[place]?.hasNoRequests == true { threads[place] = nil }
            completion($0)
        }
    }

    private func new(_ place: String) -> DiskThread? {
        guard threads.count < Self.limit, let thread = try? DiskThread("files", loop) else { return nil }
        threads[place] = thread
        return thread
    }
}

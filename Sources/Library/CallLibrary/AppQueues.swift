// SPDX-License-Identifier: MIT

import Dispatch
import Foundation

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

    /// Adds news. The caller must make sure that ``tellNext(_:)`` is called on the queue.
    func add(_ news: @escaping News, for queue: DispatchQueue) {
        lock.withLock { waiting[key(queue), default: []].append(news) }
    }

    /// Tells the first news that the queue has not heard. Call it on that queue, once for each news.
    func tellNext(_ queue: DispatchQueue) {
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

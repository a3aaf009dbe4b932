// SPDX-License-Identifier: MIT

import Dispatch
import Synchronization
import Testing

@testable import CallLibrary

/// What the library tells the app on its queues.
struct AppQueuesTests {
    private let queues = AppQueues()
    private let told = Told()

    private final class Told: Sendable {
        private let lines = Mutex<[String]>([])

        func note(_ line: String) { lines.withLock { $0.append(line) } }
        var all: [String] { lines.withLock { $0 } }
    }

    private func add(_ line: String, for queue: DispatchQueue) { queues.add({ [told] in told.note(line) }, for: queue) }

    @Test func `Each queue hears its own news in order`() {
        let (first, second) = (DispatchQueue(label: "first"), DispatchQueue(label: "second"))
        add("1a", for: first)
        add("2a", for: second)
        add("1b", for: first)
        queues.runNext(second)
        queues.runNext(first)
        queues.runNext(first)
        #expect(told.all == ["2a", "1a", "1b"])
    }

    @Test func `The main queue is one queue, whichever object stands for it`() {
        add("a", for: .main)
        add("b", for: .main)
        queues.runNext(.main)
        #expect(told.all == ["a"])
        #expect(queues.isMain(.main))
        #expect(!queues.isMain(DispatchQueue(label: "other")))
    }
}

// SPDX-License-Identifier: MIT

import Foundation

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

// SPDX-License-Identifier: MIT

import Foundation

extension ServiceThread {
    /// Hands in the answer: it is made at once, or never if nobody waits for it any more.
    package typealias Reply<Answer> = @Sendable (() -> Answer) -> Void

    /// Does something on the thread and waits for its answer, a second at most; nil if there is none by then. Never on the
    /// thread itself.
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
            while !isOver, condition.wait(until: deadline) {}
            isOver = true
            return answer
        }
    }
}

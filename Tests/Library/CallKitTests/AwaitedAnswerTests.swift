// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import CallLibrary

/// What a task does that waits for an answer of the service.
struct AwaitedAnswerTests {
    @Test func `A task gets its answer, whichever of both is first`() async {
        for number in 0..<1000 {
            let answer = AwaitedAnswer<Int>()
            async let given: Void = answer.give(number)
            #expect(await answer.value == number)
            await given
        }
    }

    @Test func `A task that has its answer is again on the main actor`() async {
        DispatchQueue.main.setSpecific(key: Self.mark, value: true)
        await Task { @MainActor in
            for number in 0..<100 {
                let answer = AwaitedAnswer<Int>()
                give(number, to: answer)
                #expect(await answer.value == number)
                #expect(isOnMainQueue)
            }
        }.value
    }

    @Test func `The thread that gives the answer runs nothing of the task`() async {
        for _ in 0..<100 {
            let answer = AwaitedAnswer<Int>()
            give(0, to: answer)
            _ = await answer.value
            #expect(!isGiver)
        }
    }

    private func give(_ number: Int, to answer: AwaitedAnswer<Int>) {
        Thread.detachNewThread {
            Thread.current.name = Self.giver
            answer.give(number)
        }
    }

    private static let giver = "giver"
    private static let mark = DispatchSpecificKey<Bool>()
    // The main thread of the tests has ended, so another thread runs the main queue.
    private var isOnMainQueue: Bool { DispatchQueue.getSpecific(key: Self.mark) == true }
    private var isGiver: Bool { Thread.current.name == Self.giver }
}

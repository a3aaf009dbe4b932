// SPDX-License-Identifier: MIT

import Foundation
public import Testing

/// Runs each asynchronous test on a thread of its own.
///
/// Other tests block the few threads that Swift shares among all tasks. After an `await`, a test would continue only
/// after all tests in the queue before it. On a busy machine that takes minutes, longer than a call rings.
public struct OwnThreadTrait: TestTrait, SuiteTrait, TestScoping {
    /// The trait applies to the tests of nested suites too.
    public var isRecursive: Bool { true }

    /// Runs the test on its own thread.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(ThreadExecutor()) { try await function() }
    }
}

extension Trait where Self == OwnThreadTrait {
    /// The test continues at once after each `await`.
    public static var ownThread: Self { OwnThreadTrait() }
}

private final class ThreadExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "test")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}

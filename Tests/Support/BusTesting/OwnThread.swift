// SPDX-License-Identifier: MIT

import Foundation
public import Testing

/// Runs each asynchronous test on a thread of its own.
///
/// Other tests block the few threads that Swift shares among all tasks. A test that awaits something would go on only
/// after every test that is queued before it, which takes minutes on a busy machine: longer than a call rings.
public struct OwnThreadTrait: TestTrait, SuiteTrait, TestScoping {
    /// Holds for the tests of a suite's suites too.
    public var isRecursive: Bool { true }

    /// Runs the test on the thread.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(ThreadExecutor()) { try await function() }
    }
}

extension Trait where Self == OwnThreadTrait {
    /// The test goes on at once after each `await`.
    public static var ownThread: Self { OwnThreadTrait() }
}

private final class ThreadExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "test")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}

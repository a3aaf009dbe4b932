// SPDX-License-Identifier: MIT

import Synchronization
public import Testing

/// The daemons that the running test has started, so that their logs go with its failures.
final class DaemonLogs: Sendable {
    @TaskLocal static var current: DaemonLogs?

    private let processes = Mutex<[ChildProcess]>([])

    func add(_ process: ChildProcess) {
        processes.withLock { $0.append(process) }
    }

    /// A comment for each daemon.
    var comments: [Comment] {
        processes.withLock { processes in
            processes.map { Comment(rawValue: "log of \($0.arguments[0]) (\($0.processID)):\n" + $0.text(of: .error)) }
        }
    }
}

/// Adds what the daemons of a test have logged so far to each of its failures.
public struct DaemonLogTrait: TestTrait, SuiteTrait, TestScoping {
    /// Holds for the tests of a suite's suites too.
    public var isRecursive: Bool { true }

    /// Runs the test with a collection of its own.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let logs = DaemonLogs()
        let issues = IssueHandlingTrait.compactMapIssues { issue in
            var issue = issue
            issue.comments += logs.comments
            return issue
        }
        try await DaemonLogs.$current.withValue(logs) {
            try await issues.provideScope(for: test, testCase: testCase) {
                do {
                    try await function()
                } catch {
                    guard error is BusError || error is SupportError else { throw error }
                    // Errors are recorded outside of every trait's scope: this one would go without a log.
                    Issue.record(error, sourceLocation: test.sourceLocation)
                }
            }
        }
    }
}

extension Trait where Self == DaemonLogTrait {
    /// Every failure shows the log of each ``DaemonUnderTest`` of the test.
    public static var daemonLogs: Self { DaemonLogTrait() }
}

// SPDX-License-Identifier: MIT

import Synchronization
public import Testing

/// The daemons that the running test has started. Their logs are added to its failures.
final class DaemonLogs: Sendable {
    @TaskLocal static var current: DaemonLogs?

    private let processes = Mutex<[ChildProcess]>([])

    func add(_ process: ChildProcess) {
        processes.withLock { $0.append(process) }
    }

    /// One comment for each daemon.
    var comments: [Comment] {
        processes.withLock { processes in
            processes.map { Comment(rawValue: "log of \($0.arguments[0]) (\($0.processID)):\n" + $0.text(of: .error)) }
        }
    }
}

/// Adds the logs of a test's daemons to each of its failures.
public struct DaemonLogTrait: TestTrait, SuiteTrait, TestScoping {
    /// The trait applies to the tests of nested suites too.
    public var isRecursive: Bool { true }

    /// Runs the test with its own collection of daemons.
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
                    // Swift Testing records a thrown error outside of the scope of the traits, so it would have no log.
                    Issue.record(error, sourceLocation: test.sourceLocation)
                }
            }
        }
    }
}

extension Trait where Self == DaemonLogTrait {
    /// Adds the log of each ``DaemonUnderTest`` of the test to every failure.
    public static var daemonLogs: Self { DaemonLogTrait() }
}

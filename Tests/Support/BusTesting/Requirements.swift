// SPDX-License-Identifier: MIT

import Foundation
import Synchronization
public import Testing

/// The requirements of a test. Without them the run shows the test as skipped, with the reason.
extension Trait where Self == ConditionTrait {
    /// Root, for several users on one bus, control groups, and other users' processes.
    public static var needsRoot: Self {
        .enabled(if: Privilege.isRoot, Comment(rawValue: Privilege.rootComment))
    }

    /// Root, and the user of the service on a system bus.
    public static var needsServiceUser: Self {
        .enabled(if: Privilege.isRoot && TestUser.hasService, Comment(rawValue: TestUser.serviceComment))
    }

    /// Root, and the users of the service and of the bridge on a system bus.
    public static var needsBridgeUser: Self {
        .enabled(
            if: Privilege.isRoot && TestUser.hasService && TestUser.hasBridge, Comment(rawValue: TestUser.bridgeComment)
        )
    }

    /// Programs that neither the build nor a private bus needs.
    package static func needs(_ programs: String...) -> Self {
        .enabled(if: programs.allSatisfy(Machine.has), Comment(rawValue: "needs " + programs.joined(separator: ", ")))
    }

    /// Libraries that pkg-config knows.
    package static func needsLibraries(_ libraries: String...) -> Self {
        .enabled(
            if: (try? ChildProcess.run(["pkg-config", "--exists"] + libraries).succeeded) ?? false,
            Comment(rawValue: "needs the libraries " + libraries.joined(separator: ", ")))
    }

    /// Modules of the distribution's Python.
    package static func needsPython(_ modules: String...) -> Self {
        .enabled(
            if: modules.allSatisfy(Machine.hasPython),
            Comment(rawValue: "needs the modules of Python " + modules.joined(separator: ", ")))
    }

    /// The requirements of ``ControlGroup/limited(to:)``.
    public static var needsMemoryLimit: Self {
        .enabled(if: ControlGroup.limitsMemory, "needs root, and a writable control group that limits memory")
    }

    /// The requirements of ``BusDaemon/broker(policyFiles:)``.
    public static var needsBroker: Self {
        .enabled(if: BusDaemon.canRunBroker, "needs root, for a mount namespace, and dbus-broker-launch")
    }
}

/// What the distribution has installed.
package enum Machine {
    private static let modules = Mutex<[String: Bool]>([:])

    package static func has(_ program: String) -> Bool {
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
        return folders.contains { access("\($0)/\(program)", X_OK) == 0 }
    }

    static func hasPython(_ module: String) -> Bool {
        modules.withLock { known in
            if let answer = known[module] { return answer }
            let answer = (try? ChildProcess.run(["/usr/bin/python3", "-c", "import \(module)"]).succeeded) ?? false
            known[module] = answer
            return answer
        }
    }
}

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

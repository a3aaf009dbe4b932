// SPDX-License-Identifier: MIT

internal import CDBus
import Foundation

/// Runs code under another user id, on a thread of its own.
///
/// The ids are changed by raw system calls, which change the one thread only, and the thread ends afterwards: whatever
/// fails in between, no thread of the test runner is left with another user id.
enum PeerThread {
    /// Runs `body` with all ids set to `uid` (and its primary group, no supplementary ones) and returns its result.
    static func run<Result>(uid: UInt32, _ body: @escaping () throws -> Result) throws -> Result {
        let outcome = Outcome(of: body)
        let thread = Thread {
            outcome.result = Swift.Result {
                try take(uid: uid)
                return try outcome.body()
            }
            outcome.done.signal()
        }
        thread.start()
        // Not bounded: `body` is, and it must not go on while nobody waits for it.
        outcome.done.wait()
        guard let result = outcome.result else { throw SupportError("the thread of uid \(uid) left no result") }
        return try result.get()
    }

    private static func take(uid: UInt32) throws {
        let gid = TestUser.primaryGroup(of: uid)
        // The user id comes last: it takes away the right to change the others.
        guard bus_testing_drop_thread_groups() == 0, bus_testing_set_thread_gid(gid) == 0,
            bus_testing_set_thread_uid(uid) == 0
        else { throw SupportError.system("cannot become uid \(uid)") }
    }

    /// Carries work and result from one thread to the other; the semaphore orders the accesses.
    private final class Outcome<Result>: @unchecked Sendable {
        let body: () throws -> Result
        var result: Swift.Result<Result, any Error>?
        let done = DispatchSemaphore(value: 0)

        init(of body: @escaping () throws -> Result) {
            self.body = body
        }
    }
}

// SPDX-License-Identifier: MIT

internal import CDBus
import Foundation

/// Runs code under another user id, on a thread of its own.
///
/// Raw system calls change the ids of this one thread only, and the thread ends afterwards. Even after an error, no
/// other thread of the test runner has another user id.
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
        // No deadline: `body` has its own, and must not continue after this function has returned.
        outcome.done.wait()
        guard let result = outcome.result else { throw SupportError("the thread of uid \(uid) left no result") }
        return try result.get()
    }

    private static func take(uid: UInt32) throws {
        let gid = TestUser.primaryGroup(of: uid)
        // The user id comes last, because it takes away the right to change the others.
        guard bus_testing_drop_thread_groups() == 0, bus_testing_set_thread_gid(gid) == 0,
            bus_testing_set_thread_uid(uid) == 0
        else { throw SupportError.system("cannot become uid \(uid)") }
    }

    /// Carries the work and its result between the threads; the semaphore orders the accesses.
    private final class Outcome<Result>: @unchecked Sendable {
        let body: () throws -> Result
        var result: Swift.Result<Result, any Error>?
        let done = DispatchSemaphore(value: 0)

        init(of body: @escaping () throws -> Result) {
            self.body = body
        }
    }
}

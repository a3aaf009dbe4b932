// SPDX-License-Identifier: MIT

internal import CDBus
import Foundation

/// A process that got the number of another one, which has ended.
package final class NumberedProcess {
    private let processID: Int32

    /// Starts it in the control group of the test. Needs root. The kernel dates processes by ticks, so this waits for
    /// the next one.
    package init(_ number: Int32) throws {
        let tick = Self.tick
        while Self.tick == tick { usleep(1_000) }
        processID = bus_testing_fork_as(number)
        guard processID > 0 else { throw SupportError.system("cannot start a process with the number \(number)") }
    }

    deinit {
        kill(processID, SIGKILL)
        waitpid(processID, nil, 0)
    }

    private static var tick: Int {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return time.tv_sec * 100 + time.tv_nsec / 10_000_000
    }
}

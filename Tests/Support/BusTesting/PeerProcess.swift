// SPDX-License-Identifier: MIT

internal import CDBus
import Foundation

/// A process whose only task is to connect to the bus.
///
/// The kernel records the process, the user and (through the process) the control group of the process that calls
/// `connect`. The test then uses the same socket, so a client in a Flatpak scope needs no program of its own.
final class PeerProcess {
    /// The process that the bus sees.
    let processID: Int32

    private var socket: Descriptor?
    private var lifeline: Descriptor?
    private let controlGroup: ControlGroup

    init(address: String, uid: UInt32?, controlGroup: ControlGroup) throws {
        let unix = try UnixAddress(address)
        let (childLifeline, lifeline) = try Descriptor.pipe()
        let (report, childReport) = try Descriptor.pipe()
        let socket = try UnixAddress.makeSocket()
        let uid = uid ?? geteuid()
        let gid = TestUser.primaryGroup(of: uid)
        processID = unix.withSocketAddress { address, length in
            bus_testing_fork_peer(
                childLifeline.number, childReport.number, socket.number, address, length, uid, gid)
        }
        self.socket = socket
        self.lifeline = lifeline
        self.controlGroup = controlGroup
        guard processID > 0 else { throw SupportError.system("fork") }
        try controlGroup.add(processID)
        try lifeline.write([1])
        try Self.readReport(report)
    }

    deinit { end() }

    /// Replaces the connection's own socket, which has sent nothing yet, by the socket that this process connected.
    func takeOver(_ connection: OpaquePointer) throws {
        var own: Int32 = -1
        guard let socket, dbus_connection_get_unix_fd(connection, &own) != 0,
            dup3(socket.number, own, O_CLOEXEC) >= 0
        else { throw SupportError.system("cannot exchange the connection's socket") }
        // The connection must hold the only descriptor of the socket, so that closing it ends the connection.
        self.socket = nil
        // libdbus polls before it writes, but it must never block in the middle.
        _ = fcntl(own, F_SETFL, fcntl(own, F_GETFL) | O_NONBLOCK)
    }

    /// Ends the process and waits for it.
    func end() {
        // A process that failed to start has the id -1 here, and `kill(-1)` signals every process.
        guard lifeline != nil, processID > 0 else { return }
        lifeline = nil
        // Another child between fork and exec may still hold the lifeline for a moment.
        kill(processID, SIGKILL)
        waitpid(processID, nil, 0)
    }

    private static func readReport(_ report: Descriptor) throws {
        guard report.waitReadable(until: Deadline()) else { throw SupportError("the peer process does not connect") }
        var failure: Int32 = 0
        let count = withUnsafeMutableBytes(of: &failure) { read(report.number, $0.baseAddress, $0.count) }
        guard count == MemoryLayout<Int32>.size else { throw SupportError("the peer process ended early") }
        guard failure == 0 else { throw SupportError.system("the peer process cannot connect", code: failure) }
    }
}

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

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

// SPDX-License-Identifier: MIT
import CDBus
import Glibc
import Testing

import class BusTesting.ChildProcess

@testable import SDBus

/// The process of a peer, by the bus's word: a descriptor on new buses, a number on all.
@Suite struct PeerProcessTests {
    let server: TestServer
    let client: BusConnection

    init() throws {
        server = try TestServer()
        client = try server.connect()
    }

    /// What a bus with `ProcessFD` tells. It tells a wrong number, to show that the number does not count.
    private func credentials(_ process: Int32) throws -> (file: BusFile, told: Credentials) {
        let descriptor = bus_testing_pidfd_open(process)
        try #require(descriptor >= 0)
        let file = BusFile(adopting: descriptor)
        let answer = try client.call(TestServer.method("Credentials"), getuid(), UInt32(1), file)
        return (file, try Credentials(answer))
    }

    @Test func `The process of a descriptor is the caller, whatever its number and its age are`() throws {
        let peer = try Peer(":1.7", try credentials(getpid()).told, seen: 0, in: .machine)
        #expect(peer.pid == UInt32(getpid()) && peer.uid == getuid())
        #expect(peer.identity != nil && peer.identity?.app == nil)
    }

    @Test func `A process that has gone since the bus named it cannot be inspected`() throws {
        let child = try ChildProcess(["/bin/sleep", "1000"])
        let (_, told) = try credentials(child.processID)
        #expect(try Peer(":1.7", told, seen: 0, in: .machine).identity?.app == nil)
        try child.kill9()
        let gone = try Peer(":1.7", told, seen: 0, in: .machine)
        #expect(gone.identity == nil)
    }

    @Test func `A process that has ended, and that its parent has not asked for yet, is in a sandbox without a name`()
        throws
    {
        let child = try ChildProcess(["/bin/sleep", "1000"])
        var (_, told) = try credentials(child.processID)
        child.send(signal: SIGKILL)
        var end = siginfo_t()
        try #require(waitid(P_PID, id_t(child.processID), &end, WEXITED | WNOWAIT) == 0)
        #expect(try Peer(":1.7", told, seen: .max, in: .machine).identity?.app == "")
        (told.process, told.pid) = (nil, UInt32(child.processID))
        #expect(try Peer(":1.7", told, seen: .max, in: .machine).identity?.app == "")
    }

    @Test func `A descriptor of no process names no process`() throws {
        let file = BusFile(adopting: open("/dev/null", O_RDONLY | O_CLOEXEC))
        let answer = try client.call(TestServer.method("Credentials"), getuid(), UInt32(getpid()), file)
        #expect(try Peer(":1.7", try Credentials(answer), seen: .max, in: .machine).identity == nil)
    }

    @Test func `On an older bus a process that started after its connection is in a sandbox without a name`() throws {
        var told = try Credentials(try client.call(Peer.question, try client.uniqueName))
        try #require(told.pid == UInt32(getpid()))
        told.process = nil
        let young = try Peer(":1.7", told, seen: 0, in: .machine)
        #expect(young.identity?.app == "" && young.identity?.unit == "")
        let same = try Peer(":1.7", told, seen: .max, in: .machine)
        #expect(same.identity != nil && same.identity?.app == nil)
    }

    @Test func `The first sight of a connection is its arrival, not its first message`() throws {
        let loop = try EventLoop()
        let watcher = try server.connect(loop)
        try watcher.onPeerLost { _ in }
        try #require(watcher.peers.watch?.arrivals != nil)
        let other = try server.connect()
        let name = try other.uniqueName
        while watcher.peers.watch?.seen[name] == nil {
            try loop.turn { descriptor in
                var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                poll(&entry, 1, -1)
            }
        }
        // An arrival before every process of this machine: its process must be another one.
        watcher.peers.watch?.seen[name] = 0
        let identity = try watcher.peer(name).identity
        // A bus that tells the process of a connection needs no time.
        #expect(identity?.app == (watcher.peers.needsArrivals ? "" : nil))
        #expect(watcher.peers.watch?.seen[name] == nil)
        withExtendedLifetime(other) {}
    }
}

// SPDX-License-Identifier: MIT
import Glibc
import Testing

@testable import SDBus

/// The peers and names on the bus, and their loss.
@Suite struct PeerTests {
    let server: TestServer
    let client: BusConnection

    init() throws {
        server = try TestServer()
        client = try server.connect()
    }

    @Test func `The bus names the credentials of a caller`() throws {
        for _ in 1...2 {
            let reply = try client.call(TestServer.method("WhoAmI"))
            let (name, uid, pid, isIdentified) = try reply.read(String.self, UInt32.self, UInt32.self, Bool.self)
            #expect(try name == client.uniqueName)
            #expect(uid == getuid() && pid == UInt32(getpid()) && isIdentified)
        }
    }

    @Test func `A missing peer has no credentials`() throws {
        let name = errorName { () throws(BusError) in try client.peer(":1.4711") }
        #expect(name == StandardErrorName.nameHasNoOwner)
    }

    @Test func `Each part of a program that asks for it hears of a peer that leaves`() throws {
        let loop = try EventLoop()
        let watcher = try server.connect(loop)
        var other: BusConnection? = try server.connect()
        let name = try #require(other).uniqueName
        var lost: [String] = []
        try watcher.onPeerLost { lost.append("one " + $0.name) }
        try watcher.onPeerLost { peer in
            lost.append("other " + peer.name)
            loop.exit()
        }
        _ = try watcher.peer(name)
        other = nil
        _ = try loop.run()
        #expect(lost == ["one " + name, "other " + name])
    }

    @Test func `The connection reports a peer that leaves`() throws {
        let loop = try EventLoop()
        let watcher = try server.connect(loop)
        var other: BusConnection? = try server.connect()
        let name = try #require(other).uniqueName
        var lost: [String] = []
        var credentials: String?
        try watcher.onPeerLost { [unowned watcher] peer in
            lost.append(peer.name)
            credentials = errorName { () throws(BusError) in try watcher.peer(peer.name) }
            loop.exit()
        }
        _ = try watcher.peer(name)
        other = nil
        _ = try loop.run()
        #expect(lost == [name])
        #expect(credentials == StandardErrorName.nameHasNoOwner)
    }

    @Test func `A connection hears of peers that leave only while it knows one of them`() throws {
        let loop = try EventLoop()
        let watcher = try server.connect(loop)
        for _ in 1...2 {
            #expect(try PrivateBus.matches(of: watcher) == 0)
            var others: [BusConnection] = [try server.connect(), try server.connect()]
            for other in others { _ = try watcher.peer(other.uniqueName) }
            // A bus that tells the number of a process only has to report arrivals, too.
            let own = try #require(try PrivateBus.matches(of: watcher))
            #expect(1...2 ~= own)
            for matches in [own, 0] {
                var hasLeft = false
                let departures = try watcher.watchDepartures { _ in hasLeft = true }
                others.removeFirst()
                while !hasLeft {
                    try loop.turn { descriptor in
                        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                        poll(&entry, 1, -1)
                    }
                }
                // Beside that of this test.
                #expect(try PrivateBus.matches(of: watcher) == matches + 1)
                withExtendedLifetime(departures) {}
            }
        }
    }

    @Test func `The connection reports a name that changes its owner`() throws {
        let loop = try EventLoop()
        let watcher = try server.connect(loop)
        var owner: BusConnection? = try server.connect()
        let uniqueName = try #require(owner).uniqueName
        var owners: [String?] = []
        let slot = try watcher.watchName("org.example.Other") { name in
            owners.append(name)
            if name == nil { loop.exit() } else { owner = nil }
        }
        try owner?.requestName("org.example.Other")
        #expect(try watcher.owner(of: "org.example.Other") == uniqueName)
        _ = try withExtendedLifetime(slot) { try loop.run() }
        #expect(owners == [uniqueName, nil])
        #expect(try client.owner(of: "org.example.Other") == nil)
    }

    @Test func `When a program takes a name from another one, an observer may skip the time without an owner`() throws {
        let loop = try EventLoop()
        let name = RemoteName("org.example.Other", on: try server.connect(loop))
        let (one, other) = (try server.connect(), try server.connect())
        var (all, skipping): ([String?], [String?]) = ([], [])
        try one.shareName(name.name) {}
        name.observe { all.append($0) }
        try name.begin(skipsGaps: true) { owner in
            skipping.append(owner)
            if skipping.count == 2 { loop.exit() }
        }
        try other.shareName(name.name) {}
        _ = try withExtendedLifetime(name) { try loop.run() }
        let (first, second) = (try one.uniqueName, try other.uniqueName)
        #expect(all == [first, nil, second])
        #expect(skipping == [first, second])
    }

    @Test func `The connection reports the names of a namespace that change their owners`() throws {
        let loop = try EventLoop()
        let watcher = try server.connect(loop)
        var owner: BusConnection? = try server.connect()
        let uniqueName = try #require(owner).uniqueName
        var changes: [String] = []
        let slot = try watcher.watchNames(below: "org.example.Family") { name, newOwner in
            changes.append("\(name) \(newOwner == uniqueName ? "owned" : newOwner ?? "free")")
            if changes.count == 4 { loop.exit() } else if changes.count == 2 { owner = nil }
        }
        for name: BusName in ["org.example.Family.One", "org.example.FamilyTwo", "org.example.Family.Two.Three"] {
            try owner?.requestName(name)
        }
        _ = try withExtendedLifetime(slot) { try loop.run() }
        let names = ["org.example.Family.One", "org.example.Family.Two.Three"]
        #expect(changes.prefix(2) == names.map { "\($0) owned" }[...])
        #expect(Set(changes.suffix(2)) == Set(names.map { "\($0) free" }))
    }

    @Test func `A connection may request the name again that it owns`() throws {
        for _ in 1...2 { try client.requestName("org.example.Other") }
        #expect(try client.owner(of: "org.example.Other") == client.uniqueName)
    }

    @Test func `A taken name is refused`() throws {
        let name = errorName { () throws(BusError) in try client.requestName(TestServer.name) }
        #expect(name == StandardErrorName.addressInUse)
    }

    @Test func `A broadcast reaches a subscriber`() throws {
        let loop = try EventLoop()
        let listener = try server.connect(loop)
        var texts: [String] = []
        let slot = try listener.onSignal(interface: "org.example.News", member: "Said") { message in
            texts.append((try? message.read(String.self)) ?? "")
            loop.exit()
        }
        for member: MemberName in ["Unheard", "Said"] {
            client.signal(BusSignal("/", "org.example.News", member), to: nil) { (writer) throws(BusError) in
                try writer.append(member.text)
            }
        }
        try client.flush()
        _ = try withExtendedLifetime(slot) { try loop.run() }
        #expect(texts == ["Said"])
    }
}

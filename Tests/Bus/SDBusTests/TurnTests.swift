// SPDX-License-Identifier: MIT
import Glibc
import Testing

@testable import SDBus

/// The number of calls of others that are handled after a call was read and before its turn, independent of time.
@Suite struct TurnTests {
    let bus: PrivateBus
    let loop: EventLoop
    let service: TurnService
    let bystander: BusConnection

    init() throws {
        bus = try PrivateBus(allowsFloods: true)
        loop = try EventLoop()
        service = try TurnService(try bus.connect(loop))
        bystander = try bus.connect()
        // From here on the service knows the bystander.
        try send(1, "Count", from: bystander)
        try rest()
    }

    @Test func `A client waits for few of 20,000 calls of another client`() throws {
        let flooder = try bus.connect()
        try send(20_000, "Count", from: flooder)
        #expect(try turnsUntilAnswered() < 3)
    }

    @Test func `Each call of a flood is handled in order, or refused without being read`() throws {
        var read: Set<UInt32> = []
        let filter = try BusSlot.filter(service.connection, { _ in true }) { message in
            if message.member == "Note", let number = try? message.read(UInt32.self) { read.insert(number) }
            return false
        }
        let flooder = try bus.connect(loop)
        flooder.pendingCalls.mostUnanswered = .max
        var (answered, refused): ([UInt32], [UInt32]) = ([], [])
        let count = 6_000
        // The third one waits until the first two are answered, and so do those behind it.
        for _ in 1...3 { try flooder.callAsync(service.method("Later")) { _ in } }
        for number in 1...UInt32(count) {
            try flooder.callAsync(service.method("Note"), number) { answer in
                if case .success = answer { answered.append(number) } else { refused.append(number) }
            }
        }
        while refused.isEmpty { try turn() }
        while answered.count + refused.count < count {
            service.pending = []
            try turn()
        }
        #expect(answered == service.noted && answered == answered.sorted())
        #expect(read == Set(answered))
        withExtendedLifetime(filter) {}
    }

    @Test func `A signal to which nothing listens never gets into memory`() throws {
        var signals = 0
        let filter = try BusSlot.filter(service.connection, { _ in true }) { message in
            if message.interface == "org.example.Client" { signals += 1 }
            return false
        }
        let client = try bus.connect()
        client.pendingCalls.mostUnanswered = .max
        for number in 1...100 as ClosedRange<UInt32> {
            let signal = BusSignal("/", "org.example.Client", "Heard")
            client.signal(signal, to: try service.connection.ownName) { _ in }
            try client.callAsync(service.method("Note"), number) { _ in }
        }
        try catchUp(client)
        try rest()
        #expect(service.noted == Array(1...100) && signals == 0)
        withExtendedLifetime(filter) {}
    }

    @Test func `A client waits for few of 16,000 requests whose replies are not read`() throws {
        let greedy = try bus.connect()
        try send(16_000, "Much", from: greedy)
        #expect(try turnsUntilAnswered() < 3)
        try rest()
        // A reply has 16 KiB, so the service sent less than 24 MiB to this client.
        #expect((2..<1_500).contains(service.handled.count))
    }

    @Test func `A client does not wait for 250 programs that have called and left`() throws {
        let watch = try EventLoop()
        let watcher = try bus.connect(watch)
        var lost = 0
        try watcher.onPeerLost { _ in
            lost += 1
            if lost == 250 { watch.exit() }
        }
        for _ in 1...250 {
            let client = try bus.connect()
            _ = try watcher.peer(client.uniqueName)
            try send(2, "Count", from: client)
        }
        _ = try watch.run()
        #expect(try turnsUntilAnswered() == 0)
    }

    @Test func `The calls of one connection stay in order`() throws {
        let (one, other) = (try bus.connect(), try bus.connect())
        (one.pendingCalls.mostUnanswered, other.pendingCalls.mostUnanswered) = (.max, .max)
        for number in 1...100 as ClosedRange<UInt32> {
            for client in [one, other] { try client.callAsync(service.method("Note"), number) { _ in } }
        }
        for client in [one, other] { try catchUp(client) }
        try rest()
        let name = try one.uniqueName
        #expect(zip(service.handled.dropFirst(), service.noted).filter { $0.0 == name }.map(\.1) == Array(1...100))
    }

    @Test func `The calls of a program that leaves at once are handled before its loss is reported`() throws {
        var program: BusConnection? = try bus.connect()
        let name = try #require(program).uniqueName
        // From here on the service knows the program.
        try send(1, "Count", from: try #require(program))
        try rest()
        try send(3, "Count", from: try #require(program))
        program = nil
        try catchUp(try bus.connect())
        try rest()
        #expect(service.handled.suffix(5) == [name, name, name, name, "left"])
    }

    @Test func `The answer about a stranger does not wait behind the calls of a flood`() throws {
        let questions = try askSeparately()
        let (flooder, stranger) = (try bus.connect(), try bus.connect())
        try send(1, "Count", from: flooder)
        try rest(questions)
        try send(1, "Ask", from: stranger)
        try send(20_000, "Count", from: flooder)
        while service.connection.peers.asked.isEmpty { try turn() }
        while !service.connection.peers.asked.isEmpty { try turn(questions) }
        while service.turnsUntilAnswer == nil { try turn() }
        #expect(try #require(service.turnsUntilAnswer) < 3)
    }

    @Test func `The answer about unread bytes does not wait behind the calls of a flood`() throws {
        let questions = try askSeparately()
        let (flooder, reader) = (try bus.connect(), try bus.connect())
        for client in [flooder, reader] { try send(1, "Count", from: client) }
        try rest(questions)
        let turns = try #require(service.connection.turns)
        // When the replies are more than its share, the service asks whether it reads them.
        while turns.questions.asked.isEmpty {
            try send(100, "Much", from: reader)
            try pingBus()
        }
        try send(1_000, "Count", from: flooder)
        // The service reads nothing of the flood meanwhile.
        while !turns.questions.asked.isEmpty { try turn(questions) }
    }

    @Test func `During a flood each turn waits for an answer of the bus`() throws {
        let questions = try askSeparately()
        let flooder = try bus.connect()
        let turns = try flood(from: flooder, questions, patience: 600_000_000)
        let handled = service.handled.count
        while try loop.turn() {}
        #expect(service.handled.count == handled)
        while turns.awaitsBus { try turn(questions) }
        while try loop.turn() {}
        #expect(service.handled.count == handled + 1)
        withExtendedLifetime(flooder) {}
    }

    @Test func `The turns of a flood do not wait for a bus that answers late`() throws {
        let questions = try askSeparately()
        let flooder = try bus.connect()
        let turns = try flood(from: flooder, questions, patience: 1)
        let handled = service.handled.count
        while turns.awaitsBus { try turn(questions) }
        while service.handled.count < handled + 100 { try turn() }
        withExtendedLifetime(flooder) {}
    }

    @Test func `The calls of a stranger that leaves before the answer about it are handled`() throws {
        let questions = try askSeparately()
        var program: BusConnection? = try bus.connect()
        let name = try #require(program).uniqueName
        try send(3, "Count", from: try #require(program))
        while service.connection.peers.asked[name] == nil { try turn() }
        // The answer is there, and the service does not read it yet.
        try catchUp(try bus.connect())
        program = nil
        while service.connection.peers.asked[name] != true { try turn() }
        while service.connection.peers.asked[name] != nil { try turn(questions) }
        try rest(questions)
        #expect(service.handled.suffix(4) == [name, name, name, "left"])
        #expect(service.connection.knownPeer(name) == nil)
    }

    @Test func `A flood of signals to the connection for questions never gets into memory`() throws {
        let questions = try askSeparately()
        var signals = 0
        let connection = service.connection.questions
        let filter = try BusSlot.filter(connection, { _ in true }) { message in
            if message.interface == "org.example.Client" { signals += 1 }
            return false
        }
        let (flooder, stranger) = (try bus.connect(), try bus.connect())
        for _ in 1...1_000 {
            flooder.signal(BusSignal("/", "org.example.Client", "Heard"), to: try connection.ownName) { _ in }
        }
        try catchUp(flooder)
        try send(1, "Count", from: stranger)
        try rest(questions)
        #expect(try service.handled.last == stranger.uniqueName && signals == 0)
        withExtendedLifetime(filter) {}
    }

    @Test func `The contents of a big message are not taken for the sizes of other messages`() throws {
        let innocent = try bus.connect()
        try send(1_000, "Count", from: bystander)
        // No socket holds a whole message, so it comes in parts. Each part looks like small messages before a huge one.
        let words = (0..<1 << 18).map { (index: Int) -> Int32 in (index * 2_654_435_761) >> 16 & 7 == 0 ? .max : 0 }
        let giants = try (1...5).map { _ in try bus.connect() }
        for big in giants {
            try big.callAsync(service.method("Note"), words) { _ in }
            try big.flush()
            try catchUp(big)
            try send(20, "Count", from: innocent)
        }
        try rest()
        let name = try innocent.uniqueName
        #expect(service.handled.count { $0 == name } == 100)
    }

    @Test func `Beyond a few calls that are answered later the next ones of a program wait`() throws {
        let (one, other) = (try bus.connect(), try bus.connect())
        try send(3, "Later", from: one)
        try send(1, "Later", from: other)
        try rest()
        #expect(service.pending.count == 2)
        for answered in 1...2 {
            service.pending.removeFirst().succeed()
            try rest()
            #expect(service.pending.count == 2)
            #expect(service.handled.count == 1 + 2 + answered)
        }
        service.pending = []
        #expect(try turnsUntilAnswered() < 3)
        try rest()
        #expect(service.pending.isEmpty)
    }

    @Test func `A service that takes turns hears of connections that leave only while a caller is on the bus`() throws {
        let connection = try bus.connect(loop)
        let quiet = try TurnService(connection, reportsLosses: false)
        var departures = 0
        let own = try connection.watchDepartures { _ in departures += 1 }
        for round in 1...2 {
            // Only that of this test. A bus that does not tell the process of a caller is asked for arrivals, too.
            #expect(try PrivateBus.matches(of: connection) == 1)
            var programs = [try bus.connect(), try bus.connect()]
            for program in programs {
                try program.callAsync(quiet.method("Count")) { _ in }
                try program.flush()
            }
            while quiet.handled.count < 2 * round { try turn() }
            #expect([2, 3].contains(try PrivateBus.matches(of: connection)))
            programs.removeFirst()
            while departures < 2 * round - 1 { try turn() }
            while try loop.turn() {}
            #expect([2, 3].contains(try PrivateBus.matches(of: connection)))
            programs = []
            while departures < 2 * round { try turn() }
            while try loop.turn() {}
        }
        #expect(try PrivateBus.matches(of: connection) == 1)
        withExtendedLifetime(own) {}
    }

    // MARK: Steps

    /// Returns when the bus has received the calls.
    private func send(_ count: Int, _ member: MemberName, from client: BusConnection) throws {
        client.pendingCalls.mostUnanswered = .max
        for _ in 1...count { try client.callAsync(service.method(member)) { _ in } }
        try client.flush()
        try catchUp(client)
    }

    /// Returns when the bus has handled all that the client has sent: it handles the messages of a connection in order.
    private func catchUp(_ client: BusConnection) throws { _ = try client.owner(of: "org.example.Nobody") }

    private func turnsUntilAnswered() throws -> Int {
        try send(1, "Ask", from: bystander)
        while service.turnsUntilAnswer == nil { try turn() }
        return service.turnsUntilAnswer ?? 0
    }

    /// Runs until the service has handled every call. A reply of the bus follows all earlier messages, and all earlier
    /// answers to the service: first the credentials of a caller, then the number of unread bytes.
    private func rest(_ questions: EventLoop? = nil) throws {
        var (rounds, handled) = (0, 0)
        while rounds < 3 || service.handled.count > handled {
            handled = service.handled.count
            rounds += 1
            try pingBus()
            if let questions {
                while !service.connection.peers.asked.isEmpty { try turn(questions) }
                while try loop.turn() {}
            }
        }
    }

    /// Runs until the service has read all that the bus had for it, and has nothing to do.
    private func pingBus() throws {
        var isDone = false
        try service.connection.callAsync(
            CallTarget("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.Peer", "Ping")
        ) { _ in isDone = true }
        while !isDone { try turn() }
        while try loop.turn() {}
    }

    /// Begins a flood, until the next turn waits for an answer of the bus.
    private func flood(
        from flooder: BusConnection, _ questions: EventLoop, patience: UInt64
    ) throws -> CallTurns {
        try send(1, "Count", from: flooder)
        try rest(questions)
        let turns = try #require(service.connection.turns)
        turns.patience = patience
        while !turns.awaitsBus {
            try send(2_000, "Count", from: flooder)
            try pingBus()
        }
        return turns
    }

    /// The service asks about strangers over another connection, which the returned loop drives.
    private func askSeparately() throws -> EventLoop {
        let questions = try EventLoop()
        service.connection.askAboutPeers(over: try bus.connect(questions))
        return questions
    }

    /// Waits for the next event of the service's loop, or of another one, and handles it.
    private func turn(_ other: EventLoop? = nil) throws {
        try (other ?? loop).turn { descriptor in
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            poll(&entry, 1, -1)
        }
    }
}

// SPDX-License-Identifier: MIT
import Glibc
import Testing

@testable import SDBus

/// Messages that are too large for a connection. No socket holds one of them whole, so each comes in parts.
@Suite struct LargeMessageTests {
    let bus: PrivateBus
    let loop: EventLoop
    let service: TurnService
    let client: BusConnection
    private let large = [UInt32](repeating: 7, count: 3 << 20)

    init() throws {
        bus = try PrivateBus(allowsFloods: true)
        loop = try EventLoop()
        service = try TurnService(try bus.connect(loop))
        client = try bus.connect(loop)
    }

    @Test func `A call that is too large is refused in its turn, and the calls around it are answered`() throws {
        var answers: [String] = []
        func call(_ numbers: [UInt32]) throws {
            try client.callAsync(service.method("Numbers"), numbers) { answer in
                if case .failure(let error) = answer { answers.append(error.message) } else { answers.append("") }
            }
        }
        for numbers in [[1], large, large, [2]] { try call(numbers) }
        while answers.count < 4 { try turn() }
        let refusal = CallRefusal.size(most: 65_536).message
        #expect(answers == ["", refusal, refusal, ""])
        #expect(service.noted == [1, 2])
    }

    @Test func `A long reply before it does not hide that a call is too large`() throws {
        let table = Interface<Void>(
            "org.example.Client",
            [.method("Text", returns: ("text", String.self)) { (_, _) in String(repeating: "x", count: 300_000) }])
        try client.export(table, at: "/org/example/Client") {}
        let target = CallTarget(try client.ownName, "/org/example/Client", "org.example.Client", "Text")
        for _ in 1...3 {
            var (length, refusal) = (0, "")
            try service.connection.callAsync(target) { length = (try? $0.get().read(String.self).utf8.count) ?? 0 }
            while length == 0 { try turn() }
            #expect(length == 300_000)
            try client.callAsync(service.method("Numbers"), large) {
                if case .failure(let error) = $0 { refusal = error.message }
            }
            while refusal.isEmpty { try turn() }
            #expect(refusal == CallRefusal.size(most: 65_536).message)
        }
        #expect(service.noted.isEmpty)
    }

    @Test func `A large answer to a question over the other connection is not read`() throws {
        let questions = try bus.connect(loop)
        service.connection.askAboutPeers(over: questions)
        let table = Interface<Void>(
            "org.example.Client",
            [.method("Numbers", returns: ("numbers", [UInt32].self)) { [large] (_, _) in large }])
        try client.export(table, at: "/org/example/Client") {}
        let target = CallTarget(try client.ownName, "/org/example/Client", "org.example.Client", "Numbers")
        var error: String?
        try questions.callAsync(target, timeout: 1_000_000) { answer in
            if case .failure(let failure) = answer { error = failure.name } else { error = "" }
        }
        while error == nil { try turn() }
        #expect(error == StandardErrorName.noReply)
    }

    @Test func `A service that waits for the bus in the middle of a large call gets the reply`() throws {
        try client.callAsync(service.method("Numbers"), large) { _ in }
        try client.callAsync(service.method("Count")) { _ in }
        while service.handled.isEmpty {
            try turn()
            #expect(try service.connection.owner(of: "org.example.Nobody") == nil)
        }
    }

    @Test(arguments: [true, false])
    func `A signal that is too large is left out, and the next one is read`(_ takesTurns: Bool) throws {
        let receiver = takesTurns ? service.connection : try bus.connect(loop)
        var heard: [Int] = []
        let slot = try receiver.onUnicastSignal(interface: "org.example.Client") { signal in
            heard.append((try? signal.read([UInt32].self).count) ?? -1)
        }
        for numbers in [large, [1, 2]] {
            let signal = BusSignal("/", "org.example.Client", "Heard")
            client.signal(signal, to: try receiver.ownName) { (writer) throws(BusError) in
                try numbers.write(to: &writer)
            }
        }
        while heard.isEmpty { try turn() }
        #expect(heard == [2])
        withExtendedLifetime(slot) {}
    }

    @Test func `A connection without turns refuses a call of more than its limit, and answers the next one`() throws {
        let other = try bus.connect(loop)
        var counts: [Int] = []
        let table = Interface<Void>(
            "org.example.Other",
            [.method("Numbers", takes: ("numbers", [UInt32].self)) { (_, _, numbers) in counts.append(numbers.count) }])
        try other.export(table, at: "/org/example/Other") {}
        let target = CallTarget(try other.ownName, "/org/example/Other", "org.example.Other", "Numbers")
        var errors: [String] = []
        func call(_ numbers: [UInt32]) throws {
            try client.callAsync(target, numbers) { answer in
                if case .failure(let error) = answer { errors.append(error.name) } else { errors.append("") }
            }
        }
        for numbers in [large, [1]] { try call(numbers) }
        while errors.count < 2 { try turn() }
        #expect(errors == [StandardErrorName.limitsExceeded, ""] && counts == [1])
        other.mostBytes = 32 << 20
        try call(large)
        while errors.count < 3 { try turn() }
        #expect(errors.last == "" && counts == [1, large.count])
    }

    /// Waits for the next event, and handles it.
    private func turn() throws {
        try loop.turn { descriptor in
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            poll(&entry, 1, -1)
        }
    }
}

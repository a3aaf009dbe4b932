import Glibc
import SDBus
import Testing

// SPDX-License-Identifier: MIT
import class BusTesting.ChildProcess

/// Calls that go wrong, a bus that goes away, and what is left behind.
@Suite struct ConnectionTests {
    @Test func aBusThatIsNotThereIsAnError() {
        let failure = error { () throws(BusError) in
            try BusConnection(.address("unix:path=/nonexistent"), description: "test")
        }
        #expect(failure != nil)
    }

    @Test func whoIsNotThereCannotBeCalled() throws {
        let bus = try PrivateBus()
        let client = try bus.connect()
        let name = errorName { () throws(BusError) in
            try client.call(CallTarget("org.example.Nobody", "/", "org.example.Nobody", "Call"))
        }
        #expect(name == StandardErrorName.serviceUnknown)
        let invalid = errorName { () throws(BusError) in try client.call(CallTarget("no name", "no path", "", "")) }
        #expect(invalid == StandardErrorName.invalidArgs)
    }

    @Test func aCallThatIsNotAnsweredTimesOut() throws {
        let bus = try PrivateBus()
        let (silent, client) = (try bus.connect(), try bus.connect())
        let target = CallTarget(try silent.uniqueName, "/", "org.example.Silent", "Call")
        let name = errorName { () throws(BusError) in try client.call(target, timeout: 1_000) }
        #expect(name == StandardErrorName.noReply)
    }

    @Test func aCancelledCallIsNotCompleted() throws {
        let server = try TestServer()
        let loop = try EventLoop()
        let client = try server.connect(loop)
        var completed: [Int] = []
        let calls = try (0..<3).map { number in
            try client.callAsync(TestServer.method("Echo"), "x") { _ in
                completed.append(number)
                if number == 2 { loop.exit() }
            }
        }
        calls[1].cancel()
        _ = try loop.run()
        #expect(completed == [0, 2])
    }

    @Test func aBusThatDiesFailsItsCallsAndIsNoticed() throws {
        let bus = try PrivateBus()
        let loop = try EventLoop()
        let (silent, client) = (try bus.connect(), try bus.connect(loop))
        var events: [String] = []
        try client.onDisconnect {
            events.append("disconnected")
            loop.exit(3)
        }
        try client.callAsync(CallTarget(try silent.uniqueName, "/", "org.example.Silent", "Call")) { result in
            if case .failure(let error) = result { events.append(error.name) }
        }
        client.onSendFailure = { error, destination in events.append(destination ?? "") }
        bus.stop()
        #expect(try loop.run() == 3)
        #expect(events == [StandardErrorName.noReply, "disconnected"])
        client.signal(to: ":1.1", path: "/", interface: "org.example.News", member: "Late") { _ in }
        #expect(events.last == ":1.1")
        let call = errorName { () throws(BusError) in try client.owner(of: "org.example.Nobody") }
        #expect(call == StandardErrorName.disconnected)
    }

    @Test func anotherConnectionMayReplaceTheOneThatWasLost() throws {
        let (first, second) = (try PrivateBus(), try PrivateBus())
        let loop = try EventLoop()
        var connection: BusConnection? = try first.connect(loop)
        try connection?.onDisconnect {
            connection = try? second.connect(loop)
            loop.deferred { loop.exit() }
        }
        first.stop()
        _ = try loop.run()
        #expect(connection != nil)
    }

    /// The address sanitizer keeps what is freed.
    private static let isSanitized = dlsym(nil, "__asan_init") != nil

    @Test(.disabled(if: isSanitized)) func tenThousandCallsLeaveNoMemoryBehind() throws {
        let server = try TestServer()
        let client = try server.connect()
        func round() throws -> Int {
            let before = try residentPages()
            for _ in 1...1_000 {
                _ = try client.call(TestServer.method("Lists"), ["a"], [Fields("b", UInt32(1))], ["c": [Int32(1)]])
                _ = errorName { () throws(BusError) in try client.call(TestServer.method("Fail"), "x") }
            }
            return try residentPages() - before
        }
        // Others run in this process, so one round may see their memory; a leak shows in all of them.
        let growth = try (1...5).map { _ in try round() }
        #expect(try #require(growth.min()) <= 4, "\(growth)")
    }

    private func residentPages() throws -> Int {
        let fields = try ChildProcess.run(["cat", "/proc/\(getpid())/statm"]).output.split(separator: " ")
        return try #require(Int(fields[1]))
    }
}

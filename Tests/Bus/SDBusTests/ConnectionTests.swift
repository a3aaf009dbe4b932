// SPDX-License-Identifier: MIT
import Glibc
import Testing

import class BusTesting.ChildProcess
import enum BusTesting.Machine

@testable import SDBus

/// Failed and cancelled calls, and a bus that is missing or goes away.
@Suite struct ConnectionTests {
    @Test func `A missing bus is an error`() {
        let failure = error { () throws(BusError) in
            try BusConnection(.address("unix:path=/nonexistent"), description: "test")
        }
        #expect(failure != nil)
    }

    /// With a full line the bus takes the connection later.
    @Test(.enabled(if: Machine.has("python3"), "needs python3"), arguments: [false, true])
    func `A bus that hangs up is an error`(hasFullLine: Bool) throws {
        let path = "/tmp/hangs-up.\(getpid()).\(hasFullLine)"
        let bus = try ChildProcess([
            "/usr/bin/python3", "-c",
            """
            import os, socket, time
            listener = socket.socket(socket.AF_UNIX)
            listener.bind("\(path)")
            listener.listen(0)
            line = []
            while \(hasFullLine ? "True" : "False"):
                client = socket.socket(socket.AF_UNIX)
                client.setblocking(False)
                try: client.connect("\(path)")
                except BlockingIOError: break
                line.append(client)
            print("listens", flush=True)
            # The connection finds a full line first. Nothing tells when it has.
            if line: time.sleep(0.1)
            for client in line: listener.accept()[0].close()
            connection = listener.accept()[0]
            os.unlink("\(path)")
            print("accepted", flush=True)
            connection.recv(10)
            connection.close()
            """,
        ])
        _ = try bus.waitForLine { $0 == "listens" }
        let failure = error { () throws(BusError) in
            try BusConnection(.address("unix:path=\(path)"), description: "test", loop: try EventLoop())
        }
        #expect(failure != nil)
        _ = try bus.waitForLine { $0 == "accepted" }
    }

    @Test func `A missing service cannot be called`() throws {
        let bus = try PrivateBus()
        let client = try bus.connect()
        let name = errorName { () throws(BusError) in
            try client.call(CallTarget("org.example.Nobody", "/", "org.example.Nobody", "Call"))
        }
        #expect(name == StandardErrorName.serviceUnknown)
        let noTarget = CallTarget(BusName(trusted: "no name"), "/", "org.example.Nobody", "Call")
        let invalid = errorName { () throws(BusError) in try client.call(noTarget) }
        #expect(invalid == StandardErrorName.invalidArgs)
    }

    @Test func `A call without a reply times out`() throws {
        let bus = try PrivateBus()
        let (silent, client) = (try bus.connect(), try bus.connect())
        let target = CallTarget(try silent.ownName, "/", "org.example.Silent", "Call")
        let name = errorName { () throws(BusError) in try client.call(target, timeout: 1_000) }
        #expect(name == StandardErrorName.noReply)
    }

    @Test func `A cancelled call is not completed`() throws {
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

    @Test func `More calls than the bus lets wait for replies are all answered, in order`() throws {
        let server = try TestServer()
        let loop = try EventLoop()
        let client = try server.connect(loop)
        // A stock system bus refuses the 129th call that waits. The calls of a silent connection delay no others.
        let silent = try server.connect()
        let nobody = CallTarget(try silent.ownName, "/", "org.example.Silent", "Call")
        var answers: [String] = []
        for number in 0..<500 {
            if number < 40 { try client.callAsync(nobody, timeout: .max) { _ in answers.append("silent") } }
            try client.callAsync(TestServer.method("Echo"), "\(number)") { reply in
                answers.append((try? reply.get().read(String.self)) ?? "refused")
                if answers.count == 500 { loop.exit() }
            }
        }
        _ = try loop.run()
        #expect(answers == (0..<500).map { "\($0)" })
    }

    @Test func `A cancelled call that waits to be sent is not completed`() throws {
        let server = try TestServer()
        let loop = try EventLoop()
        let client = try server.connect(loop)
        var completed: [Int] = []
        let calls = try (0..<200).map { number in
            try client.callAsync(TestServer.method("Echo"), "x") { _ in
                completed.append(number)
                if number == 199 { loop.exit() }
            }
        }
        for call in calls[50..<199] { call.cancel() }
        _ = try loop.run()
        #expect(completed == Array(0..<50) + [199])
    }

    @Test func `A bus that dies fails the calls that wait to be sent`() throws {
        let bus = try PrivateBus()
        let loop = try EventLoop()
        let (silent, client) = (try bus.connect(), try bus.connect(loop))
        let target = CallTarget(try silent.ownName, "/", "org.example.Silent", "Call")
        var failures = 0
        try client.onDisconnect { loop.exit(3) }
        for _ in 0..<1_000 {
            try client.callAsync(target, timeout: .max) { result in
                if case .failure = result { failures += 1 }
            }
        }
        bus.stop()
        #expect(try loop.run() == 3)
        #expect(failures == 1_000)
    }

    @Test func `A bus that dies fails its calls and reports the loss`() throws {
        let bus = try PrivateBus()
        let loop = try EventLoop()
        let (silent, client) = (try bus.connect(), try bus.connect(loop))
        var events: [String] = []
        try client.onDisconnect {
            events.append("disconnected")
            loop.exit(3)
        }
        try client.callAsync(CallTarget(try silent.ownName, "/", "org.example.Silent", "Call")) { result in
            if case .failure(let error) = result { events.append(error.name) }
        }
        client.onSendFailure = { error, destination in events.append(destination?.text ?? "") }
        bus.stop()
        #expect(try loop.run() == 3)
        #expect(events == [StandardErrorName.noReply, "disconnected"])
        client.signal(BusSignal("/", "org.example.News", "Late"), to: ":1.1") { _ in }
        #expect(events.last == ":1.1")
        let call = errorName { () throws(BusError) in try client.owner(of: "org.example.Nobody") }
        #expect(call == StandardErrorName.disconnected)
    }

    @Test func `A new connection may replace a lost connection`() throws {
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
}

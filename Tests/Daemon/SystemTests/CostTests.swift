// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// What one program can cost the others, on each kind of bus, with the limits of a stock system bus.
@Suite(.daemonLogs, .needsServiceUser, .serialized)
struct CostTests {
    enum Bus: CaseIterable {
        case daemon, broker

        static var all: [Bus] { BusDaemon.canRunBroker ? allCases : [.daemon] }

        func start() throws -> BusDaemon {
            switch self {
            case .daemon: try .system(policyFiles: [Scene.policy()])
            case .broker: try .broker(policyFiles: [Scene.policy()])
            }
        }
    }

    private let phone = "org.example.Phone"

    // MARK: Sizes

    @Test(arguments: Bus.all)
    func `A message that is larger than its method needs is refused, and takes no memory`(
        _ bus: Bus
    ) throws {
        let daemon = try DaemonUnderTest(on: bus.start(), user: .service)
        let client = try RawClient(address: daemon.bus.address, uid: TestUser.alice.uid)
        func register(_ unknown: DBusValue) throws -> String {
            let call = message("RegisterProvider", client, [.string(phone), ["Unknown": unknown]])
            try client.send(call)
            return try Self.answer { try client.reply(to: call.serial) }
        }
        #expect(try register(.array(of: "ay", Array(repeating: .array(of: "y", []), count: 1_000))) == "accepted")
        let before = try daemon.usage()
        for _ in 1...3 {
            #expect(try register(.string(String(repeating: "x", count: 70_000))).contains("65536"))
            #expect(try register(.array(of: "as", Array(repeating: .strings([]), count: 30_000))).contains("65536"))
            #expect(try register(.string(String(repeating: "x", count: 24 << 20))).contains("65536"))
        }
        // dbus-daemon cuts off who sends more than 32 MiB.
        if bus == .broker { #expect(try register(.string(String(repeating: "x", count: 120 << 20))).contains("65536")) }
        #expect(try register(.string("x")) == "accepted")
        #expect(try daemon.usage().peakResidentKiB < before.peakResidentKiB + 6 * 1_024)
    }

    @Test(arguments: Bus.all)
    func `Messages that sd-bus drops do not hide that the next one is too large`(_ bus: Bus) throws {
        let daemon = try DaemonUnderTest(on: bus.start(), user: .service)
        let client = try RawClient(address: daemon.bus.address, uid: TestUser.alice.uid)
        func register(_ unknown: DBusValue) throws -> String {
            let call = message("RegisterProvider", client, [.string(phone), ["Unknown": unknown]])
            try client.send(call)
            return try Self.answer { try client.reply(to: call.serial) }
        }
        #expect(try register(.string("x")) == "accepted")
        let before = try daemon.usage()
        for _ in 1...20 {
            // sd-bus takes the number of a call in a reply only.
            var dropped = RawMessage(kind: .signal, serial: client.nextSerial())
            dropped.destination = Array(DaemonUnderTest.busName.utf8)
            dropped.path = Array("/".utf8)
            dropped.interface = Array("org.example.Phone".utf8)
            dropped.member = Array("Changed".utf8)
            dropped.replySerial = 1
            try client.send(dropped)
            #expect(try register(.string(String(repeating: "x", count: 24 << 20))).contains("65536"))
        }
        #expect(try register(.string("x")) == "accepted")
        #expect(try daemon.usage().peakResidentKiB < before.peakResidentKiB + 6 * 1_024)
    }

    @Test func `A shell may tell a thousand callers, in a call that is too large for other methods`() throws {
        let daemon = try DaemonUnderTest(on: Scene.bus(), user: .service)
        let shell = try daemon.client(uid: TestUser.alice.uid)
        let long = String(repeating: "x", count: 150)
        let callers = (1...1_000).map { DBusValue.tuple("generic", .string(long + "\($0)")) }
        let state: DBusValue = ["DoNotDisturbAllow": .array(of: "(ss)", callers)]
        try shell.manager.call("RegisterShell", "", state)
        try shell.manager.call("SetShellState", state)
    }

    // MARK: Unread signals

    @Test(arguments: Bus.all)
    func `A subscriber that does not read costs the other programs of its user no signal`(_ bus: Bus) throws {
        let folder = try TemporaryDirectory()
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.url.path)
        let state = folder.url.appendingPathComponent("state")
        var daemon = try DaemonUnderTest(on: bus.start(), user: .service, state: state)
        let app = try daemon.client(uid: TestUser.alice.uid)
        let call = UUID().uuidString.lowercased()
        try app.manager.call("RegisterProvider", .string(phone), [:])
        try app.manager.call("ReportNewIncomingCall", .string(phone), .string(call), [:])
        let deaf = try RawClient(address: daemon.bus.address, uid: TestUser.alice.uid)
        let subscribe = message("Subscribe", deaf)
        try deaf.send(subscribe)
        _ = try deaf.reply(to: subscribe.serial)
        let changes = 3_000
        for number in 1...changes {
            let text = DBusValue.string(String(repeating: number % 2 == 0 ? "x" : "y", count: 1_000))
            let update: [String: DBusValue] = [
                "LocalizedCallerName": text, "ContactIdentifier": text, "ExternalID": text,
                "RemoteHandle": .tuple("generic", text),
            ]
            try app.manager.call("ReportCallUpdated", .string(call), .options(update))
        }
        // 12 MB of changes. An app of this user still gets its signals.
        try app.manager.call(
            "RequestTransaction", .array(of: "a{sv}", [["Action": "end-call", "Call": .string(call)]]), [:])
        let action = try app.waitForSignal("PerformEndCallAction").arguments[1]
        try app.manager.call("FulfillAction", action, [:])
        #expect(try app.manager.call("ListCalls").first == .array(of: "(sosss)", []))
        let unread = try Self.unreadSignals(of: deaf)
        #expect(unread.count { $0 == "PropertiesChanged" } < changes / 2)
        #expect(unread.last == "SubscriptionEnded" && unread.count { $0 == "SubscriptionEnded" } == 1)
        // So the next service has no call that no program knows.
        try daemon.kill9()
        daemon = try DaemonUnderTest(on: daemon.bus, user: .service, state: state)
        #expect(try app.manager.call("ListCalls").first == .array(of: "(sosss)", []))
        #expect(try app.manager.call("ListProviders").first != .array(of: "(sos)", []))
    }

    /// A client that reads now gets a reply after all that it had not read.
    private static func unreadSignals(of client: RawClient) throws -> [String] {
        let question = RawMessage(
            serial: client.nextSerial(), destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
            interface: "org.freedesktop.DBus", member: "GetId")
        try client.send(question)
        var signals: [String] = []
        while case .message(let message) = try client.next(), message.replySerial != question.serial {
            if message.kind == .signal, let member = message.member { signals.append(member) }
        }
        return signals
    }

    private func message(_ member: String, _ client: RawClient, _ arguments: [DBusValue] = []) -> RawMessage {
        var message = RawMessage(kind: .methodCall, serial: client.nextSerial(), arguments: arguments)
        message.destination = Array(DaemonUnderTest.busName.utf8)
        message.path = Array(DaemonUnderTest.managerPath.utf8)
        message.interface = Array(DaemonUnderTest.busName.utf8)
        message.member = Array(member.utf8)
        return message
    }

    /// `accepted`, or the error with its message.
    private static func answer(_ body: () throws -> BusMessage) throws -> String {
        do {
            _ = try body()
            return "accepted"
        } catch let error as BusError {
            return "\(error)"
        }
    }

    // MARK: Departures

    @Test(arguments: Bus.all)
    func `An app that leaves with 256 calls does not delay the calls of another user until all is announced`(
        _ bus: Bus
    ) throws {
        let daemon = try DaemonUnderTest(on: bus.start(), user: .service)
        let other = try daemon.client(uid: TestUser.bob.uid)
        try other.manager.call("ListCalls")
        // Few: together they must not count as programs that do not read.
        let subscribers = try (1...2).map { _ in try daemon.client(uid: TestUser.alice.uid) }
        for subscriber in subscribers { try subscriber.manager.call("Subscribe") }
        let app = try daemon.client(uid: TestUser.alice.uid)
        try app.manager.call("RegisterProvider", .string(phone), ["MaximumCallGroups": .uint32(256)])
        for _ in 1...256 {
            try app.manager.call(
                "ReportExistingCall", .string(phone), .string(UUID().uuidString), ["State": "held"])
        }
        // They read until here, so that none counts as deaf.
        for subscriber in subscribers { try subscriber.manager.call("ListCalls") }
        let monitor = try BusMonitor(on: daemon.bus)
        let (name, gone) = (DaemonUnderTest.busName, app.uniqueName)
        daemon.process.send(signal: SIGSTOP)
        app.close()
        _ = try other.waitForName(gone, owned: false)
        let asked = try other.send(name, DaemonUnderTest.managerPath, name, "ListCalls")
        try other.callBus("GetId")
        // Now the service has both to do, the departure first.
        daemon.process.send(signal: SIGCONT)
        _ = try other.reply(to: asked)
        let last = try #require(subscribers.last)
        // The calls of this user wait until everything is announced to them.
        #expect(try last.manager.call("ListCalls").first == .array(of: "(sosss)", []))
        let removed = try last.signalsUpToNow(from: daemon.uniqueName).filter { $0.member == "InterfacesRemoved" }
        #expect(removed.count == 257)
        try monitor.wait(for: "the end") { $0.destination == last.uniqueName && $0.kind == .methodReturn }
        let end = try #require(monitor.messages.lastIndex { $0.member == "InterfacesRemoved" })
        let reply = monitor.messages.firstIndex {
            $0.kind == .methodReturn && $0.destination == other.uniqueName && $0.replySerial == asked
        }
        #expect(try #require(reply) < end)
    }

    // MARK: The lane

    @Test(arguments: Bus.all)
    func `A sandboxed app that performs no answer delays the answer of another app by five ends`(_ bus: Bus) throws {
        let daemon = try DaemonUnderTest(on: bus.start(), user: .service)
        let alice = TestUser.alice.uid
        let app = try daemon.client(uid: alice, controlGroup: .flatpak(phone, uid: alice))
        try app.manager.call("RegisterProvider", .string(phone), ["MaximumCallGroups": .uint32(20)])
        let accepted = try (1...20).count { _ in
            let id = UUID().uuidString.lowercased()
            try app.manager.call("ReportNewIncomingCall", .string(phone), .string(id), [:])
            guard let refusal = try app.call(id).error("Answer") else { return true }
            #expect(refusal.shortName == "LimitsExceeded")
            return false
        }
        // One has left the lane, because the app was told to perform it.
        #expect(accepted == 5)

        let (other, chat) = (try daemon.client(uid: alice), "org.example.Chat")
        let call = UUID().uuidString.lowercased()
        try other.manager.call("RegisterProvider", .string(chat), [:])
        try other.manager.call("ReportNewIncomingCall", .string(chat), .string(call), [:])
        try other.call(call).call("Answer")
        for _ in 1...accepted {
            let end = try app.waitForSignal("PerformEndCallAction")
            try app.manager.call("FulfillAction", end.arguments[1], [:])
        }
        #expect(try other.waitForSignal("PerformAnswerCallAction").arguments[2].string == call)
    }
}

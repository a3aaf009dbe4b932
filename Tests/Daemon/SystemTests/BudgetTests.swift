// SPDX-License-Identifier: MIT

import BusTesting
import CallContract
import Foundation
import Testing

/// The service in the memory of its unit, filled up to all limits at once. A debug build needs a little more memory
/// than the program that is installed.
@Suite(.daemonLogs, .serialized)
struct BudgetTests {
    @Test func `The parts of the budget fit into two thirds of the unit's memory`() throws {
        for parts in [Budget.running, Budget.restoring] {
            #expect(parts.reduce(0) { $0 + $1.bytes } <= Budget.most)
        }
        let unit = try String(contentsOf: Repository.file("systemd/monkeycalld.service"), encoding: .utf8)
        #expect(unit.contains("\nMemoryMax=\(Budget.memory >> 20)M\n"))
        let text = try String(contentsOf: Repository.file("SECURITY.md"), encoding: .utf8)
        for part in Budget.running + Budget.restoring {
            #expect(text.contains("| \(part.name) | \(part.bytes >> 20) MiB |"), "\(part.name)")
        }
    }

    @Test(.needsServiceUser, .needsMemoryLimit, arguments: [Filling.longTexts, .manyCalls])
    func `A full registry survives kills in the memory of the unit, and every client reads all of it`(
        _ filling: Filling
    ) throws {
        try expectSurvival(on: .system(policyFiles: [Scene.policy()]), filling)
    }

    @Test(.needsServiceUser, .needsMemoryLimit, .needsBroker)
    func
        `On dbus-broker a full registry survives kills in the memory of the unit, and every client reads all of it`()
        throws
    {
        try expectSurvival(on: .broker(policyFiles: [Scene.policy()]), .longTexts)
    }

    enum Filling: Sendable {
        /// Each text of each call is as long as it may be.
        case longTexts
        /// As many calls as possible.
        case manyCalls
    }

    private func expectSurvival(on bus: BusDaemon, _ filling: Filling) throws {
        let group = try ControlGroup.limited(to: Budget.memory)
        let folder = try MemoryFolder(of: .service)
        func start() throws -> DaemonUnderTest {
            try DaemonUnderTest(on: bus, user: .service, state: folder.url, controlGroup: group)
        }
        var daemon = try start()
        let victim = try App(daemon, uid: TestUser.modem.uid, "org.example.Victim", filling)
        #expect(try victim.report(most: 1) == 1)
        let crowd = try crowd(daemon)
        var apps: [App] = []
        for uid in [0, TestUser.alice.uid, TestUser.bob.uid] {
            for number in 1...3 {
                let app = try App(daemon, uid: uid, "org.example.App\(number)", filling)
                try app.fill()
                apps.append(app)
            }
        }
        // Another app of each user, and another user, are never shut out.
        for uid in [0, TestUser.alice.uid, TestUser.bob.uid] {
            let modest = try App(daemon, uid: uid, "org.example.Modest", .manyCalls)
            #expect(try modest.report(most: 1) == 1)
            apps.append(modest)
        }
        let readers = try [0, TestUser.alice.uid, TestUser.bob.uid, TestUser.modem.uid].map {
            try BusClient(address: bus.address, uid: $0)
        }
        let before = try readers.map { Set(try $0.managedObjects().keys) }
        #expect(before.map(\.count).reduce(0, +) > (filling == .longTexts ? 60 : 1_000))
        #expect(before.last?.count == 2)
        try pour(into: daemon)
        let reply = try replySize(bus)
        // A stock bus carries 32 MiB and more.
        #expect(reply <= 16 << 20 && reply > 1 << 20)
        for _ in 1...2 {
            try daemon.kill9()
            daemon = try start()
            #expect(try readers.map { Set(try $0.managedObjects().keys) } == before)
        }
        #expect(try victim.report(most: 1) == 1)
        let peak = try group.peakMemory()
        #expect(peak <= Budget.most, "The service had \(peak >> 20) MiB.")
        withExtendedLifetime((apps, crowd)) {}
    }

    /// Programs of every user that are shells and subscribers, until the service accepts no more, and that never read a
    /// signal.
    private func crowd(_ daemon: DaemonUnderTest) throws -> [BusClient] {
        try [0, TestUser.alice.uid, TestUser.bob.uid].flatMap { uid in
            let shells = try clients(daemon, uid) { try $0.manager.call("RegisterShell", "", [:]) }
            let subscribers = try clients(daemon, uid) { try $0.manager.call("Subscribe") }
            // One program gets as many as it leaves free.
            #expect(shells.count == Limits().shells / 2)
            #expect(subscribers.count == Limits().subscribers / 2)
            return shells + subscribers
        }
    }

    /// As many connections as may do something.
    private func clients(
        _ daemon: DaemonUnderTest, _ uid: UInt32, _ body: (BusClient) throws -> Void
    ) throws -> [BusClient] {
        var clients: [BusClient] = []
        do {
            while true {
                let client = try daemon.client(uid: uid)
                try body(client)
                clients.append(client)
            }
        } catch let error as BusError where error.shortName == "LimitsExceeded" {
            return clients
        }
    }

    /// Many connections send at once more than may wait for its turn, and read the answers only later.
    private func pour(into daemon: DaemonUnderTest) throws {
        let users = [0, TestUser.alice.uid, TestUser.bob.uid]
        let clients = try (0..<30).map { try RawClient(address: daemon.bus.address, uid: users[$0 % users.count]) }
        let last = try clients.map { client in
            let requests = [60_000, 60_000, 60_000, 60_000, 60_000, 60_000, 60_000, 60_000, 0].map {
                request(client, padding: $0)
            }
            for request in requests { try client.send(request) }
            return requests.last?.serial ?? 0
        }
        for (client, serial) in zip(clients, last) {
            // Nobody has such a call.
            #expect(throws: BusError.self) { try client.reply(to: serial) }
        }
    }

    private func request(_ client: RawClient, padding: Int) -> RawMessage {
        var message = RawMessage(
            kind: .methodCall, serial: client.nextSerial(),
            arguments: [
                "6ba7b810-9dad-41d1-80b4-00c04fd43009", ["Unknown": .string(String(repeating: "x", count: padding))],
            ])
        message.destination = Array(DaemonUnderTest.busName.utf8)
        message.path = Array(DaemonUnderTest.managerPath.utf8)
        message.interface = Array(DaemonUnderTest.busName.utf8)
        message.member = Array("ReportCallUpdated".utf8)
        return message
    }

    /// The bytes of GetManagedObjects for uid 0.
    private func replySize(_ bus: BusDaemon) throws -> Int {
        let client = try RawClient(address: bus.address)
        let request = RawMessage(
            serial: client.nextSerial(), destination: DaemonUnderTest.busName, path: DaemonUnderTest.managerPath,
            interface: CallName.objectManager, member: "GetManagedObjects")
        try client.send(request)
        return try client.replySize(to: request.serial)
    }
}

/// A folder in memory, as the unit's runtime folder is.
private final class MemoryFolder {
    let url: URL

    init(of user: TestUser) throws {
        url = URL(filePath: "/dev/shm/monkeycall-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
        guard chown(url.path, user.uid, user.gid) == 0 else { throw SupportError.system("chown \(url.path)") }
    }

    deinit { try? FileManager.default.removeItem(at: url) }
}

/// A sandboxed app that takes all that it can get.
private struct App {
    let client: BusClient
    private let name: String
    private let isLong: Bool

    init(_ daemon: DaemonUnderTest, uid: UInt32, _ name: String, _ filling: BudgetTests.Filling) throws {
        client = try daemon.client(uid: uid, controlGroup: try .flatpak(name, uid: uid))
        self.name = name
        isLong = filling == .longTexts
    }

    private func text(_ count: Int) -> DBusValue { .string(String(repeating: "x", count: count)) }

    /// Registers, reports and requests until each is refused.
    func fill() throws {
        let calls = try report(most: .max)
        _ = try until(.max) { try register($0) }
        _ = try until(calls > 0 ? .max : 0) { number in
            try client.manager.call(
                "RequestTransaction",
                .dictionaries([["Action": "set-muted", "Call": .string(uuid(0)), "Muted": .bool(number % 2 == 0)]]), [:]
            )
        }
    }

    private func register(_ number: Int) throws {
        var configuration: [String: DBusValue] = ["MaximumCallGroups": .uint32(1_000)]
        if isLong { configuration["LocalizedName"] = text(1_024) }
        if number < 4 { configuration["Icon"] = .descriptor(try .memory(Array(repeating: 7, count: 1 << 20))) }
        try client.manager.call("RegisterProvider", .string("\(name).p\(number)"), .options(configuration))
    }

    /// Reports calls until one is refused. Returns how many were accepted.
    func report(most: Int) throws -> Int {
        try? register(0)
        var state: [String: DBusValue] = ["State": "held"]
        if isLong {
            for key in ["LocalizedCallerName", "ContactIdentifier", "ExternalID"] { state[key] = text(1_024) }
            state["RemoteHandle"] = .tuple("generic", text(1_024))
            let members = (1...64).map { _ in DBusValue.tuple("generic", text(32), text(32)) }
            state["Members"] = .array(of: "(sss)", members)
            state["ActiveMembers"] = .array(of: "(sss)", members)
        }
        return try until(most) {
            try client.manager.call("ReportExistingCall", .string("\(name).p0"), .string(uuid($0)), .options(state))
        }
    }

    /// The UUID of one of the app's calls.
    private func uuid(_ number: Int) -> String {
        String(format: "%08x-%04x-4000-8000-%012x", number, UInt16(truncatingIfNeeded: client.processID), client.uid)
    }

    private func until(_ most: Int, _ step: (Int) throws -> some Any) throws -> Int {
        var count = 0
        while count < most {
            do { _ = try step(count) } catch let error as BusError where error.shortName == "LimitsExceeded" { break }
            count += 1
        }
        return count
    }
}

// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// Broken or hostile clients harm only themselves.
@Suite(.daemonLogs, .serialized)
struct AbuseTests {
    /// A larger growth of the service's private memory, in KiB, is not noise.
    private let privateKiB = 6 * 1024

    @Test func `The service survives a hundred thousand calls whose replies are never read`() throws {
        let stage = try Stage()
        let (phone, bystander) = (try stage.app("Phone"), try stage.subscriber())
        try flood(stage, count: 10_000, bystander)
        let before = try stage.daemon.usage()
        for _ in 1...10 { try flood(stage, count: 10_000, bystander) }
        try expectNoMore(than: before, in: stage)
        _ = try stage.story()
        try phone.ring("A")
        try stage.expect(["watcher: added A", "watcher: audio Alert=ring"], of: "watcher")
    }

    @Test func `The service survives an app and subscriber that never reads its socket`() throws {
        let stage = try Stage()
        let (chat, watcher) = (try stage.app("Chat"), try stage.subscriber())
        let deaf = try stage.daemon.client()
        let manager = deaf.manager
        try manager.call("RegisterProvider", "org.example.Deaf", [:])
        try manager.call("Subscribe")
        try manager.call("ReportNewIncomingCall", "org.example.Deaf", UUIDs.value("D"), [:])
        try chat.ring("A")
        let name = DBusValue.string(String(repeating: "x", count: 1_000))
        func update(_ times: Int) throws {
            for number in 1...times {
                let update: [String: DBusValue] = ["LocalizedCallerName": number % 2 == 0 ? name : "y"]
                try chat.actor.call("ReportCallUpdated", UUIDs.value("A"), .options(update))
            }
        }
        try update(500)
        let before = try stage.daemon.usage()
        try update(2_000)
        try expectNoMore(than: before, in: stage)
        try watcher.ask("End", "D")
        try watcher.ask("Answer", "A")
        try chat.fulfill()
        #expect(try watcher.property("State", of: "A") == "active")
        #expect(try watcher.property("State", of: "D") == "ending")
        deaf.close()
        _ = try watcher.client.waitForSignal("InterfacesRemoved") { $0.arguments.first?.string == UUIDs.path("D") }
    }

    @Test func `No client can pretend that another client has left the bus`() throws {
        let stage = try Stage()
        let (phone, watcher) = (try stage.app("Phone"), try stage.subscriber())
        try phone.ring("A")
        let liar = try stage.daemon.client()
        let name = DBusValue.string(phone.actor.client.uniqueName)
        for destination in [stage.daemon.uniqueName, nil] {
            try liar.emit(
                "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameOwnerChanged", [name, name, ""], to: destination)
        }
        // The service reads the forged signals before this call.
        try liar.manager.call("ListCalls")
        #expect(try watcher.property("State", of: "A") == "incoming")
    }

    @Test func `The service closes descriptors that it does not need`() throws {
        let stage = try Stage()
        let phone = try stage.app("Phone")
        let file = try Descriptor.memory([1, 2, 3])
        func send() {
            let refusals = [
                phone.actor.refusal { try $0.call("ListCalls", .descriptor(file)) },
                phone.actor.refusal { try $0.call("RegisterShell", .descriptor(file), [:]) },
                phone.actor.refusal { try $0.call("SetShellState", ["DoNotDisturb": .descriptor(file)]) },
                phone.actor.refusal { _ in try phone.ring("A", ["RemoteHandle": .descriptor(file)]) },
                phone.actor.refusal { try $0.call("/nowhere", "org.example.X", "Do", [.descriptor(file)]) },
            ]
            #expect(!refusals.contains("no error"))
            // The service accepts the descriptor for an unknown key, and as an icon that replaces the previous icon.
            let accepted = phone.actor.refusal { _ in
                try phone.configure(["Later": .array(of: "h", [.descriptor(file)]), "Icon": .descriptor(file)])
            }
            #expect(accepted == "no error")
        }
        /// The service closes a message's descriptors right after its reply, so before it answers the next message.
        func descriptors() throws -> Int {
            try phone.actor.catchUp()
            return try stage.daemon.usage().descriptors
        }
        send()
        let before = try descriptors()
        for _ in 1...100 { send() }
        #expect(try descriptors() == before)
        try phone.actor.call("InvalidateProvider", "org.example.Phone")
        #expect(try descriptors() == before - 1)
    }

    @Test func `Invalid bytes end the connection of their sender`() throws {
        let stage = try Stage()
        let bystander = try stage.subscriber()
        let before = try stage.daemon.usage().descriptors
        for spoil: (inout RawMessage) -> Void in [
            { $0.body = RawBytes.string([0xff, 0xfe]) }, { $0.path = Array("no/path".utf8) },
            { $0.path = Array("/a//b".utf8) }, { $0.signature = Array("a{".utf8) },
            { $0.announcedBodyLength = 1 << 28 },
            { $0.serial = 0 }, { $0.member = nil }, { $0.interface = [0xc3, 0x28] },
        ] {
            let raw = try RawClient(address: stage.bus.address)
            var message = RawMessage(
                serial: raw.nextSerial(), destination: DaemonUnderTest.busName, path: DaemonUnderTest.managerPath,
                interface: DaemonUnderTest.busName, member: "InvalidateProvider", signature: "s",
                body: RawBytes.string(Array("org.example.X".utf8)))
            spoil(&message)
            try raw.send(message)
            try raw.waitForDisconnect()
            #expect(try bystander.call("ListCalls").count == 1)
        }
        #expect(try stage.daemon.usage().descriptors == before)
    }

    @Test func `Clients that come and go leave nothing behind`() throws {
        let stage = try Stage()
        let watcher = try stage.subscriber()
        try visitOnce(stage, watcher)
        try watcher.catchUp()
        let before = try stage.daemon.usage()
        for _ in 1...300 { try visitOnce(stage, watcher) }
        try expectNoMore(than: before, in: stage)
    }

    /// Returns when the daemon knows that the client has left the bus.
    private func visitOnce(_ stage: Stage, _ watcher: Actor) throws {
        let client = try stage.daemon.client()
        let manager = client.manager
        let name = "org.example.Visitor" + client.uniqueName.replacing(":", with: ".")
        try manager.call("RegisterProvider", .string(name), [:])
        try manager.call("RegisterShell", "", [:])
        try manager.call("Subscribe")
        client.close()
        _ = try watcher.client.waitForSignal("InterfacesRemoved")
        // The daemon answers only after it has closed the descriptors that it opened for the client.
        try watcher.catchUp()
    }

    /// Sends calls without reading a reply, while the bystander still gets replies. Then the client leaves the bus.
    private func flood(_ stage: Stage, count: Int, _ bystander: Actor) throws {
        let raw = try RawClient(address: stage.bus.address)
        let calls = ["ListCalls", "ListProviders", "Subscribe", "NoSuchMethod"]
        for _ in 1...10 {
            var bytes: [UInt8] = []
            for number in 1...count / 10 {
                let message = RawMessage(
                    serial: raw.nextSerial(), destination: DaemonUnderTest.busName,
                    path: DaemonUnderTest.managerPath, interface: DaemonUnderTest.busName,
                    member: calls[number % calls.count])
                bytes += message.bytes
            }
            try raw.send(bytes)
            _ = try bystander.call("ListProviders")
        }
    }

    private func expectNoMore(
        than before: ProcessUsage, in stage: Stage, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let watcher = try stage.actor("afterwards")
        try watcher.catchUp()
        let after = try stage.daemon.usage()
        #expect(after.descriptors == before.descriptors, sourceLocation: sourceLocation)
        #expect(after.threads == before.threads, sourceLocation: sourceLocation)
        #expect(after.privateKiB < before.privateKiB + privateKiB, sourceLocation: sourceLocation)
    }
}

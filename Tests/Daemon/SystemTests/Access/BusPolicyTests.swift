// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The effect of the policy file on a system bus, with dbus-daemon and with dbus-broker.
@Suite(.daemonLogs, .needsServiceUser)
struct BusPolicyTests {
    @Test func `On dbus-daemon only the service's user may own the name`() throws { try nobodyElseOwns(Scene.bus()) }

    @Test(.needsBroker) func `On dbus-broker only the service's user may own the name`() throws {
        try nobodyElseOwns(.broker(policyFiles: [Scene.policy()]))
    }

    @Test func `On dbus-daemon no client can forge the service's signals`() throws {
        try nobodyImitates(Scene.bus())
    }

    @Test(.needsBroker) func `On dbus-broker no client can forge the service's signals`() throws {
        try nobodyImitates(.broker(policyFiles: [Scene.policy()]))
    }

    @Test func `On dbus-daemon the service itself sends only unicast signals`() throws { try noBroadcast(Scene.bus()) }

    @Test(.needsBroker) func `On dbus-broker the service itself sends only unicast signals`() throws {
        try noBroadcast(.broker(policyFiles: [Scene.policy()]))
    }

    @Test(.needsBroker) func `Calls pass dbus-broker, and no other client can listen`() throws {
        let bus = try BusDaemon.broker(policyFiles: [Scene.policy()])
        let scene = try Scene(on: bus)
        let bob = try scene.daemon.client(uid: TestUser.bob.uid)
        try bob.subscribe()
        try bob.addMatch("type='signal'")
        try? bob.addMatch("type='signal',eavesdrop=true")
        let shell = try scene.daemon.client(uid: TestUser.alice.uid)
        try shell.subscribe()
        try shell.call(Scene.talking).call("SetMuted", true)
        let mute = try scene.owner.waitForSignal("PerformSetMutedCallAction")
        try scene.owner.manager.call("FulfillAction", mute.arguments[1], [:])
        _ = try shell.waitForSignal("TransactionCompleted")
        #expect(try bob.heard().isEmpty)

        let app = try scene.flatpak("org.example.App")
        #expect(try app.call(Scene.talking).get("LocalizedCallerName") == "")
        #expect(try app.call(Scene.talking).error("End")?.shortName == "RequestTransaction.Unentitled")
        #expect(try bob.call(Scene.talking).error("End")?.shortName == "UnknownObject")
        let monitor = try ChildProcess.run(
            ["busctl", "--address=\(bus.address)", "--no-pager", "monitor", DaemonUnderTest.busName], user: .bob)
        #expect(!monitor.succeeded)
    }

    private func nobodyElseOwns(_ bus: BusDaemon) throws {
        for uid in [TestUser.alice.uid, 0] {
            let client = try BusClient(address: bus.address, uid: uid)
            for name in [DaemonUnderTest.busName, CallName.audio] {
                let error = #expect(throws: BusError.self) { try client.requestName(name) }
                #expect(error?.shortName == "AccessDenied")
            }
        }
        let service = try BusClient(address: bus.address, uid: TestUser.service.uid)
        try service.requestName(DaemonUnderTest.busName)
    }

    private func nobodyImitates(_ bus: BusDaemon) throws {
        let daemon = try DaemonUnderTest(on: bus, user: .service)
        let alice = try daemon.client(uid: TestUser.alice.uid)
        try alice.addMatch("type='signal'")
        for uid in [TestUser.bob.uid, TestUser.alice.uid, 0] {
            let other = try daemon.client(uid: uid)
            for destination in [nil, alice.uniqueName] {
                try other.emit(
                    DaemonUnderTest.managerPath, DaemonUnderTest.busName, "ProviderDidReset", ["p", [:]],
                    to: destination)
            }
            try other.emit("/", "org.example.Control", "Arrives")
            _ = try alice.waitForSignal("Arrives")
        }
        #expect(!alice.signals.contains { $0.interface == DaemonUnderTest.busName })
    }

    private func noBroadcast(_ bus: BusDaemon) throws {
        let service = try BusClient(address: bus.address, uid: TestUser.service.uid)
        try service.requestName(DaemonUnderTest.busName)
        let alice = try BusClient(address: bus.address, uid: TestUser.alice.uid)
        try alice.addMatch("type='signal'")
        let signals = [
            (DaemonUnderTest.busName, "ProviderDidReset"), (CallName.objectManager, "InterfacesAdded"),
            (CallName.properties, "PropertiesChanged"),
        ]
        for (interface, member) in signals { try service.emit(DaemonUnderTest.managerPath, interface, member) }
        try service.emit(DaemonUnderTest.managerPath, DaemonUnderTest.busName, "ProviderDidBegin", to: alice.uniqueName)
        _ = try alice.waitForSignal("ProviderDidBegin")
        #expect(!alice.signals.contains { $0.sender == service.uniqueName })
    }
}

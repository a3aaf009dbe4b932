// SPDX-License-Identifier: MIT

import BusTesting
import ModemTesting
import Testing

/// What the bridge of the system tells of itself on the system bus.
@Suite(.daemonLogs, .needsBridgeUser, .needsModemStacks)
struct SystemBridgeTests {
    private static let name = "org.monkeycall.Bridge"
    private let ada = "+493012345"
    private let scene: ModemScene

    init() throws { scene = try ModemScene(.ofono) }

    /// The object, as that user sees it.
    private func object(_ user: TestUser) throws -> BusObject {
        try scene.stage.actor(user.name, of: user).client.object(Self.name, "/org/monkeycall/Bridge", Self.name)
    }

    private func sources(_ user: TestUser) throws -> [[String: DBusValue]] {
        try object(user).call("ListSources").first?.elements?.compactMap(\.entries) ?? []
    }

    @Test func `A user sees the modems and the number of their own calls, and other users see neither`() throws {
        try scene.talk(to: ada)
        let absent: [String: DBusValue] = [
            "Source": "modem-manager", "State": "absent", "Count": .uint32(0), "Providers": .strings([]),
        ]
        var ofono: [String: DBusValue] = [
            "Source": "ofono", "State": "present", "Count": .uint32(1), "Providers": .strings(try scene.providers()),
        ]
        #expect(try sources(.alice) == [absent, ofono])
        (ofono["Count"], ofono["Providers"]) = (.uint32(0), .strings([]))
        #expect(try sources(.bob) == [absent, ofono])
    }

    @Test func `The object on the system bus has the members of its XML file, and no other user can take its name`()
        throws
    {
        let contract = try Introspection(file: Repository.file("dbus/org.monkeycall.Bridge.xml"))
        let live = try Introspection(xml: object(.bob).introspect())
        #expect(contract.differences(to: live, interfaces: [Self.name]) == [])
        try scene.crashBridge()
        let bob = try scene.stage.actor("bob", of: .bob).client
        try bob.waitForName(Self.name, owned: false)
        #expect(throws: BusError.self) { try bob.requestName(Self.name) }
    }

    @Test func `The command line lists the sources of the bridge of the system, and the user's bridge only if it runs`()
        throws
    {
        let session = try BusDaemon.session()
        let result = try ChildProcess.run(
            [try Product.path("monkeycall"), "bridges"],
            environment: [
                "DBUS_SESSION_BUS_ADDRESS": session.address, "DBUS_SYSTEM_BUS_ADDRESS": scene.stage.bus.address,
            ])
        let provider = try #require(scene.providers().first)
        // Root sees the providers of all users.
        #expect(
            result.output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") } == [
                "SOURCE BRIDGE STATE CALLS PROVIDERS", "modem-manager system does not run 0",
                "ofono system runs 0 \(provider)",
            ])
        let json = try ChildProcess.run(
            [try Product.path("monkeycall"), "--json", "bridges"],
            environment: [
                "DBUS_SESSION_BUS_ADDRESS": session.address, "DBUS_SYSTEM_BUS_ADDRESS": scene.stage.bus.address,
            ])
        #expect(json.output.contains(#""Bridge":"system""#))
    }
}

// SPDX-License-Identifier: MIT

import BusTesting
import CallInterface
import Foundation
import ModemTesting
import SDBus
import Testing

@testable import ModemFront

/// Which programs find the modem, and hear of its calls.
@Suite(.needsFrontUser, .needsModemStacks)
struct FrontVisibilityTests {
    private static let call = FrontGateway.call(1, "active")

    /// The modem in an answer to GetManagedObjects.
    private func modem(_ objects: [String: DBusValue]) -> [String: DBusValue]? { objects[FrontScene.modem]?.entries }

    @Test func `WirePlumber of the user in front finds one modem, by both names`() throws {
        let scene = try FrontScene()
        let gateway = try scene.gateway()
        try gateway.set(Self.call)
        for name in [FrontScene.modemManager, FrontScene.name] {
            let found = try scene.wirePlumber(asking: name).objects
            #expect(Set(found.keys) == [FrontScene.modem])
            let interfaces = try #require(modem(found))
            let own = interfaces.filter { $0.key.hasPrefix(FrontScene.modemManager) }
            let expected = ["Modem", "Modem.Modem3gpp", "Modem.Voice"].map { "\(FrontScene.modemManager).\($0)" }
            #expect(Set(own.keys) == Set(expected))
            let facts = own["\(FrontScene.modemManager).Modem"]?.entries
            #expect(facts?["Device"] == "monkeycall")
            #expect(facts?["State"] == .int32(8))
            #expect(facts?["SignalQuality"] == .tuple(.uint32(100), true))
            let network = own["\(FrontScene.modemManager).Modem.Modem3gpp"]?.entries
            #expect(network == ["OperatorName": "Element", "RegistrationState": .uint32(1)])
            let calls = own["\(FrontScene.modemManager).Modem.Voice"]?["Calls"]
            #expect(calls == .array(of: "o", [.path(FrontScene.path(of: 1))]))
        }
        withExtendedLifetime(gateway) {}
    }

    /// GNOME Calls, NetworkManager, mmcli, a sandboxed app, and our own bridge ask the same. A program that the user's
    /// systemd does not run as WirePlumber is none.
    @Test(arguments: [
        "app-org.gnome.Calls-1.scope", "app-flatpak-org.example.Spy-7.scope", "monkeycall-bridge.service",
        "pipewire.service", "wireplumber.service.scope", "app-wireplumber.service", "wireplumber.scope",
    ])
    func `Another program of the user finds no modem, and hears nothing`(_ unit: String) throws {
        let scene = try FrontScene()
        let gateway = try scene.gateway()
        let other = try scene.wirePlumber(in: unit)
        #expect(other.objects.isEmpty)
        try gateway.set(Self.call)
        #expect(try other.news().isEmpty)
        try other.ask()
        #expect(other.objects.isEmpty)
        #expect(try other.voice.error("CreateCall", ["number": "110"]) != nil)
        #expect(try other.call(1).error("Hangup") != nil)
        #expect(throws: BusTesting.BusError.self) { try other.call(1).getAll() }
        #expect(try gateway.presses().isEmpty)
    }

    @Test func `An instance of WirePlumber finds the modem, and hears of one that comes later`() throws {
        let scene = try FrontScene()
        let early = try scene.wirePlumber()
        let instance = try scene.wirePlumber(in: "wireplumber@bluetooth.service")
        #expect(early.objects.isEmpty && instance.objects.isEmpty)
        let gateway = try scene.gateway()
        let added = Array(repeating: "freedesktop/ModemManager1 InterfacesAdded Modem/front", count: 3)
        #expect(try early.news() == added)
        try gateway.set(Self.call)
        #expect(try instance.news().suffix(2) == ["Modem/front CallAdded Call/1", "is 4 1 +4930123456"])
    }

    @Test func `Root and other users find no modem, also in a unit of WirePlumber`() throws {
        let scene = try FrontScene()
        let gateway = try scene.gateway()
        let bob = try scene.wirePlumber(of: .bob)
        let root = try WirePlumber(scene.client(nil), asking: FrontScene.name)
        try gateway.set(Self.call)
        for other in [bob, root] {
            try other.ask()
            #expect(other.objects.isEmpty)
            #expect(try other.news().isEmpty)
            #expect(try other.call(1).error("Hangup") != nil)
        }
        #expect(try gateway.presses().isEmpty)
    }

    @Test func `The modem is that of the user whose session is in front`() throws {
        let seat = try Seat()
        try seat.activate(.alice)
        let scene = try FrontScene(seat: seat)
        let (alice, bob) = (try scene.gateway(), try scene.gateway(of: .bob))
        let (alices, bobs) = (try scene.wirePlumber(), try scene.wirePlumber(of: .bob))
        try alice.set(Self.call)
        try bob.set(FrontGateway.call(5, "held"))
        #expect(!alices.objects.isEmpty && bobs.objects.isEmpty)
        #expect(try alices.news().suffix(2) == ["Modem/front CallAdded Call/1", "is 4 1 +4930123456"])
        try alice.object.expectState("shown")
        try bob.object.expectState("background")

        try seat.activate(.bob)
        // The front follows the files of logind, so its news are waited for.
        _ = try alices.client.waitForSignal("CallDeleted")
        try bob.object.expectState("shown")
        try alice.object.expectState("background")
        #expect(try bobs.news().suffix(2) == ["Modem/front CallAdded Call/5", "is 5 1 +4930123456"])
        #expect(try alices.call(1).error("Hangup") != nil)
        try bobs.call(5).call("Hangup")
        #expect(try alice.presses().isEmpty)
        #expect(try bob.presses() == ["Pressed 5 hangup"])
    }

    @Test func `The object for gateways has the members of its XML file, and only programs outside a sandbox use it`()
        throws
    {
        let scene = try FrontScene()
        let contract = try Introspection(file: Repository.file("dbus/org.monkeycall.ModemFront.xml"))
        let gateway = FrontGateway(try scene.client())
        let live = try Introspection(xml: gateway.object.introspect())
        #expect(contract.differences(to: live, interfaces: [FrontScene.name]) == [])
        let app = FrontGateway(try scene.program(in: "app-flatpak-org.example.App-1.scope"))
        #expect(try app.object.error("Attach")?.shortName == "AccessDenied")
        #expect(throws: BusTesting.BusError.self) { try app.object.get("State") }
        #expect(try gateway.object.error("GiveWay")?.shortName == "AccessDenied")
    }
}

/// The settings of WirePlumber that packages install.
struct WirePlumberSettingsTests {
    @Test(arguments: ["50-monkeycall.conf", "51-monkeycall.lua"])
    func `The setting of each version of WirePlumber names the front's modem and its bus name`(_ name: String) throws {
        let file = try Repository.file("desktop/wireplumber/\(name)")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
        for (key, value) in [("modem", ModemFrontName.device), ("modem-service", ModemFrontName.bus.text)] {
            let key = "bluez5.hfphsp-backend-native-\(key)"
            let settings = [#"  \#(key) = "\#(value)""#, #"bluez_monitor.properties["\#(key)"] = "\#(value)""#]
            #expect(lines.count { settings.contains($0) } == 1, "\(key)")
        }
    }
}

/// What SECURITY.md says about the callers of the front is what its interface table says.
struct FrontCallersTests {
    @Test func `SECURITY.md has every member of the front's interface with its callers`() throws {
        let bus = try BusDaemon.session()
        let loop = try EventLoop()
        let connection = try BusConnection(.address(bus.address), description: "front", loop: loop)
        let service = FrontService(connection, loop)
        let columns = service.gateways.callers.map {
            (interface: FrontScene.name, member: $0.member, access: "\($0.access)")
        }
        #expect(try CallersTable(below: "The front of modems").differences(from: columns) == [])
        withExtendedLifetime(bus) {}
    }
}

extension FrontService {
    fileprivate convenience init(_ bus: BusConnection, _ loop: EventLoop) {
        self.init(on: bus, loop, SeatUser(always: 0), ModemManagerUnit(folders: []), log: Log { _, _ in })
    }
}

extension BusObject {
    fileprivate func expectState(_ state: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        #expect(try get("State").string == state, sourceLocation: sourceLocation)
    }
}

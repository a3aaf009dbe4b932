// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// Modem services: the accounts that may register one, and the data of the served user that it sees.
@Suite(.daemonLogs, .needsServiceUser)
struct ModemTests {
    typealias Who = Scene.Who

    private static let modem: DBusValue = "org.example.Modem"
    private static let rootModem: DBusValue = "org.example.RootModem"
    private static let missing: DBusValue = "org.example.Missing"
    private static let call = "6ba7b810-9dad-41d1-80b4-00c04fd43009"
    private static let alice: DBusValue = ["User": .uint32(TestUser.alice.uid)]
    private static let bob: DBusValue = ["User": .uint32(TestUser.bob.uid)]

    private let folder: TemporaryDirectory
    private let scene: Scene

    init() throws {
        let text = """
            [Cellular org.example.Modem]
            User=\(TestUser.modem.uid)
            [Cellular org.example.RootModem]
            User=root
            [Cellular org.example.Missing]
            User=no-such-account
            """
        folder = try TemporaryDirectory()
        scene = try Scene(on: Scene.bus(), configuration: folder.write(text, to: "monkeycalld.conf"))
    }

    private func connect(in group: ControlGroup? = nil) throws -> BusClient {
        try scene.daemon.client(uid: TestUser.modem.uid, controlGroup: group)
    }

    /// A modem service that serves Alice.
    private func serve() throws -> BusClient {
        let client = try connect()
        try client.manager.call("RegisterProvider", Self.modem, Self.alice)
        return client
    }

    @Test func `The account that the configuration names carries calls of another user`() throws {
        let client = try connect()
        let path = try client.manager.call("RegisterProvider", Self.modem, Self.alice).first?.string ?? ""
        _ = try client.waitForSignal("ProviderDidBegin")
        let (shell, _) = try scene.come(.sameUser)
        let seen = try shell.provider(at: path).getAll()
        #expect(seen["Identifier"] == Self.modem && seen["Class"] == "cellular" && seen["AppID"] == "")

        try client.manager.call(
            "ReportNewIncomingCall", Self.modem, .string(Self.call), ["LocalizedCallerName": "Grace"])
        #expect(try shell.call(Self.call).get("LocalizedCallerName") == "Grace")
        try shell.call(Self.call).call("Answer")
        let hold = try scene.owner.waitForSignal("PerformSetHeldCallAction")
        try scene.owner.manager.call("FulfillAction", hold.arguments[1], [:])
        let answer = try client.waitForSignal("PerformAnswerCallAction")
        try client.manager.call("FulfillAction", answer.arguments[1], [:])
        #expect(try client.waitForSignal("DidActivateAudioSession").arguments[1]["Call"]?.string == Self.call)
    }

    @Test(arguments: Who.allCases)
    func `No other account gets the identifier for any user`(_ who: Who) throws {
        let (client, root) = try scene.come(who)
        let before = try scene.registry()
        for configuration in [[:], Self.alice, Self.bob, ["User": .uint32(TestUser.modem.uid)]] as [DBusValue] {
            for identifier in [Self.modem, Self.missing] {
                let error = try client.manager(at: root).error("RegisterProvider", identifier, configuration)
                #expect(error?.shortName == "Unentitled", "\(configuration)")
            }
        }
        #expect(try scene.registry() == before)
        _ = try scene.daemon.process.waitForLine(of: .error) {
            $0.contains("monkeycalld.conf:6 message=There is no account no-such-account,")
        }
    }

    @Test func `No sandboxed app makes another user's calls, not even one of the modem's account`() throws {
        let app = try connect(in: .flatpak("org.example.Modem", uid: TestUser.modem.uid))
        let refusal = try app.manager.error("RegisterProvider", Self.modem, Self.alice)
        #expect(refusal?.shortName == "Unentitled" && refusal?.message.contains("[Cellular org.example.Modem]") == true)
        let other = try connect().manager.error("RegisterProvider", "org.example.Other", Self.alice)
        #expect(other?.shortName == "Unentitled")
        let word = try connect().manager.error("RegisterProvider", Self.modem, ["User": "games"])
        #expect(word?.shortName == "InvalidArgs" && word?.message.contains("User") == true)
    }

    @Test func `The modem's account sees its own calls, and the other calls as a sandboxed app does`() throws {
        let (client, app) = (try serve(), try scene.flatpak("org.example.App"))
        try client.manager.call(
            "ReportNewIncomingCall", Self.modem, .string(Self.call), ["LocalizedCallerName": "Grace"])
        #expect(try client.call(Self.call).get("LocalizedCallerName") == "Grace")
        #expect(try client.call(Scene.talking).getAll() == app.call(Scene.talking).getAll())
        #expect(try client.managedObjects().count == 6)
        _ = try client.heard()

        try scene.owner.manager.call("ReportCallUpdated", .string(Scene.talking), ["LocalizedCallerName": "Amelia E."])
        try scene.owner.manager.call("ReportCallEnded", .string(Scene.talking), .uint64(0), "remote-ended", [:])
        let heard = try client.heard().map(\.description).joined(separator: "\n")
        #expect(heard.contains("InterfacesRemoved"))
        for secret in Scene.secrets { #expect(!heard.contains(secret), "\(secret)") }

        let end = try client.call(Scene.waiting).error("End")
        #expect(end?.shortName == "RequestTransaction.Unentitled")
        #expect(try client.manager.error("RegisterShell", "", [:])?.shortName == "AccessDenied")
        #expect(try client.manager.error("ReportCallUpdated", .string(Scene.waiting), [:])?.shortName == "Unentitled")
        #expect(try client.manager.error("RegisterProvider", "org.example.Other", [:])?.shortName == "Unentitled")
    }

    @Test func `A sandboxed app calls no emergency number, and a program outside a sandbox calls it over the modem`()
        throws
    {
        let (client, app) = (try connect(), try scene.flatpak("org.example.App"))
        let numbers: DBusValue = ["User": .uint32(TestUser.alice.uid), "EmergencyNumbers": .strings(["112"])]
        try client.manager.call("RegisterProvider", Self.modem, numbers)
        try app.manager.call("RegisterProvider", "org.example.App", [:])
        let number = DBusValue.tuple("phone-number", "112")
        let start = DBusValue.dictionaries([
            [
                "Action": "start-call", "Call": .string(Self.call), "Provider": "org.example.App", "Handle": number,
            ]
        ])
        let refusal = try app.manager.error("RequestTransaction", start, [:])
        #expect(refusal?.shortName == "RequestTransaction.Unentitled" && refusal?.message.contains("Modem") == false)
        #expect(try app.manager.error("RequestStartCall", "org.example.App", number, [:])?.shortName == "Unentitled")

        try scene.come(.sameUser).client.manager.call("RequestTransaction", start, [:])
        let hold = try scene.owner.waitForSignal("PerformSetHeldCallAction")
        try scene.owner.manager.call("FulfillAction", hold.arguments[1], [:])
        let told = try client.waitForSignal("PerformStartCallAction")
        #expect(told.arguments[0] == Self.modem && told.details?["Emergency"] == true)
    }

    @Test func `The calls of a modem end as failed with its connection`() throws {
        let client = try serve()
        try client.manager.call("ReportNewIncomingCall", Self.modem, .string(Self.call), [:])
        let (shell, _) = try scene.come(.sameUser)
        try shell.subscribe()
        client.close()
        let ended = try shell.waitForSignal("PropertiesChanged") { $0.path == shell.path(of: Self.call) }
        #expect(ended.arguments[1]["EndedReason"] == "failed" && ended.arguments[1]["Reason"] == "provider-lost")
        let gone = try shell.waitForSignal("InterfacesRemoved") { $0.arguments[1].strings == [CallName.provider] }
        #expect(gone.arguments[0].string?.hasSuffix("/providers/2") == true)
        _ = try serve()
    }

    @Test func `A connection of a modem serves one user`() throws {
        let client = try serve()
        let refusal = try client.manager.error("RegisterProvider", Self.modem, Self.bob)
        #expect(refusal?.shortName == "Unentitled" && refusal?.message.contains("\(TestUser.bob.uid)") == true)
        let own: DBusValue = ["User": .uint32(TestUser.modem.uid)]
        let back = try client.manager.error("RegisterProvider", "org.example.Modem.second", own)
        #expect(back?.shortName == "Unentitled")
        #expect(try client.manager.error("SetProviderConfiguration", Self.modem, Self.bob)?.shortName == "InvalidArgs")
        try client.manager.call("SetProviderConfiguration", Self.modem, Self.alice)
        try client.manager.call("RegisterProvider", "org.example.Modem.second", [:])
        #expect(try scene.owner.managedObjects().count == 6)

        let busy = try connect()
        try busy.manager.call("RegisterProvider", "org.example.Phone", own)
        #expect(try busy.manager.error("RegisterProvider", Self.modem, Self.alice)?.shortName == "Unentitled")
        try busy.manager.call("InvalidateProvider", "org.example.Phone")
        try busy.manager.call("RegisterShell", "", [:])
        #expect(try busy.manager.error("RegisterProvider", Self.modem, Self.bob)?.shortName == "Unentitled")
    }

    @Test func `An account may be the user of its own modem`() throws {
        for configuration in [[:], ["User": .uint32(TestUser.modem.uid)]] as [DBusValue] {
            let client = try connect()
            let path = try client.manager.call("RegisterProvider", Self.modem, configuration).first?.string ?? ""
            #expect(try client.provider(at: path).get("Class") == "cellular")
            #expect(try client.managedObjects().count == 1)
            try client.manager.call("InvalidateProvider", Self.modem)
        }
    }

    @Test func `A modem service that registers again keeps its user, its object and its calls`() throws {
        let client = try connect()
        var paths: Set<String> = []
        for configuration in [Self.alice, Self.alice, [:]] {
            paths.insert(try client.manager.call("RegisterProvider", Self.modem, configuration).first?.string ?? "")
            _ = try client.manager.error("ReportNewIncomingCall", Self.modem, .string(Self.call), [:])
        }
        #expect(paths.count == 1)
        let (shell, _) = try scene.come(.sameUser)
        #expect(try shell.call(Self.call).get("State") == "incoming")
        #expect(try client.heard().filter { $0.member == "ProviderDidBegin" }.count == 1)
        #expect(try client.manager.error("RegisterProvider", Self.modem, Self.bob)?.shortName == "Unentitled")
    }

    @Test func `A refused account continues in its own domain`() throws {
        let first = try serve()
        let late = try connect()
        try late.subscribe()
        let refusal = try late.manager.error("RegisterProvider", Self.modem, Self.alice)
        #expect(refusal?.shortName == "ProviderAlreadyRegistered")
        #expect(try late.managedObjects().isEmpty)
        try first.manager.call("InvalidateProvider", Self.modem)
        #expect(try late.heard().isEmpty)
    }

    @Test func `A subscription moves to the user's domain`() throws {
        let (client, other) = (try connect(), try connect())
        try client.subscribe()
        try client.manager.call("RegisterProvider", Self.modem, Self.alice)
        let added = try client.waitForSignal("InterfacesAdded")
        #expect(added.arguments[1][CallName.provider]?["Identifier"] == Self.modem)
        _ = try client.heard()
        try other.manager.call("RegisterProvider", "org.example.Other", [:])
        #expect(try client.heard().isEmpty)
        try client.manager.call("ReportNewIncomingCall", Self.modem, .string(Self.call), [:])
        #expect(try client.heard().map(\.member) == ["InterfacesAdded", "PropertiesChanged"])
        try client.manager.call("Unsubscribe")
        try client.manager.call("ReportCallEnded", .string(Self.call), .uint64(0), "unanswered", [:])
        #expect(try client.heard().isEmpty)
    }

    @Test func `Root is a modem at the manager path and the administrator below it`() throws {
        let root = try scene.daemon.client()
        let tree = try scene.come(.administrator).root
        for configuration in [[:], Self.alice, Self.bob] {
            let refusal = try root.manager(at: tree).error("RegisterProvider", Self.rootModem, configuration)
            #expect(refusal?.shortName == "Unentitled")
        }
        try root.manager.call("RegisterProvider", Self.rootModem, Self.alice)
        try root.manager.call("ReportNewIncomingCall", Self.rootModem, .string(Self.call), [:])
        #expect(try root.call(Self.call).get("State") == "incoming")
        #expect(try root.call(Scene.talking).get("LocalizedCallerName") == "")
        #expect(try root.call(Scene.talking, at: tree).get("LocalizedCallerName") == "Amelia")
        #expect(try root.manager.call("ListUsers").first?.elements?.count == 1)
        #expect(try root.children(at: root.rootPath).filter { !$0.contains("user/_") }.count == 6)
        root.close()
        try scene.owner.waitForName(root.uniqueName, owned: false)
        #expect(try scene.owner.managedObjects().count == 4)
    }
}

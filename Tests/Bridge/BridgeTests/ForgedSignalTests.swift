// SPDX-License-Identifier: MIT

import BusTesting
import ModemTesting
import Testing

/// The programs whose calls the bridge carries, a row for each. Every connection of their bus can send the bridge their
/// signals, and can tell that a name has another owner, so the bridge must not believe either. Then the program tells
/// the same, or really has such a call, to show that it would have an effect.
@Suite(.daemonLogs)
struct ForgedSignalTests {
    enum Source: CaseIterable {
        case gnomeCalls, phones, modemManager, ofono, headsets

        /// Those of the bridge that follow it.
        var files: [String] {
            let names =
                switch self {
                case .gnomeCalls: ["GnomeCallsSource.swift"]
                case .phones: ["Modems/TelephonyPhones.swift"]
                case .modemManager: ["Modems/ModemManagerModems.swift", "Modems/ModemManagerCalls.swift"]
                case .ofono: ["Modems/OfonoModems.swift", "Modems/OfonoCalls.swift"]
                case .headsets: ["Headsets/HeadsetGateway.swift", "Headsets/AgentRules.swift"]
                }
            let common =
                switch self {
                case .gnomeCalls, .headsets: [String]()
                case .phones, .modemManager, .ofono: ["Modems/ModemSource.swift"]
                }
            return (names + common).map { "CallBridge/" + $0 }
        }
    }

    private static let ada = "+4930123456"
    private static let bob = "+4930654321"

    @Test func `Each file of the bridge that follows another program has a row`() throws {
        let followed = try Followers.files(of: .bridge)
        #expect(Set(Source.allCases.flatMap(\.files)) == followed, "add a row with a forged signal for each file")
    }

    @Test(arguments: Source.allCases)
    func `A signal of a source of the bridge counts only if the source has sent it`(_ source: Source) throws {
        switch source {
        case .gnomeCalls: try forgeGnomeCalls()
        case .phones: try forgePhones()
        case .modemManager: try forgeModemManager()
        case .ofono: try forgeOfono()
        case .headsets: try forgeHeadsets()
        }
    }

    /// An entry of GetManagedObjects, and the arguments of InterfacesAdded behind the path.
    static func interfaces(_ interfaces: [String: [String: DBusValue]]) -> DBusValue {
        let entries = interfaces.map { (DBusValue.string($0), DBusValue.options($1)) }
        return .dictionary(key: "s", value: "a{sv}", Dictionary(uniqueKeysWithValues: entries))
    }

    // MARK: Programs of the session

    private func forgeGnomeCalls() throws {
        let bridge = try BridgeUnderTest()
        let call: [String: DBusValue] = [
            "Inbound": true, "State": .uint32(5), "Id": .string(Self.bob), "DisplayName": "Bob", "Protocol": "tel",
            "Encrypted": false, "CanDtmf": true,
        ]
        let forger = try Forger(of: GnomeCallsProgram.name, to: bridge.program.process, on: bridge.session)
        try forger.forge(
            ForgedSignal(
                GnomeCallsProgram.root, CallName.objectManager, "InterfacesAdded",
                .path(GnomeCallsProgram.root + "/Call/99"), Self.interfaces([GnomeCallsProgram.interface: call])))
        #expect(try bridge.list().isEmpty)
        _ = try bridge.calls.ring()
        // It is the only one.
        try bridge.waitForCall("incoming") {
            $0["RemoteHandle"] == .tuple("phone-number", .string(GnomeCallsProgram.caller))
        }
    }

    private func forgePhones() throws {
        let scene = try PhoneScene()
        let (root, name) = ("/org/pipewire/Telephony", PipeWireTelephony.name)
        let call: [String: DBusValue] = [
            "State": "incoming", "LineIdentification": .string(Self.bob), "IncomingLine": "", "Name": "",
            "Multiparty": false,
        ]
        let forger = try Forger(of: name, to: scene.program.process, on: scene.session)
        try forger.forge(
            ForgedSignal(
                root, CallName.objectManager, "InterfacesAdded", .path(root + "/ag9"),
                Self.interfaces([name + ".AudioGateway1": ["Address": "00:11:22:AA:BB:EE"]])),
            ForgedSignal(
                root + "/ag1", CallName.objectManager, "InterfacesAdded", .path(root + "/ag1/call9"),
                Self.interfaces([name + ".Call1": call])))
        #expect(try Set(scene.providers().keys) == [PhoneScene.provider])
        #expect(try scene.calls() == [:])
        try scene.ring(from: Self.ada)
        try scene.expect([Self.ada: "incoming"])
        try scene.telephony.connect("00:11:22:AA:BB:DD")
        try scene.waitForProviders([PhoneScene.provider, "org.monkeycall.Phone.001122AABBDD"])
    }

    // MARK: Programs of the system

    /// ModemManager tells only the paths of new calls and modems, so the bridge asks about them.
    private func forgeModemManager() throws {
        let name = "org.freedesktop.ModemManager1"
        let stage = try ModemStage(name)
        func modem(_ id: String) -> DBusValue {
            Self.interfaces([
                name + ".Modem": ["State": .int32(8), "DeviceIdentifier": .string(id)],
                name + ".Modem.Voice": ["EmergencyOnly": false],
            ])
        }
        try stage.answer(
            "GetManagedObjects", .dictionary(key: "o", value: "a{sa{sv}}", [.path("/modem1"): modem("1")]))
        try stage.answer("ListCalls", .array(of: "o", []))
        let call = ForgedSignal("/modem1", name + ".Modem.Voice", "CallAdded", .path("/call1"))
        let other = ForgedSignal(
            "/org/freedesktop/ModemManager1", CallName.objectManager, "InterfacesAdded", .path("/modem2"), modem("2"))
        try stage.forger.forge(call, other)
        #expect(try !stage.modems.hasCalls(of: "GetAll", "ListCalls"))
        try stage.forger.tell(call, other, by: stage.modems)
        #expect(try stage.modems.waitForCall("GetAll").path == "/call1")
        #expect(try stage.modems.waitForCall("ListCalls").path == "/modem2")
    }

    private func forgeOfono() throws {
        let stage = try ModemStage("org.ofono")
        let voice = "org.ofono.VoiceCallManager"
        let modem = DBusValue.options(["Interfaces": .strings([voice])])
        try stage.answer("GetModems", .array(of: "(oa{sv})", [.structure([.path("/modem1"), modem])]))
        // Of the calls, and of the SIM card.
        for _ in 1...2 { try stage.answer("GetProperties", .options([:])) }
        try stage.answer("GetCalls", .array(of: "(oa{sv})", []))
        let call = ForgedSignal(
            "/modem1", voice, "CallAdded", .path("/modem1/voicecall01"),
            .options(["State": "incoming", "LineIdentification": .string(Self.ada)]))
        let other = ForgedSignal("/", "org.ofono.Manager", "ModemAdded", .path("/modem2"), modem)
        try stage.forger.forge(call, other)
        #expect(try !stage.modems.hasCalls(of: "GetProperties"))
        #expect(try stage.calls() == [:])
        try stage.forger.tell(call, other, by: stage.modems)
        #expect(try stage.modems.waitForCall("GetProperties").path == "/modem2")
        while try stage.calls() != [Self.ada: "incoming"] { _ = try stage.shell.client.nextSignal() }
    }

    // MARK: The gateway to headsets

    private func forgeHeadsets() throws {
        let scene = try HeadsetScene(rules: HeadsetScene.locked)
        let pressed = ForgedSignal(
            HeadsetScene.frontPath, HeadsetScene.frontName, "Pressed", .uint32(1), "hangup")
        let rules = ForgedSignal.change(
            HeadsetScene.agentPath, HeadsetScene.agentName + ".Calls", ["ShowsCallers": true])
        try scene.phone.ring("A", from: Self.ada)
        try scene.expect(["1 ringing-in in"])
        let forger = try Forger(of: HeadsetScene.agentName, to: scene.program.process, on: scene.session)
        try forger.forge(rules)
        let other = try Forger(of: HeadsetScene.frontName, to: scene.program.process, on: scene.stage.bus)
        try other.forge(pressed)
        #expect(try !scene.front.hasCalls(of: "SetCalls", "Attach"))
        #expect(try scene.phone.actor.property("PendingAction", of: "A") == "")
        try forger.tell(rules, by: scene.agent)
        try scene.expect(["1 ringing-in in \(Self.ada)"])
        try other.tell(pressed, by: scene.front)
        _ = try scene.phone.actor.client.waitForSignal("PerformEndCallAction")
    }
}

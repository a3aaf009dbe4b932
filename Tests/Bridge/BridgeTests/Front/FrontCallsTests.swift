// SPDX-License-Identifier: MIT

import BusTesting
import ModemTesting
import Testing

/// The calls of a gateway at WirePlumber, and the presses of headsets at the gateway.
@Suite(.needsFrontUser, .needsModemStacks)
struct FrontCallsTests {
    private let scene: FrontScene
    private let gateway: FrontGateway
    private let wirePlumber: WirePlumber

    init() throws {
        scene = try FrontScene()
        gateway = try scene.gateway()
        wirePlumber = try scene.wirePlumber()
    }

    private func call(_ id: UInt32, _ state: String, _ direction: String = "in", _ number: String = "+4930123456")
        -> DBusValue
    {
        FrontGateway.call(id, state, direction, number)
    }

    @Test func `A call rings, is answered and ends`() throws {
        try gateway.set(call(1, "ringing-in"))
        #expect(
            try wirePlumber.news() == [
                "Modem/front PropertiesChanged \(FrontScene.modemManager).Modem.Modem3gpp",
                "Modem/front CallAdded Call/1",
                "is 3 1 +4930123456",
            ])
        try wirePlumber.call(1).call("Accept")
        #expect(try gateway.presses() == ["Pressed 1 accept"])
        #expect(try wirePlumber.news().isEmpty)
        try gateway.set(call(1, "active"))
        #expect(try wirePlumber.news() == ["Call/1 StateChanged 3 4 0"])
        try wirePlumber.call(1).call("SendDtmf", "5")
        try wirePlumber.call(1).call("Hangup")
        #expect(try gateway.presses() == ["Tone 1 5", "Pressed 1 hangup"])
        try gateway.set()
        #expect(try wirePlumber.news() == ["Call/1 StateChanged 4 7 0", "Modem/front CallDeleted Call/1"])
        #expect(try wirePlumber.call(1).error("Hangup") != nil)
    }

    @Test func `Each state and direction has the number of ModemManager`() throws {
        let rows: [(String, String, Int, Int)] = [
            ("dialing", "out", 1, 2), ("ringing-out", "out", 2, 2), ("ringing-in", "in", 3, 1), ("active", "in", 4, 1),
            ("held", "out", 5, 2), ("waiting", "in", 6, 1),
        ]
        for (index, row) in rows.enumerated() {
            try gateway.set(call(UInt32(index), row.0, row.1))
            #expect(try wirePlumber.news().last == "is \(row.2) \(row.3) +4930123456")
        }
    }

    @Test func `Two calls are told one after the other, with a hold between them`() throws {
        try gateway.set(call(1, "active"))
        _ = try wirePlumber.news()
        try gateway.set(call(1, "active"), call(2, "waiting", "in", "110"))
        #expect(try wirePlumber.news() == ["Modem/front CallAdded Call/2", "is 6 1 110"])
        try gateway.set(call(1, "held"), call(2, "active", "in", "110"))
        #expect(try wirePlumber.news() == ["Call/2 StateChanged 6 4 0", "Call/1 StateChanged 4 5 0"])
    }

    @Test(arguments: ["anonymous", "+49 30", "1;+CHUP", "1\r\nRING", "12+3", String(repeating: "1", count: 33), ""])
    func `A number that PipeWire must not copy is withheld`(_ number: String) throws {
        try gateway.set(call(1, "ringing-in", "in", number))
        #expect(try wirePlumber.news().last == "is 3 1 ")
    }

    @Test func `A headset dials only what is a number, and presses only what the state allows`() throws {
        let path = try wirePlumber.voice.call("CreateCall", ["number": "+4930123456", "pin": "1234"]).first
        #expect(path == .path("/"))
        try wirePlumber.voice.call("CreateCall", ["number": ""])
        for rubbish in ["+", "1;ATZ", "anonymous", String(repeating: "1", count: 33)] {
            #expect(try wirePlumber.voice.error("CreateCall", ["number": .string(rubbish)])?.shortName == "InvalidArgs")
        }
        #expect(try wirePlumber.voice.error("CreateCall", [:])?.shortName == "InvalidArgs")
        try gateway.set(call(1, "active"))
        _ = try wirePlumber.news()
        #expect(try wirePlumber.call(1).error("Accept")?.name.hasSuffix("Core.WrongState") == true)
        #expect(try wirePlumber.call(1).error("SendDtmf", "12")?.shortName == "InvalidArgs")
        #expect(try wirePlumber.call(2).error("Hangup")?.shortName == "UnknownObject")
        #expect(try gateway.presses() == ["Dialed +4930123456", "Dialed "])
    }

    /// NetworkManager and others hand secrets to the owner of the name. The policy of ModemManager lets root call all
    /// of its methods, so the user is root here.
    @Test func `The front knows no other interface of ModemManager`() throws {
        let root = try #require(TestUser.named("root"))
        let scene = try FrontScene(user: root)
        let gateway = try scene.gateway(of: root)
        try gateway.set(call(1, "active"))
        let wirePlumber = try scene.wirePlumber(of: root)
        #expect(try wirePlumber.news().last == "is 4 1 +4930123456")
        let name = FrontScene.modemManager
        let strange: [(String, String, String, [DBusValue])] = [
            (FrontScene.modem, "\(name).Modem.Simple", "Connect", [["pin": "1234"]]),
            (FrontScene.modem, "\(name).Modem", "Enable", [true]),
            (FrontScene.modem, "\(name).Modem", "Command", ["AT", .uint32(1)]),
            (FrontScene.modem, "\(name).Modem.Voice", "HangupAll", []),
            (FrontScene.modem, "\(name).Modem.Messaging", "List", []),
            (FrontScene.manager + "/SIM/0", "\(name).Sim", "SendPin", ["1234"]),
            (FrontScene.path(of: 1), "\(name).Call", "Deflect", ["110"]),
        ]
        for (path, interface, member, arguments) in strange {
            let error = try wirePlumber.client.error(name, path, interface, member, arguments)
            let isThere = path == FrontScene.modem || path == FrontScene.path(of: 1)
            #expect(error?.shortName == (isThere ? "UnknownMethod" : "UnknownObject"), "\(member)")
        }
        withExtendedLifetime(gateway) {}
    }

    @Test func `Calls that are refused change nothing`() throws {
        try gateway.set(call(1, "active"))
        _ = try wirePlumber.news()
        let many = (1...17).map { call($0, "held") }
        #expect(try gateway.object.error("SetCalls", .array(of: "(usss)", many), "")?.shortName == "LimitsExceeded")
        #expect(try gateway.error(call(1, "active"), call(1, "held")) == "InvalidArgs")
        #expect(try gateway.error(call(1, "active", "out")) == "InvalidArgs")
        #expect(try gateway.error(call(1, "ringing")) == "InvalidArgs")
        #expect(try gateway.error(call(1, "held", "")) == "InvalidArgs")
        #expect(try gateway.object.error("SetCalls", "rubbish")?.shortName == "InvalidArgs")
        let other = FrontGateway(try scene.client())
        #expect(try other.error(call(1, "held")) == "AccessDenied")
        #expect(try wirePlumber.news().isEmpty)
    }

    @Test func `The calls end at the headset with the gateway, and come again with the next one`() throws {
        try gateway.set(call(1, "active"))
        _ = try wirePlumber.news()
        gateway.client.close()
        _ = try wirePlumber.client.waitForSignal("CallDeleted")
        let next = try scene.gateway()
        try next.set(call(1, "active"))
        #expect(try wirePlumber.news().suffix(2) == ["Modem/front CallAdded Call/1", "is 4 1 +4930123456"])
        try wirePlumber.call(1).call("Hangup")
        #expect(try next.presses() == ["Pressed 1 hangup"])
    }

    @Test func `A gateway that does not read its presses has no calls at headsets, until it attaches again`() throws {
        try gateway.set(call(1, "active"))
        _ = try wirePlumber.news()
        var (presses, refusal): (Int, String?) = (0, nil)
        while refusal == nil {
            presses += 1
            try #require(presses < 100_000, "the front keeps a gateway that reads nothing")
            refusal = try wirePlumber.call(1).error("Hangup")?.shortName
        }
        #expect(refusal == "UnknownObject")
        #expect(try wirePlumber.news().prefix(2) == ["Call/1 StateChanged 4 7 0", "Modem/front CallDeleted Call/1"])
        // The answer of the bus comes after the presses, so it has read all of them.
        try gateway.client.callBus("GetId")
        gateway.client.forgetSignals()
        #expect(try gateway.error(call(1, "active")) == "AccessDenied")
        try gateway.object.call("Attach")
        try gateway.set(call(2, "active"))
        _ = try wirePlumber.news()
        try wirePlumber.call(2).call("Hangup")
        #expect(try gateway.presses() == ["Pressed 2 hangup"])
    }

    @Test func `A second gateway of the user takes the place of the first, and one of another user does not`() throws {
        try gateway.set(call(1, "active"))
        _ = try wirePlumber.news()
        let bob = try scene.gateway(of: .bob)
        try bob.set(call(1, "held"))
        #expect(try wirePlumber.news().isEmpty)
        let second = try scene.gateway()
        #expect(try wirePlumber.news().suffix(2) == ["Call/1 StateChanged 4 7 0", "Modem/front CallDeleted Call/1"])
        #expect(try gateway.error(call(1, "active")) == "AccessDenied")
        try second.set(call(2, "active"))
        _ = try wirePlumber.news()
        try wirePlumber.call(2).call("Hangup")
        #expect(try second.presses() == ["Pressed 2 hangup"])
        #expect(try gateway.presses().isEmpty && bob.presses().isEmpty)
    }

    @Test func `After kill -9 of the front the next one finds WirePlumber, and shows what the gateway hands to it`()
        throws
    {
        let spy = try scene.program(in: "app-org.example.Spy-1.scope")
        try gateway.set(call(1, "active"))
        _ = try wirePlumber.news()
        try scene.process.kill9()
        try gateway.client.waitForName(FrontScene.name, owned: false)
        try scene.start()
        try wirePlumber.waitUntilFound()
        #expect(try spy.signalsUpToNow(from: FrontScene.name).isEmpty)
        #expect(try gateway.error(call(1, "active")) == "AccessDenied")
        try gateway.object.call("Attach")
        try gateway.set(call(1, "active"))
        #expect(try wirePlumber.news().suffix(2) == ["Modem/front CallAdded Call/1", "is 4 1 +4930123456"])
    }

    @Test func `WirePlumber that leaves and returns during a call hears of the call`() throws {
        try gateway.set(call(1, "active"))
        _ = try wirePlumber.news()
        wirePlumber.client.close()
        let next = try scene.wirePlumber()
        #expect(Array(next.objects.keys) == [FrontScene.modem])
        #expect(try next.news() == ["Modem/front CallAdded Call/1", "is 4 1 +4930123456"])
    }
}

// SPDX-License-Identifier: MIT

import BusTesting
import ModemTesting
import Testing

/// Calls of a modem, with the real programs: one call at a time.
@Suite(.daemonLogs, .needsBridgeUser, .needsModemStacks)
struct ModemCallTests {
    private let ada = "+493012345"
    private let bob = "+493067890"

    @Test(arguments: ModemStack.allCases)
    func `A call of a modem rings for the user and is answered and ended in the registry`(_ stack: ModemStack) throws {
        let scene = try ModemScene(stack)
        scene.modem.ring(from: ada)
        try scene.expect([ada: "incoming"])
        #expect(try scene.alice.audioProperty("Alert") == "ring")
        #expect(try scene.property("Outgoing", of: ada) == false)
        let id = try scene.id(ada)

        try scene.ask("Answer", ada)
        try scene.expect([ada: "active"], at: [ada: "active"])
        try scene.wait(forProperty: "HasAudio", of: ada, true)

        try scene.ask("End", ada)
        try scene.expect([:], at: [:])
        #expect(try scene.endedReason(id) == "local-ended")
        try scene.waitForNoCalls()
    }

    @Test(arguments: ModemStack.allCases)
    func `The other side ends a call or gives up, and the registry says which`(_ stack: ModemStack) throws {
        let scene = try ModemScene(stack)
        try scene.talk(to: ada)
        let first = try scene.id(ada)
        scene.modem.leave(ada)
        try scene.expect([:])
        #expect(try scene.endedReason(first) == "remote-ended")

        scene.modem.ring(from: bob)
        try scene.expect([bob: "incoming"])
        let second = try scene.id(bob)
        scene.modem.leave(bob)
        try scene.expect([:])
        #expect(try scene.endedReason(second) == "unanswered")
    }

    @Test(arguments: ModemStack.allCases)
    func `An app with LiveCommunicationKit finds the modem and lets it call`(_ stack: ModemStack) throws {
        let scene = try ModemScene(stack)
        let program = try WorldReadableProgram(Product.path("CallKitActor"), neededBy: .alice)
        let app = try ChildProcess(
            [program.path], environment: ["MONKEYCALL_BUS": scene.stage.bus.address], user: .alice)
        try app.writeLine("lc services")
        let label = try #require(try app.waitForLine().split(separator: " ", maxSplits: 1).last)
        try app.writeLine("lc dial \(ada)")
        #expect(try app.waitForLine() == "asked")
        try scene.expect([ada: "dialing"], at: [ada: "dialing"])
        #expect(try scene.property("ProviderName", of: ada) == .string(String(label)))
    }

    @Test(arguments: ModemStack.allCases)
    func `A call is dialled at the modem, reaches the other side and connects`(_ stack: ModemStack) throws {
        let scene = try ModemScene(stack)
        let id = try scene.dial("+49 (30) 123-45")
        try scene.modem.wait(for: [ada: "dialing"])
        try scene.wait { try scene.alice.property("State", of: id) == "dialing" }
        scene.modem.alert(ada)
        try scene.expect([ada: "connecting"])
        scene.modem.connect(ada)
        try scene.expect([ada: "active"])
        try scene.wait(forProperty: "HasAudio", of: ada, true)
        #expect(try scene.id(ada) == id)
        scene.modem.leave(ada)
        try scene.expect([:])
        #expect(try scene.endedReason(id) == "remote-ended")
    }

    @Test(arguments: ModemStack.allCases)
    func `A number that would be a second command is not dialled`(_ stack: ModemStack) throws {
        let scene = try ModemScene(stack)
        let id = try scene.dial("123;+CHUP\rATD456")
        try scene.wait { try scene.endedReason(id) == "failed" }
        #expect(!scene.modem.heardSoFar.contains { $0.hasPrefix("D") })
    }

    @Test(arguments: ModemStack.allCases)
    func `A call to an emergency number of the SIM is an emergency call`(_ stack: ModemStack) throws {
        let scene = try ModemScene(stack)
        try scene.dial("118")
        try scene.modem.wait(for: ["118": "dialing"])
        try scene.wait(forProperty: "Emergency", of: "118", true)
        try scene.ask("End", "118")
        try scene.expect([:], at: [:])
    }

    @Test(arguments: ModemStack.allCases)
    func `A modem calls its emergency numbers in place of every other app`(_ stack: ModemStack) throws {
        let scene = try ModemScene(stack)
        let chat = try scene.stage.app("Chat", ["SupportedHandleTypes": .strings(["phone-number"])])
        try scene.wait("the numbers of the SIM") { try scene.emergencyNumbers().isSuperset(of: ["112", "911", "118"]) }
        try scene.dial("118", at: chat.identifier)
        try scene.modem.wait(for: ["118": "dialing"])
        try scene.wait(forProperty: "Emergency", of: "118", true)
        try scene.ask("End", "118")
        try scene.expect([:], at: [:])
        // If the end came before the bridge had seen the call, the program may still be about to end it, and then it
        // dials none.
        try scene.waitForNoCalls()
        let asked = try scene.alice.call(
            "RequestStartCall", .string(chat.identifier), .tuple("phone-number", "118"), [:])
        #expect(try asked == [.string(scene.defaultProvider())])
        try scene.expect(["118": "dialing"], at: ["118": "dialing"])
        #expect(try scene.property("Emergency", of: "118") == true)
    }

    @Test(arguments: ModemStack.allCases)
    func `An emergency call that another program dials is one call`(_ stack: ModemStack) throws {
        let scene = try ModemScene(stack)
        try scene.program.dial("118")
        try scene.modem.wait(for: ["118": "dialing"])
        try scene.expect(["118": "dialing"], at: ["118": "dialing"])
        try scene.wait(forProperty: "Emergency", of: "118", true)
    }

    @Test(arguments: ModemStack.allCases)
    func `Tones are played one after another`(_ stack: ModemStack) throws {
        let scene = try ModemScene(stack)
        try scene.talk(to: ada)
        try scene.ask("PlayDTMF", ada, "5#19")
        try scene.modem.wait(forTones: "5#19")
    }

    @Test(arguments: ModemStack.allCases)
    func `A dialled call that the user ends before the modem has begun to dial is hung up when the modem dials`(
        _ stack: ModemStack
    ) throws {
        let scene = try ModemScene(stack)
        scene.modem.delayDials()
        let id = try scene.dial(ada)
        try scene.modem.waitForDelayedDial()
        try scene.ask("End", ada)
        try scene.expect([:])
        #expect(try scene.endedReason(id) == "local-ended")
        scene.modem.dialNow()
        try scene.modem.wait(for: [:])
        try scene.waitForNoCalls()
        #expect(try scene.calls().isEmpty)
        // The next call is another one.
        try scene.dial(bob)
        try scene.expect([bob: "dialing"], at: [bob: "dialing"])
        scene.modem.connect(bob)
        try scene.expect([bob: "active"])
        #expect(try scene.shell.call("ListEndedCalls").first?.elements?.count == 1)
    }

    /// Six seconds of pauses.
    @Test func `Tones with pauses that last longer than 5 seconds are played to the end`() throws {
        let scene = try ModemScene(.modemManager)
        try scene.talk(to: ada)
        let transaction = try scene.ask("PlayDTMF", ada, "1,;2,3")
        let completed = try scene.alice.client.waitForSignal("TransactionCompleted") {
            $0.arguments[0].string == transaction
        }
        #expect(completed.arguments[1] == true)
        #expect(scene.modem.tones == "123")
    }

    @Test(arguments: ModemStack.allCases)
    func `A modem that says NO CARRIER before OK ends the call for the registry too`(_ stack: ModemStack) throws {
        let scene = try ModemScene(stack)
        scene.modem.sayNoCarrierFirst()
        try scene.talk(to: ada)
        let id = try scene.id(ada)
        let transaction = try scene.ask("End", ada)
        let end = try scene.alice.client.waitForSignal("TransactionCompleted") {
            $0.arguments[0].string == transaction
        }
        #expect(end.arguments[1] == true)
        try scene.expect([:], at: [:])
        #expect(try scene.endedReason(id) == "local-ended")
    }

    @Test(arguments: ModemStack.allCases)
    func `A call that another program dials and ends is in the registry`(_ stack: ModemStack) throws {
        let scene = try ModemScene(stack)
        try scene.program.dial(ada)
        try scene.modem.wait(for: [ada: "dialing"])
        try scene.expect([ada: "dialing"])
        scene.modem.connect(ada)
        try scene.expect([ada: "active"])
        try scene.wait(forProperty: "HasAudio", of: ada, true)
        let id = try scene.id(ada)
        try scene.program.hangUp()
        try scene.expect([:], at: [:])
        #expect(try scene.endedReason(id) == "local-ended")
    }

    @Test(arguments: ModemStack.allCases)
    func `Modems that the administrator turns off leave the registry, and a call goes on`(_ stack: ModemStack) throws {
        let scene = try ModemScene(stack)
        try scene.talk(to: ada)
        try scene.set("[Sources]\nmodem-manager=off\nofono=off\n")
        try scene.waitForProviders(0)
        #expect(try scene.calls().isEmpty)
        #expect(scene.modem.states == [ada: "active"])
        try scene.set("")
        try scene.expect([ada: "active"], at: [ada: "active"])
    }

    @Test(arguments: ModemStack.allCases)
    func `The log of the bridge has no number`(_ stack: ModemStack) throws {
        let scene = try ModemScene(stack)
        try scene.talk(to: ada)
        scene.modem.refuseToDial()
        let id = try scene.dial(bob)
        try scene.wait { try scene.endedReason(id) == "failed" }
        _ = try scene.bridge.waitForLine(of: .error) { $0.contains("refuses") }
        let log = scene.bridge.text(of: .error)
        #expect(!log.contains("3012345") && !log.contains("3067890"))
    }
}

// SPDX-License-Identifier: MIT

import BusTesting
import ModemTesting
import Testing

/// A program ends, or the phone goes away, during a call. No call is hung up, and none is listed twice.
@Suite(.daemonLogs)
struct PhoneRestartTests {
    private let ada = "+493012345"
    private let scene: PhoneScene

    init() throws { scene = try PhoneScene(keepsState: true) }

    @Test(arguments: CallMoment.allCases, Crash.allCases)
    func `A call of the phone goes on and is listed once in every state when any program is killed`(
        _ moment: CallMoment, _ crash: Crash
    ) throws { try scene.survive(crash, while: moment) }

    @Test(arguments: SecondCall.allCases, Crash.allCases)
    func `An active call of a phone and a waiting or held one go on and are listed once when any program is killed`(
        _ second: SecondCall, _ crash: Crash
    ) throws { try scene.surviveTwoCalls(crash, second) }

    @Test func `A call of the phone goes on when the bridge is killed, and the call held for it resumes later`() throws
    {
        let app = try scene.stage.app("Phone")
        try app.activeCall("B")
        try scene.ring(from: ada)
        try scene.expect([ada: "incoming", "B": "active"])
        try scene.ask("Answer", ada)
        try app.fulfill(after: "PerformSetHeldCallAction")
        try scene.expect([ada: "active", "B": "held"])
        let id = try scene.id(ada)
        try scene.crashBridge()
        try scene.expect(["B": "held"], at: [ada: "active"])
        try scene.startBridge()
        try scene.expect([ada: "active", "B": "held"], at: [ada: "active"])
        #expect(try scene.id(ada) == id)
        try scene.ask("End", ada)
        try app.fulfill(after: "PerformSetHeldCallAction")
        try scene.expect(["B": "active"], at: [:])
    }

    @Test func `The call of a phone that goes away leaves the registry, and the phone's next call rings`() throws {
        try scene.talk(to: ada)
        try scene.telephony.disconnect(PhoneScene.address)
        try scene.waitForProviders([])
        try scene.expect([:])
        try scene.telephony.connect(PhoneScene.address)
        try scene.waitForProviders([PhoneScene.provider])
        try scene.talk(to: ada)
    }
}

extension PhoneScene: TwoCallsScene {
    var callCommands: [String] { telephony.asked }
    var callCommandsAtStart: [String] { [] }

    var bridge: ChildProcess { program.process }
    func memory(of moment: CallMoment) -> SourceMemory { .callsAreFound }
    var holdsAtSource: Bool { true }
    func waitUntilDialled(_ number: String) throws { try waitAtSource(for: [number: "dialing"]) }
    func connect(_ number: String) throws { try telephony.connectCall(number) }

    /// The user holds it at the phone: the registry cannot hold the only call.
    func talkAndHold(_ number: String) throws {
        try talk(to: number)
        try telephony.swap()
        try wait(forProperty: "SupportsHolding", of: number, true)
    }

    func crashSource() throws { try telephony.crash() }

    func startSource() throws {
        try waitForProviders([])
        try telephony.start()
    }
}

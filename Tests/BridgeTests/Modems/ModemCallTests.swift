// SPDX-License-Identifier: MIT

import BusTesting
import ModemTesting
import Testing

/// Calls of a modem, with the real programs: one call at a time.
@Suite(.daemonLogs, .needsBridgeUser, .needsModemStacks)
struct ModemCallTests {
    private let ada = "+493012345"

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
}

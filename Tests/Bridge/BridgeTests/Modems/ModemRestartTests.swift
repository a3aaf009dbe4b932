// SPDX-License-Identifier: MIT

import BusTesting
import ModemTesting
import Testing

/// The program of a modem is killed during a call, and another call comes. `RestartTests` kills each program in each
/// state.
@Suite(.daemonLogs, .needsBridgeUser, .needsModemStacks)
struct ModemRestartTests {
    private let ada = "+493012345"
    private let bob = "+493067890"

    /// ModemManager does not find a call that it did not see begin or ring; oFono does.
    @Test(arguments: ModemStack.allCases)
    func `A call that began before a crash of the modem's program is beside the next one`(_ stack: ModemStack) throws {
        let scene = try ModemScene(stack)
        try scene.talk(to: ada)
        try scene.crashSource()
        try scene.expect([:])
        try scene.startSource()
        // A modem announces a waiting call once: the program must be listening by then.
        if stack.findsCalls { try scene.wait { try scene.calls()[ada] == "active" } }
        scene.modem.ring(from: bob)
        try scene.wait { try scene.calls()[bob] == "incoming" }
        #expect(try scene.calls().count == (stack.findsCalls ? 2 : 1))
        #expect(scene.modem.states == [ada: "active", bob: "waiting"])
    }
}

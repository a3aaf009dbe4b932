// SPDX-License-Identifier: MIT

import BusTesting
import ModemTesting
import Testing

/// The Mute button in the window of the real GNOME Calls. It is written for callaudiod, whose name the agent has.
@Suite(.daemonLogs, .needsBridgeUser, .needsModemStacks)
struct GnomeCallsMuteTests {
    @Test(arguments: ModemMuteScene.Carrier.allCases)
    func `The Mute button of GNOME Calls mutes the call of the modem in the registry, and the microphone with it`(
        _ carrier: ModemMuteScene.Carrier
    ) throws {
        let scene = try ModemMuteScene(.pulseAudio, .modemManager, keepsState: false, carrier)
        try scene.plugIn()
        let window = try GnomeCallsWindow(on: scene.desktop.bus)
        // Before the agent, which takes the free names of programs for calls.
        let program = try GnomeCallsProgram(
            on: scene.desktop.bus, .modemManager(scene.desktop.bus), isAccessible: true)
        try scene.startAgent()
        try program.client.waitForName("org.mobian_project.CallAudio")
        try scene.talk()
        try program.wait { $0 == [ModemMuteScene.ada: "active"] }
        try scene.waitForCall { ($0["Provider"] == "org.gnome.Calls") == (carrier == .user) }
        try window.toggle("Mute")
        try scene.waitForMuted(true)
        try scene.waitForMicrophone(true)
        try window.toggle("Mute")
        try scene.waitForMuted(false)
        try scene.waitForMicrophone(false)
        try window.toggle("Mute")
        try scene.waitForMicrophone(true)
        scene.modem.leave(ModemMuteScene.ada)
        try scene.waitForNoCall()
        try scene.waitForMicrophone(false)
    }

    /// GNOME Calls shows the button as pressed nevertheless. BRIDGES.md warns of that.
    @Test func `Without a sound server GNOME Calls is told that the call of a modem is not muted`() throws {
        let desktop = try Desktop()
        let user = try desktop.stage.subscriber("user")
        let window = try GnomeCallsWindow(on: desktop.bus)
        let program = try GnomeCallsProgram(on: desktop.bus, isAccessible: true)
        let bridge = try UserBridge(desktop.stage, desktop.bus)
        try desktop.startAgent()
        let name = "org.mobian_project.CallAudio"
        try program.client.waitForName(name)
        let monitor = try BusMonitor(on: desktop.bus)
        func wait(_ state: String) throws {
            while try user.call("ListCalls").first?.elements?.map({ $0[4]?.string }) != [state] {
                _ = try user.client.nextSignal()
            }
        }
        let call = try program.ring()
        try wait("incoming")
        try program.press("Accept", call)
        try wait("active")
        try window.toggle("Mute")
        try monitor.wait(forCalls: "MuteMic", 1, from: program.process)
        let agent = user.client.object(name, "/org/mobian_project/CallAudio", name)
        // The agent has answered the program before.
        #expect(try agent.call("MuteMic", true).first == false)
        let calls = try user.client.managedObjects().values.compactMap { $0.entries?[CallName.call]?.entries }
        #expect(calls.map { $0["Muted"] } == [false])
        withExtendedLifetime(bridge) {}
    }
}

// SPDX-License-Identifier: MIT

import BusTesting
import ModemTesting
import Testing

/// The Mute button in the window of the real GNOME Calls. It is written for callaudiod, whose name the agent has.
@Suite(.daemonLogs, .needsBridgeUser, .needsModemStacks)
struct GnomeCallsMuteTests {
    @Test
    func `The Mute button of GNOME Calls mutes the call of the modem in the registry, and the microphone with it`()
        throws
    {
        let scene = try ModemMuteScene(.pulseAudio, .modemManager, keepsState: false)
        try scene.plugIn()
        let window = try GnomeCallsWindow(on: scene.desktop.bus)
        // Before the agent, which takes the free names of programs for calls.
        let program = try GnomeCallsProgram(
            on: scene.desktop.bus, .modemManager(scene.desktop.bus), isAccessible: true)
        try scene.startAgent()
        try program.client.waitForName("org.mobian_project.CallAudio")
        try scene.talk()
        try program.wait { $0 == [ModemMuteScene.ada: "active"] }
        try window.toggle("Mute")
        try scene.waitForMuted(true)
        try scene.waitForMicrophone(true)
        try window.toggle("Mute")
        try scene.waitForMuted(false)
        try scene.waitForMicrophone(false)
    }

    /// The agent neither finds a stream of such a call nor mutes the microphone for it. BRIDGES.md warns of that.
    @Test func `The Mute button of GNOME Calls has no effect while the bridge of the user carries the call of a modem`()
        throws
    {
        let desktop = try Desktop()
        let sound = try SoundServer(on: desktop.bus, .pulseAudio)
        let user = try desktop.stage.subscriber("user")
        let window = try GnomeCallsWindow(on: desktop.bus)
        let program = try GnomeCallsProgram(on: desktop.bus, isAccessible: true)
        let bridge = try UserBridge(desktop.stage, desktop.bus)
        try desktop.startAgent(environment: sound.environment)
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

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
}

// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// Features that only GNOME has.
struct GnomeShellTests {
    @Test func `With GNOME's do-not-disturb no call is shown, although GNOME shows critical notifications`() throws {
        let desktop = try Desktop(hasUnits: true)
        let screen = try GnomeShell(on: desktop.bus)
        try screen.setDoNotDisturb(true)
        try desktop.startAgent(environment: screen.home.environment)
        let agent = screen.home.client.object(
            "org.monkeycall.Agent", "/org/monkeycall/Agent", "org.monkeycall.Agent")
        try wait(for: true, agent)
        let app = try desktop.app()
        try app.type("incoming ada Ada")
        try app.expect("ended")
        #expect(try screen.read().isEmpty)
        try screen.setDoNotDisturb(false)
        try wait(for: false, agent)
        try app.type("incoming bob Bob")
        try screen.waitFor("Incoming call from Bob")
    }

    @Test func `A call that rings during another one is shown, although calls were missed before`() throws {
        let desktop = try Desktop(hasUnits: true)
        let screen = try GnomeShell(on: desktop.bus)
        try desktop.startAgent(environment: screen.home.environment)
        let app = try desktop.app()
        for caller in ["ada Ada", "bob Bob"] {
            try app.type("incoming \(caller)")
            try app.type("remote-end")
            try app.expect("ended")
        }
        try app.type("incoming carol Carol")
        try screen.waitFor("Incoming call from Carol")
        try app.type("answer")
        try app.expect("audio started")
        try screen.waitFor("Call with Carol")
        try screen.recordBanners()
        // No key or mouse moves: GNOME then closes no banner by itself.
        try app.type("incoming dora Dora")
        try screen.waitFor("Incoming call from Dora")
        // Neither the missed calls, which share a notification now, nor Carol's call had a banner before it.
        #expect(try screen.banners() == ["Incoming call from Dora"])
    }

    @Test func `GNOME's play key pauses the music, then answers the call that rings, and then starts the music again`()
        throws
    {
        let desktop = try Desktop(hasUnits: true)
        let screen = try GnomeShell(on: desktop.bus)
        try screen.startMediaKeys()
        let music = try Player.mpv(on: desktop.bus)
        try screen.waitForMediaKeys("Switching to MPRIS client org.mpris.MediaPlayer2.mpv")
        try desktop.startAgent(environment: screen.home.environment)
        let app = try desktop.app()
        try app.type("incoming ada Ada")
        let call = "org.mpris.MediaPlayer2.monkeycall"
        // On a busy machine GNOME hears after the call's appearance that the music plays.
        try screen.waitForMediaKeys(
            "Remembering \(call) for later because the current MPRIS client is playing",
            "Switching to MPRIS client org.mpris.MediaPlayer2.mpv because it is playing")
        try screen.pressKey("AudioPlay")
        try music.expect("Paused")
        try screen.waitForMediaKeys("Switching to MPRIS client \(call) because it is playing")
        let monitor = try BusMonitor(on: desktop.bus)
        try screen.pressKey("AudioPlay")
        try app.expect("answered")
        // The agent pauses what still plays when the call takes the audio. Music that starts before it has looked would
        // be paused.
        try monitor.wait(forReplyOf: music.process, to: try #require(desktop.agent))
        #expect(try music.status() == "Paused")
        try screen.waitForMediaKeys("Falling back to MPRIS client")
        try screen.pressKey("AudioPlay")
        try music.expect("Playing")
    }

    private func wait(for isOn: Bool, _ agent: BusObject) throws {
        let deadline = Deadline()
        while try agent.get("DoNotDisturb") != .bool(isOn) {
            guard !deadline.hasPassed else { throw SupportError("do-not-disturb does not become \(isOn)") }
        }
    }
}

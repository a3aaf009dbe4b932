// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// The extension of GNOME Shell, on the locked screen and on the unlocked one. A virtual pointer presses its buttons.
@Suite(.serialized)
struct GnomeExtensionTests {
    let desktop: Desktop
    let shell: GnomeShell

    init() throws {
        desktop = try Desktop(hasUnits: true)
        shell = try GnomeShell(on: desktop.bus) { try GnomeShell.installExtension(in: $0) }
        try shell.enableExtension()
    }

    private func startAgent(_ settings: String = "") throws {
        let file = try shell.home.write(settings, to: "agent.conf")
        try desktop.startAgent(["--settings", file], environment: shell.home.environment)
    }

    @Test func `A locked GNOME answers, mutes and ends a call by the extension, and hides the caller as GNOME wants`()
        throws
    {
        try startAgent()
        let app = try desktop.app()
        try shell.lock()
        let panel = GnomePart.lockPanel(of: shell)
        try app.type("incoming +4930123456 Ada Lovelace")
        try panel.waitFor("Incoming call")
        try panel.waitFor("through Phone")
        #expect(try panel.buttons() == ["Decline", "Silence", "Answer"])
        let (decline, answer) = (try panel.waitForButton("Decline"), try panel.waitForButton("Answer"))
        #expect(try !panel.read().contains { $0.text.contains("Ada") || $0.text.contains("4930") })
        try shell.keepPicture("gnome-locked-hidden")
        try shell.home.run(
            "gsettings", "set",
            "org.gnome.desktop.notifications.application:/org/gnome/desktop/notifications/application/org-monkeycall-agent/",
            "details-in-lock-screen", "true")
        try panel.waitFor("Incoming call from Ada Lovelace")
        try shell.keepPicture("gnome-locked")
        try panel.press("Silence")
        try panel.waitUntilGone("Silence")
        #expect(try panel.waitForButton("Answer").x == answer.x)
        try shell.watchAppearance(of: "End")
        try panel.press("Answer")
        try app.expect("answered")
        try panel.waitForButton("Mute")
        // A second press in this place was for the button before it.
        let end = try panel.waitForButton("End")
        #expect(try shell.tookPresses() == false)
        #expect(try panel.buttons() == ["Mute", "End"])
        #expect(decline.x + decline.width <= end.x && end.x + end.width <= answer.x)
        try panel.press("Mute")
        try app.expect("muted")
        try panel.waitForButton("Unmute")
        // These buttons have appeared while the panel was visible.
        let contrasts = try shell.contrasts(in: GnomePart.lockPanelActor)
        #expect(contrasts.count == 2 && contrasts.values.allSatisfy { $0 >= 4.5 }, "\(contrasts)")
        try panel.press("End")
        try app.expect("ended")
        try panel.waitUntilGone("Ada")
        #expect(try shell.isLocked)
    }

    @Test func `With AnswerWhenLocked=no a locked GNOME offers to decline, and the unlocked one offers to answer`()
        throws
    {
        try startAgent("[Screen]\nAnswerWhenLocked=no\nShowCallerWhenLocked=yes\n")
        let app = try desktop.app()
        try shell.lock()
        let panel = GnomePart.lockPanel(of: shell)
        try app.type("incoming ada Ada")
        try panel.waitFor("Incoming call from Ada")
        #expect(try panel.buttons() == ["Decline", "Silence"])
        try shell.unlock()
        try panel.waitUntilGone("Ada")
        let menu = try shell.openPanelMenu()
        try shell.keepPicture("gnome-panel-ringing")
        try menu.press("Answer")
        try app.expect("answered")
    }

    @Test func `A locked GNOME shows the two most important calls, above the entry of the password`() throws {
        try startAgent("[Screen]\nShowCallerWhenLocked=yes\n")
        try shell.lock()
        let panel = GnomePart.lockPanel(of: shell)
        let apps = try [("A", "Ada"), ("B", "Bob"), ("E", "Eve")].map { call, name in
            let app = try desktop.stage.app(name)
            try app.ring(call, ["LocalizedCallerName": .string(name)])
            try panel.waitFor("Incoming call from \(name)")
            return app
        }
        #expect(try panel.titles() == ["Incoming call from Eve", "Incoming call from Ada"])
        try shell.showPasswordEntry()
        try shell.keepPicture("gnome-locked-three-calls")
        #expect(try shell.bottom(of: "(\(GnomePart.lockPanelActor))") <= shell.passwordEntryTop())
        try apps[2].reportEnded("E")
        try panel.waitFor("Incoming call from Bob")
        #expect(try panel.titles() == ["Incoming call from Bob", "Incoming call from Ada"])
    }

    @Test func `The calls on a locked GNOME move to the middle of a monitor that has been turned`() throws {
        try startAgent()
        try shell.lock()
        try desktop.stage.app("Phone").ring("A")
        let panel = GnomePart.lockPanel(of: shell)
        try panel.waitFor("Incoming call")
        try shell.turnMonitor()
        try shell.wait(
            for: "(panel => 2 * panel.x + panel.width)(\(GnomePart.lockPanelActor))", "\(GnomeShell.monitorHeight)")
    }

    @Test func `A name or a call that arrives takes neither a press nor the focus from a button of GNOME's top panel`()
        throws
    {
        try startAgent()
        let app = try desktop.stage.app("Phone")
        try app.ring("A")
        let menu = try shell.openPanelMenu()
        let answer = try menu.waitForButton("Answer")
        try shell.focus("Decline", in: GnomePart.panelMenuActor)
        try app.update("A", ["LocalizedCallerName": "Ada"])
        try menu.waitFor("Incoming call from Ada")
        #expect(try shell.focusedButton() == "Decline")
        try shell.moveMouse(to: answer.centre)
        try shell.holdMouseButton()
        try app.update("A", ["LocalizedCallerName": "Ada Lovelace"])
        try menu.waitFor("Incoming call from Ada Lovelace")
        try shell.releaseMouseButton()
        try app.fulfill(after: "PerformAnswerCallAction")
        try menu.waitForButton("End")
        try shell.focus("End", in: GnomePart.panelMenuActor)
        try desktop.stage.app("Other").ring("B", ["LocalizedCallerName": "Bob"])
        try menu.waitFor("Incoming call from Bob")
        // The new call is the urgent one, so it is the first.
        #expect(try menu.titles().first == "Incoming call from Bob")
        #expect(try shell.focusedButton() == "End")
    }

    @Test func `GNOME's top panel and quick settings have the timer of a call, and mute and end it`() throws {
        try startAgent()
        let app = try desktop.app()
        try app.type("incoming ada Ada")
        let button = GnomePart.panelButton(of: shell)
        let menu = try shell.openPanelMenu()
        try menu.press("Answer")
        try app.expect("answered")
        try button.waitFor("0:0")
        try shell.keepPicture("gnome-panel")
        try menu.press("Mute")
        try app.expect("muted")
        try shell.closeMenu("monkeycall")
        let quick = GnomePart.quickSettings(of: shell)
        try shell.evaluate("Main.panel.statusArea.quickSettings.menu.open()")
        let toggle = try quick.waitForButton("Unmute")
        try shell.keepPicture("gnome-quick-settings")
        try shell.moveMouse(to: toggle.centre)
        try shell.click()
        try app.expect("unmuted")
        try shell.closeMenu("quickSettings")
        try shell.openPanelMenu().waitForButton("Mute")
        try menu.press("End")
        try app.expect("ended")
        try button.waitUntilGone("0:0")
    }

    @Test func `GNOME's quick settings show the time of a call and choose a route, as the top panel does`() throws {
        let sound = try SoundServer(on: desktop.bus, .pulseAudio)
        for name in ["Desk", "Booth"] {
            try sound.pactl(
                "load-module", "module-null-sink", "sink_name=\(name.lowercased())",
                "sink_properties=device.description=\(name)")
        }
        try sound.setDefault("speaker")
        for (name, value) in sound.environment where !name.hasPrefix("XDG_CONFIG") { shell.home.set(name, value) }
        try startAgent()
        let app = try desktop.app()
        try app.talk()
        let quick = try shell.openQuickCallMenu()
        let time = try quick.waitFor("0:").text
        try quick.waitUntilGone(time)
        try quick.waitFor("0:")
        let audio = try BusClient(address: desktop.bus.address).audio()
        #expect(try audio.get("Route") == "speaker")
        try quick.waitFor("Desk")
        try shell.keepPicture("gnome-quick-settings-routes")
        try quick.choose("Desk")
        try waitForRoute("desk", of: audio)
        try shell.closeMenu("quickSettings")
        let menu = try shell.openPanelMenu()
        try menu.waitFor("Booth")
        try shell.keepPicture("gnome-panel-routes")
        try menu.choose("Booth")
        try waitForRoute("booth", of: audio)
        app.process.terminate()
        try GnomePart.quickSettings(of: shell).waitUntilGone("Desk")
        try menu.waitUntilGone("Booth")
    }

    private func waitForRoute(_ name: String, of audio: BusObject) throws {
        let deadline = Deadline()
        while try audio.get("Route") != .string(name) { try #require(!deadline.hasPassed) }
    }
}

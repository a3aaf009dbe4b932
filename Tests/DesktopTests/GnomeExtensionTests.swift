// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// The extension of GNOME Shell, on the locked screen and on the unlocked one. A virtual pointer presses its buttons.
@Suite(.serialized)
struct GnomeExtensionTests {
    let desktop: Desktop
    let shell: GnomeShell

    init() throws {
        desktop = try Desktop()
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
        #expect(try panel.buttons() == ["Answer", "Decline", "Silence"])
        #expect(try !panel.read().contains { $0.text.contains("Ada") || $0.text.contains("4930") })
        try shell.keepPicture("gnome-locked-hidden")
        try shell.home.run(
            "gsettings", "set",
            "org.gnome.desktop.notifications.application:/org/gnome/desktop/notifications/application/org-monkeycall-agent/",
            "details-in-lock-screen", "true")
        try panel.waitFor("Incoming call from Ada Lovelace")
        try shell.keepPicture("gnome-locked")
        try panel.press("Answer")
        try app.expect("answered")
        try panel.waitForButton("Mute")
        #expect(try panel.buttons() == ["End", "Mute"])
        try panel.press("Mute")
        try app.expect("muted")
        try panel.waitForButton("Unmute")
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

    @Test func `GNOME's top panel and quick settings have the timer of a call, and mute, end and route it`() throws {
        let sound = try SoundServer(on: desktop.bus, .pipeWire)
        for (name, value) in sound.environment where !name.hasPrefix("XDG_CONFIG") { shell.home.set(name, value) }
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
        try shell.evaluate("Main.panel.statusArea.monkeycall.menu.close()")
        let quick = GnomePart.quickSettings(of: shell)
        try shell.evaluate("Main.panel.statusArea.quickSettings.menu.open()")
        let toggle = try quick.waitForButton("Unmute")
        try shell.keepPicture("gnome-quick-settings")
        try shell.moveMouse(to: toggle.centre)
        try shell.click()
        try app.expect("unmuted")
        try shell.evaluate("Main.panel.statusArea.quickSettings.menu.close()")
        try shell.openPanelMenu().press("End")
        try app.expect("ended")
        try button.waitUntilGone("0:0")
    }
}

// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The session: its lock, its settings, its players, and the names of other programs.
extension ForgedSignalTests {
    private static let player = "org.mpris.MediaPlayer2.Player"
    private static let playerPath = "/org/mpris/MediaPlayer2"

    // MARK: The lock

    func forgeScreenSaver(_ desktopName: String) throws {
        let name = "org.\(desktopName).ScreenSaver"
        let saver = try standIn(name)
        try desktop.startAgent()
        try saver.reply(to: saver.waitForCall("GetActive"), [true])
        let unlock = ForgedSignal("/org/\(desktopName)/ScreenSaver", name, "ActiveChanged", false)
        let forger = try Forger(of: name, to: desktop.agent, on: desktop.bus)
        try forger.forge(unlock)
        #expect(try shown("Locked") == true)
        try forger.tell(unlock, by: saver)
        #expect(try shown("Locked") == false)
    }

    /// A change of the session makes the agent ask again.
    func forgeLogind() throws {
        let (name, path) = ("org.freedesktop.login1", "/org/freedesktop/login1/session/c2")
        let logind = try standIn(name)
        try desktop.startAgent(environment: ["XDG_SESSION_ID": "c2"])
        try logind.reply(to: logind.waitForCall("GetSession"), [.path(path)])
        try logind.reply(to: logind.waitForCall("Get"), [.variant(false)])
        let lock = ForgedSignal.change(path, name + ".Session", ["LockedHint": true])
        let forger = try Forger(of: name, to: desktop.agent, on: desktop.bus)
        try forger.forge(
            lock, ForgedSignal("/org/freedesktop/login1", name + ".Manager", "SessionNew", "c3", .path("/c3")))
        #expect(try !logind.hasCalls(of: "Get", "GetSession"))
        try forger.tell(lock, by: logind)
        let question = try logind.waitForCall("Get")
        try logind.reply(to: question, [.variant(true)])
        try logind.call(question.sender ?? "", "/", "org.freedesktop.DBus.Peer", "Ping")
        #expect(try shown("Locked") == true)
    }

    // MARK: The settings

    /// A change of GNOME's settings makes the agent read them again.
    func forgeSettingsOfGnome() throws {
        let folder = try TemporaryDirectory()
        let path = folder.url.path
        try folder.write("false\n", to: "value")
        // In the place of gsettings, to count the readings.
        try folder.writeScript("echo \"$*\" >>'\(path)/readings'\ncat '\(path)/value'", to: "gsettings")
        let gnome = try standIn("ca.desrt.dconf", "org.gnome.Shell")
        let programs = ProcessInfo.processInfo.environment["PATH"] ?? ""
        try desktop.startAgent(environment: ["PATH": path + ":" + programs])
        let agent = try AgentClient(on: desktop.bus)
        try agent.expect(doNotDisturb: "gnome")
        let change = ForgedSignal(
            "/ca/desrt/dconf/Writer/user", "ca.desrt.dconf.Writer", "Notify", "/org/gnome/desktop/notifications/",
            .strings(["show-banners"]), "")
        let forger = try Forger(of: "ca.desrt.dconf", "org.gnome.Shell", to: desktop.agent, on: desktop.bus)
        try forger.forge(change)
        try folder.write("true\n", to: "value")
        try forger.tell(change, by: gnome)
        try agent.expect(doNotDisturb: "")
        let text = try String(contentsOf: folder.url.appendingPathComponent("readings"), encoding: .utf8)
        let readings = text.split(separator: "\n")
        #expect(readings.count { $0.hasSuffix(" show-banners") } == 2)
    }

    func forgeShortcuts() throws {
        try desktop.set("[Headsets]\nShortcutKeys=yes\n")
        let portal = try ShortcutPortal(on: desktop.bus)
        try desktop.startAgent()
        let session = try #require(try portal.expect("BindShortcuts").session)
        let app = try desktop.app()
        try app.talk()
        try desktop.waitForMuted(false)
        // The names of sessions are easy to guess.
        try Forger(of: "org.freedesktop.portal.Desktop", to: desktop.agent, on: desktop.bus).forge(
            ForgedSignal(
                "/org/freedesktop/portal/desktop", "org.freedesktop.portal.GlobalShortcuts", "Activated",
                .path(session), "hang-up", .uint64(1), .options([:])))
        try portal.type("press mute")
        try app.expect("muted")
    }

    // MARK: The players

    private static func pause() -> ForgedSignal {
        .change(playerPath, player, ["PlaybackStatus": "Paused"])
    }

    /// When a player no longer plays, the agent comes to the front of the programs that send the media keys.
    func forgeMediaPlayer() throws {
        let own = "org.mpris.MediaPlayer2.monkeycall"
        let music = try standIn("org.mpris.MediaPlayer2.music")
        try desktop.startAgent()
        let phone = try desktop.phone()
        try phone.ring()
        try client.waitForName(own)
        let keys = try BusClient(address: desktop.bus.address)
        _ = try keys.object(own, Self.playerPath, Self.player).get("PlaybackStatus")
        for _ in 1...2 { _ = try keys.waitForSignal("PropertiesChanged") }
        let forger = try Forger(of: "org.mpris.MediaPlayer2.music", to: desktop.agent, on: desktop.bus)
        try forger.forge(Self.pause())
        // What the bus has passed on before comes before its answer.
        try keys.callBus("GetId")
        #expect(!keys.signals.contains { $0.member == "PropertiesChanged" })
        try forger.tell(Self.pause(), by: music)
        _ = try keys.waitForSignal("PropertiesChanged")
    }

    /// A player that plays on after it was asked to pause is asked again when it tells a change.
    func forgeBusyPlayer() throws {
        let name = "org.mpris.MediaPlayer2.busy"
        let player = try standIn(name)
        try desktop.startAgent()
        let app = try desktop.app()
        try app.type("incoming ada Ada")
        try app.type("answer")
        try app.expect("answered")
        func tell(_ position: Int64) throws {
            try player.reply(
                to: player.waitForCall("GetAll"), [["PlaybackStatus": "Playing", "Position": .int64(position)]])
        }
        try tell(0)
        try player.reply(to: player.waitForCall("Pause"))
        try tell(3_000_000)
        let forger = try Forger(of: name, to: desktop.agent, on: desktop.bus)
        try forger.forge(Self.pause())
        #expect(try !player.hasCalls(of: "GetAll"))
        try forger.tell(Self.pause(), by: player)
        _ = try player.waitForCall("GetAll")
    }

    /// feedbackd rings in place of the agent as long as it has its name.
    func forgeFeedback() throws {
        let name = "org.sigxcpu.Feedback"
        let server = try standIn(name)
        try desktop.startAgent()
        try Forger(of: name, to: desktop.agent, on: desktop.bus).forge()
        let phone = try desktop.phone()
        try phone.ring()
        try server.reply(to: server.waitForCall("TriggerFeedback"), [.uint32(1)])
    }

    // MARK: Names

    /// A notification offers to open the window while that is there.
    func forgeWindow() throws {
        let name = "org.monkeycall.Phone"
        let server = try ServerStandIn(on: desktop.bus)
        try desktop.startAgent()
        try server.introduce()
        let phone = try desktop.phone()
        try phone.ring()
        #expect(try !server.next().actions.contains("default"))
        try Forger(of: name, to: desktop.agent, on: desktop.bus).forge()
        #expect(try !server.isAsked())
        let window = try standIn(name)
        #expect(try server.next().actions.contains("default"))
        withExtendedLifetime(window) {}
    }

    /// The agent takes the name of GNOME Calls when that has gone.
    func forgeTelephone() throws {
        let name = "org.gnome.Calls"
        let calls = try standIn(name)
        let monitor = try BusClient(address: desktop.bus.address)
        try monitor.object("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.Monitoring").call(
            "BecomeMonitor", .strings(["type='method_call',member='RequestName',arg0='\(name)'"]), .uint32(0))
        try desktop.startAgent()
        // Once at the start, in vain, and once when the name is free.
        _ = try monitor.waitForCall("RequestName")
        try Forger(of: name, to: desktop.agent, on: desktop.bus).forge()
        try calls.releaseName(name)
        _ = try monitor.waitForCall("RequestName")
        try client.waitForOwner(of: name) { $0 != nil && $0 != calls.uniqueName }
        monitor.drain()
        #expect(monitor.methodCalls.isEmpty)
    }
}

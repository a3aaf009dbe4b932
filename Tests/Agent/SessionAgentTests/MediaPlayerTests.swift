// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// Real media players before, during and after calls.
struct MediaPlayerTests {
    let desktop: Desktop
    let app: App

    init() throws {
        desktop = try Desktop()
        try desktop.startAgent()
        app = try desktop.app()
    }

    private func talk() throws {
        try app.type("incoming ada Ada")
        try app.type("answer")
        try app.expect("answered")
    }

    private func hangUp() throws {
        try app.type("end")
        try app.expect("ended")
    }

    private var journal: String { desktop.bus.directory.url.appendingPathComponent("monkeycall/players").path }

    /// The agent removes the journal when there is nothing left to restore.
    private func waitUntilPutBack() throws {
        try wait("the journal stays") { !FileManager.default.fileExists(atPath: journal) }
    }

    /// Waits until the agent has written where these many players stand. A seek is only noticed afterwards.
    private func waitUntilConfirmed(_ count: Int) throws {
        try wait("the players have not confirmed the pause") {
            let records = try? String(contentsOfFile: journal, encoding: .utf8).split(separator: "\u{1E}").dropFirst()
            return records?.count == count && records?.allSatisfy { !$0.hasSuffix("\u{1F}\u{1F}") } == true
        }
    }

    private func wait(_ complaint: String, until isSo: () -> Bool) throws {
        let deadline = Deadline()
        while !isSo() {
            guard !deadline.hasPassed else { throw SupportError("\(complaint): \(journal)") }
        }
    }

    @Test func `mpv is paused by the answer, not by the ringing, and resumes after the call`() throws {
        let player = try Player.mpv(on: desktop.bus)
        try app.type("incoming ada Ada")
        try app.expect("incoming")
        #expect(try player.status() == "Playing")
        try app.type("answer")
        try player.expect("Paused")
        try hangUp()
        try player.expect("Playing")
        try waitUntilPutBack()
    }

    @Test func `PausePlayers makes ringing pause a player, or no call at all`() throws {
        let player = try Player.mpv(on: desktop.bus)
        try desktop.set("[Audio]\nPausePlayers=ring")
        try app.type("incoming ada Ada")
        try player.expect("Paused")
        try app.type("decline")
        try app.expect("ended")
        try player.expect("Playing")
        try desktop.set("[Audio]\nPausePlayers=never")
        // The agent does not report when it has read a setting; the next agent reads it before it takes calls.
        try desktop.killAgent()
        try desktop.startAgent()
        try talk()
        #expect(try player.status() == "Playing")
        try hangUp()
        #expect(try player.status() == "Playing")
    }

    @Test func `ResumePlayers=no leaves a player paused after the call`() throws {
        try desktop.set("[Audio]\nResumePlayers=no\n")
        // The next agent reads the setting before it takes calls.
        try desktop.killAgent()
        try desktop.startAgent()
        let player = try BusyPlayer(on: desktop.bus)
        try talk()
        try player.tell("Playing", 0)
        try player.obey("Pause")
        try player.tell("Paused", 3_000_000)
        try waitUntilConfirmed(1)
        try hangUp()
        try waitUntilPutBack()
        // The agent forgets the player without asking it.
        #expect(try !player.client.hasCalls(of: "GetAll", "Play"))
    }

    @Test func `A player that waits for ResumePlayers stays paused in the next call, and plays after that time`()
        throws
    {
        try desktop.set("[Audio]\nResumePlayers=24h\n")
        try desktop.killAgent()
        try desktop.startAgent()
        let (waiting, used) = (try Player.mpv(on: desktop.bus), try Player.mpv(on: desktop.bus))
        try talk()
        for player in [waiting, used] { try player.expect("Paused") }
        try waitUntilConfirmed(2)
        try hangUp()
        // A person lets one play and pauses it, so that it is no longer the agent's.
        try used.use("Play")
        try waitUntilConfirmed(1)
        try used.use("Pause")
        try used.expect("Paused")
        try talk()
        try hangUp()
        for player in [waiting, used] { #expect(try player.status() == "Paused") }
        try desktop.set("[Audio]\nResumePlayers=1s\n")
        try waiting.expect("Playing")
        try waitUntilPutBack()
        #expect(try used.status() == "Paused")
    }

    @Test func `VLC is paused during a call and resumes after it`() throws {
        let player = try Player.vlc(on: desktop.bus)
        try talk()
        try player.expect("Paused")
        try hangUp()
        try player.expect("Playing")
    }

    @Test func `Only its owner can read the journal of paused players`() throws {
        let player = try Player.mpv(on: desktop.bus)
        try talk()
        try player.expect("Paused")
        let mode = try FileManager.default.attributesOfItem(atPath: journal)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test func `A player that did not play or that the user has touched does not resume`() throws {
        let (silent, sought, untouched) = (
            try Player.mpv(on: desktop.bus), try Player.mpv(on: desktop.bus), try Player.mpv(on: desktop.bus)
        )
        try silent.use("Pause")
        try silent.expect("Paused")
        try talk()
        try sought.expect("Paused")
        try untouched.expect("Paused")
        try waitUntilConfirmed(2)
        try sought.use("Seek", .int64(20_000_000))
        let monitor = try BusClient(address: desktop.bus.address)
        try monitor.object("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.Monitoring").call(
            "BecomeMonitor", .strings(["type='method_call',interface='org.mpris.MediaPlayer2.Player'"]),
            .uint32(0))
        try hangUp()
        try untouched.expect("Playing")
        try waitUntilPutBack()
        // When the monitor sees this call, it has seen all earlier calls to players.
        try silent.use("Pause")
        _ = try monitor.waitForCall("Pause")
        #expect(monitor.methodCalls.count { $0.member == "Play" } == 1)
        #expect(try silent.status() == "Paused")
    }

    /// A busy player pauses before its reply, during the call, or after it.
    @Test(arguments: [("Paused", "Paused"), ("Playing", "Paused"), ("Playing", "Playing")])
    func `A player that pauses late resumes after the call`(afterPause: String, afterCall: String) throws {
        let player = try BusyPlayer(on: desktop.bus)
        try talk()
        try player.tell("Playing", 0)
        try player.obey("Pause")
        try player.tell(afterPause, 3_000_000)
        try hangUp()
        try player.tell(afterCall, 3_000_000)
        try player.obey("Play")
        try waitUntilPutBack()
    }

    @Test func `A player that pauses late and that the user has touched does not resume`() throws {
        let player = try BusyPlayer(on: desktop.bus)
        try talk()
        try player.tell("Playing", 0)
        try player.obey("Pause")
        try player.tell("Playing", 3_000_000)
        try player.change("Paused")
        try player.tell("Paused", 3_000_000)
        try waitUntilConfirmed(1)
        try hangUp()
        try player.tell("Paused", 20_000_000)
        try waitUntilPutBack()
        #expect(!player.client.methodCalls.contains { $0.member == "Play" })
    }

    /// A radio can only be stopped: it says so before or after it was asked to pause.
    @Test(arguments: [true, false])
    func `A radio that stops for a call plays again after it`(canPause: Bool) throws {
        let radio = try BusyPlayer(on: desktop.bus)
        let facts: [String: DBusValue] = ["CanPause": .bool(canPause), "CanControl": true]
        try talk()
        try radio.tell("Playing", 3_600_000_000, facts)
        try radio.obey(canPause ? "Pause" : "Stop")
        try radio.tell("Stopped", 0, facts)
        try waitUntilConfirmed(1)
        try hangUp()
        try radio.tell("Stopped", 0, facts)
        try radio.obey("Play")
        try waitUntilPutBack()
    }

    @Test func `A player goes on after the call if its title changed and it went back some seconds`() throws {
        let player = try BusyPlayer(on: desktop.bus)
        func title(_ title: String) -> [String: DBusValue] {
            ["Metadata": .options(["mpris:trackid": .string(title), "xesam:title": .string(title)])]
        }
        try talk()
        try player.tell("Playing", 60_000_000, title("News"))
        try player.obey("Pause")
        try player.tell("Paused", 60_000_000, title("News"))
        try waitUntilConfirmed(1)
        try hangUp()
        try player.tell("Paused", 50_000_000, title("Weather"))
        try player.obey("Play")
        try waitUntilPutBack()
    }

    @Test func `A player without a position that somebody let play and paused during the call stays paused`() throws {
        let player = try BusyPlayer(on: desktop.bus)
        try talk()
        try player.tell("Playing", nil)
        try player.obey("Pause")
        try player.tell("Paused", nil)
        try waitUntilConfirmed(1)
        try player.change("Playing")
        try player.change("Paused")
        try waitUntilConfirmed(0)
        try hangUp()
        try waitUntilPutBack()
        // The agent asks after each change, and no more.
        #expect(try !player.client.hasCalls(of: "Play"))
    }

    @Test func `The players of phones and those that the user names are left alone`() throws {
        try desktop.set("[Audio]\nLeavePlayer=mpd\n")
        // The next agent reads the setting before it takes calls.
        try desktop.killAgent()
        try desktop.startAgent()
        let left = try ["kdeconnect.mpris_000001", "GSConnect.Pixel", "spotifyd.instance7", "mpd"].map {
            try BusyPlayer(on: desktop.bus, as: $0)
        }
        let player = try Player.mpv(on: desktop.bus)
        try talk()
        try player.expect("Paused")
        for other in left { #expect(try !other.client.hasCalls(of: "GetAll", "Pause", "Stop")) }
    }

    /// A player that answers when the test says so.
    private struct BusyPlayer {
        let client: BusClient

        init(on bus: BusDaemon, as name: String = "busy") throws {
            client = try BusClient(address: bus.address)
            try client.requestName("org.mpris.MediaPlayer2." + name)
        }

        /// Answers when the agent asks. Without a position, the player has none.
        func tell(_ status: String, _ position: Int64?, _ more: [String: DBusValue] = [:]) throws {
            var properties = more
            properties["PlaybackStatus"] = .string(status)
            if let position { properties["Position"] = .int64(position) }
            try client.reply(to: client.waitForCall("GetAll"), [.options(properties)])
        }

        func obey(_ member: String) throws { try client.reply(to: client.waitForCall(member)) }

        func change(_ status: String) throws {
            try client.emit(
                "/org/mpris/MediaPlayer2", "org.freedesktop.DBus.Properties", "PropertiesChanged",
                [.string("org.mpris.MediaPlayer2.Player"), .options(["PlaybackStatus": .string(status)]), .strings([])])
        }
    }

    @Test func `A player that hangs and a player that dies delay no other player`() throws {
        let (hung, killed, other) = (
            try Player.mpv(on: desktop.bus), try Player.mpv(on: desktop.bus), try Player.mpv(on: desktop.bus)
        )
        hung.process.send(signal: SIGSTOP)
        try talk()
        try other.expect("Paused")
        try killed.expect("Paused")
        try killed.process.kill9()
        try hangUp()
        try other.expect("Playing")
        // The agent sent its request during the call, and the player answers after the call.
        hung.process.send(signal: SIGCONT)
        try hung.expect("Playing")
        try waitUntilPutBack()
    }

    @Test(arguments: [true, false])
    func `The next agent resumes the players of a crashed agent after the call`(
        endsBefore: Bool
    ) throws {
        let player = try Player.mpv(on: desktop.bus)
        try talk()
        try player.expect("Paused")
        try desktop.killAgent()
        if endsBefore { try hangUp() }
        try desktop.startAgent()
        if !endsBefore {
            #expect(try player.status() == "Paused")
            try hangUp()
        }
        try player.expect("Playing")
        try waitUntilPutBack()
    }
}

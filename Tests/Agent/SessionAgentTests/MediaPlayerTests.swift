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
        if afterPause == "Playing" { try player.tell(afterPause, 3_000_000) }
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
        try player.tell("Playing", 3_000_000)
        try player.change("Paused")
        try player.tell("Paused", 3_000_000)
        try waitUntilConfirmed(1)
        try hangUp()
        try player.tell("Paused", 20_000_000)
        try waitUntilPutBack()
        #expect(!player.client.methodCalls.contains { $0.member == "Play" })
    }

    /// A player that answers when the test says so.
    private struct BusyPlayer {
        let client: BusClient

        init(on bus: BusDaemon) throws {
            client = try BusClient(address: bus.address)
            try client.requestName("org.mpris.MediaPlayer2.busy")
        }

        /// Answers when the agent asks.
        func tell(_ status: String, _ position: Int64) throws {
            let properties: DBusValue = .options(["PlaybackStatus": .string(status), "Position": .int64(position)])
            try client.reply(to: client.waitForCall("GetAll"), [properties])
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

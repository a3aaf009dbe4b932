// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The real playerctl and playerctld, which press the media keys of desktops without a daemon for them, with the real
/// agent and mpv.
struct MediaKeysTests {
    private static let name = "org.mpris.MediaPlayer2.monkeycall"
    private static let path = "/org/mpris/MediaPlayer2"
    private static let player = "org.mpris.MediaPlayer2.Player"
    private static let relay = "org.mpris.MediaPlayer2.playerctld"
    let desktop: Desktop
    private let phone: Provider
    private let client: BusClient

    init() throws {
        desktop = try Desktop()
        phone = try desktop.phone()
        client = try BusClient(address: desktop.bus.address)
    }

    /// Runs playerctl, as the shortcuts of a window manager do.
    @discardableResult
    private func playerctl(_ arguments: String...) throws -> String {
        let result = try ChildProcess.run(
            ["playerctl"] + arguments, environment: ["DBUS_SESSION_BUS_ADDRESS": desktop.bus.address])
        guard result.succeeded else { throw SupportError("playerctl \(arguments): \(result.errors)") }
        return result.output
    }

    /// Starts playerctld, which sends keys to the player that was active last.
    private func startRelay() throws {
        desktop.stage.programs.append(
            try ChildProcess(["playerctld"], environment: ["DBUS_SESSION_BUS_ADDRESS": desktop.bus.address]))
        try client.waitForName(Self.relay)
    }

    /// Waits until playerctld sends keys to a player of that name.
    private func waitForRelay(to prefix: String) throws {
        let relay = client.object(Self.relay, Self.path, "com.github.altdesktop.playerctld")
        let deadline = Deadline()
        while try relay.get("PlayerNames").strings?.first?.hasPrefix("org.mpris.MediaPlayer2." + prefix) != true {
            guard !deadline.hasPassed else { throw SupportError("playerctld does not send keys to \(prefix)") }
        }
    }

    private func ring(_ call: String = "A") throws {
        try phone.ring(call)
        try client.waitForName(Self.name)
    }

    private func waitUntilGone() throws { try client.waitForName(Self.name, owned: false) }

    /// Presses a key as a desktop does, which has looked at the player.
    private func press(_ key: String) throws {
        let player = client.object(Self.name, Self.path, Self.player)
        _ = try player.get("PlaybackStatus")
        try player.call(key)
    }

    /// Waits for an action, and checks that nothing else was requested before.
    private func expectFirst(_ action: String) throws {
        _ = try phone.actor.client.waitForSignal(action)
        #expect(phone.actor.actions.first?.member == action)
    }

    // MARK: Keys

    @Test func `A media key answers the call and starts no music, and the next key starts the music`() throws {
        try startRelay()
        let music = try Player.mpv(on: desktop.bus)
        try music.pause()
        try desktop.startAgent()
        try ring()
        try waitForRelay(to: "monkeycall")
        try playerctl("-p", "playerctld", "play-pause")
        try phone.fulfill(after: "PerformAnswerCallAction")
        #expect(try phone.actor.states() == ["A": "active"])
        #expect(try music.status() == "Paused")
        try waitUntilGone()
        try waitForRelay(to: "mpv")
        try playerctl("-p", "playerctld", "play-pause")
        try music.expect("Playing")
        #expect(try phone.actor.states() == ["A": "active"])
    }

    @Test(arguments: ["PlayPause", "Play", "Pause"])
    func `Whatever a headset with one button believes to be playing, its key answers the call`(_ key: String) throws {
        try desktop.startAgent()
        try ring()
        try press(key)
        try phone.fulfill(after: "PerformAnswerCallAction")
        #expect(try phone.actor.states() == ["A": "active"])
    }

    @Test func `The stop key declines the call, and keys for tracks do nothing`() throws {
        try desktop.startAgent()
        try ring()
        for key in ["Next", "Previous"] { try press(key) }
        try playerctl("-p", "monkeycall", "stop")
        try expectFirst("PerformEndCallAction")
        try phone.fulfill()
        #expect(try phone.actor.states() == [:])
        try waitUntilGone()
    }

    @Test func `During a call the key holds it and answers the waiting call`() throws {
        let other = try desktop.stage.app("Other")
        // The agent does not see A ring. Else it might still be the player of A when B rings.
        try phone.activeCall("A")
        try desktop.startAgent()
        try other.ring("B")
        try client.waitForName(Self.name)
        try playerctl("-p", "monkeycall", "play-pause")
        try phone.fulfill(after: "PerformSetHeldCallAction")
        try other.fulfill(after: "PerformAnswerCallAction")
        #expect(try other.actor.states() == ["A": "held", "B": "active"])
        try waitUntilGone()
    }

    @Test func `A key that arrives after the ringing neither ends nor holds the call`() throws {
        try desktop.startAgent()
        try ring()
        let agent = try #require(try client.nameOwner(Self.name))
        try phone.actor.ask("Answer", "A")
        try phone.fulfill(after: "PerformAnswerCallAction")
        try waitUntilGone()
        for key in ["PlayPause", "Play", "Pause", "Stop"] {
            try client.call(agent, Self.path, Self.player, key)
        }
        try ring("B")
        try press("Play")
        // To answer the second call. A late key would have requested something before.
        try expectFirst("PerformSetHeldCallAction")
        #expect(try phone.actor.states() == ["A": "active", "B": "incoming"])
    }

    @Test(.needsRoot) func `An app in a sandbox neither answers nor declines a call by media keys`() throws {
        try desktop.startAgent()
        try ring()
        let boxed = try BusClient(
            address: desktop.bus.address, controlGroup: .flatpak("org.example.Boxed", uid: getuid()))
        for key in ["PlayPause", "Play", "Pause", "Stop"] {
            #expect(try boxed.object(Self.name, Self.path, Self.player).error(key)?.shortName == "AccessDenied")
        }
        #expect(try phone.actor.states() == ["A": "incoming"])
        try press("Play")
        try expectFirst("PerformAnswerCallAction")
    }

    // MARK: Other players

    @Test func `A program that sends the keys to the player that began to play last chooses the call`() throws {
        let music = try Player.mpv(on: desktop.bus)
        let keys = try BusClient(address: desktop.bus.address)
        func expectPlayback(_ expected: String...) throws {
            for status in expected {
                let change = try keys.waitForSignal("PropertiesChanged")
                #expect(change.arguments[1].entries == ["PlaybackStatus": .string(status)])
            }
        }
        try desktop.startAgent()
        try ring()
        let call = keys.object(Self.name, Self.path, Self.player)
        #expect(try call.get("PlaybackStatus") == "Paused")
        try expectPlayback("Playing", "Paused")
        // The first press went to the music, because it played.
        try music.use("Pause")
        try expectPlayback("Playing", "Paused")
        #expect(try call.get("PlaybackStatus") == "Paused")
        try call.call("PlayPause")
        try phone.fulfill(after: "PerformAnswerCallAction")
    }

    @Test func `The agent pauses music that it should pause for the ringing, and not itself`() throws {
        let music = try Player.mpv(on: desktop.bus)
        try desktop.set("[Audio]\nPausePlayers=ring")
        try desktop.startAgent()
        try ring()
        try music.expect("Paused")
        try press("Stop")
        try expectFirst("PerformEndCallAction")
    }

    @Test func `A program that pauses the players that can be paused answers no call`() throws {
        try desktop.startAgent()
        try ring()
        // Its status is Paused, and it cannot be paused: playerctl leaves it alone.
        #expect(try playerctl("-a", "status") == "Paused\n")
        _ = try? playerctl("-a", "pause")
        #expect(try phone.actor.states() == ["A": "incoming"])
        try press("Stop")
        try expectFirst("PerformEndCallAction")
    }

    @Test(arguments: [("Pause", "Stop", "PerformEndCallAction"), ("Stop", "Play", "PerformAnswerCallAction")])
    func `A program that makes all players silent without looking answers and declines no call`(
        _ key: String, _ next: String, _ action: String
    ) throws {
        try desktop.startAgent()
        try ring()
        for name in try client.callBus("ListNames").first?.strings ?? [] where name.hasPrefix("org.mpris.") {
            try client.call(name, Self.path, Self.player, key)
        }
        #expect(try phone.actor.states() == ["A": "incoming"])
        try press(next)
        try expectFirst(action)
    }

    // MARK: The player

    @Test func `The player tells every program that a call comes in, and tells none who calls`() throws {
        try desktop.startAgent()
        try ring()
        let facts = try client.object(Self.name, Self.path, Self.player).getAll()
        #expect(facts["Metadata"]?.entries?["xesam:title"] == "Incoming call")
        let root = try client.object(Self.name, Self.path, "org.mpris.MediaPlayer2").getAll()
        #expect(root["Identity"] == "MonkeyCall")
        for value in Array(facts.values) + Array(root.values) {
            #expect(!"\(value)".contains("Ada") && !"\(value)".contains("4930"))
        }
        #expect(try playerctl("-p", "monkeycall", "metadata", "title") == "Incoming call\n")
    }

    @Test func `The agent is a player only while a call rings`() throws {
        try desktop.startAgent()
        #expect(try client.nameOwner(Self.name) == nil)
        try ring()
        try phone.actor.ask("Silence", "A")
        try waitUntilGone()
        try phone.end()
        try ring("B")
        try phone.end("B")
        try waitUntilGone()
        try ring("C")
        try desktop.killAgent()
        try waitUntilGone()
    }

    @Test func `A setting leaves the media keys to the players`() throws {
        try desktop.startAgent()
        try ring()
        try desktop.set("[Headsets]\nMediaKeys=no\n")
        try waitUntilGone()
        try desktop.set("[Headsets]\nMediaKeys=yes\n")
        try client.waitForName(Self.name)
    }

    @Test func `Of two agents the primary one is the player, also if another one takes over while a call rings`()
        throws
    {
        try desktop.startAgent()
        try ring()
        let first = try client.nameOwner(Self.name)
        let second = try desktop.secondAgent()
        try client.waitForOwner(of: Self.name) { $0 != nil && $0 != first }
        try second.kill9()
        try client.waitForOwner(of: Self.name) { $0 == first }
        try press("Play")
        try phone.fulfill(after: "PerformAnswerCallAction")
    }
}

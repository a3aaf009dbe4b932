// SPDX-License-Identifier: MIT

import SDBus
import Testing

@testable import SessionAgent

/// What the agent does with a media player for a call, decided from what the player says.
struct PausedPlayerTests {
    /// A status as `Paused 9`: the word of the player, and its position if it has one.
    private static func status(_ text: String) -> PlayerStatus {
        let words = text.split(separator: " ")
        var properties: [String: Variant] = ["PlaybackStatus": .string(words.first.map(String.init) ?? "")]
        if words.count > 1, let position = Int64(words[1]) { properties["Position"] = .int64(position) }
        return PlayerStatus(properties)
    }

    /// A player that has told these statuses since the request; nil if somebody has let it play.
    private static func player(after statuses: [String]) -> PausedPlayer? {
        var player: PausedPlayer? = PausedPlayer(":1.7")
        for text in statuses { player = player?.seen(status(text)) }
        return player
    }

    @Test(arguments: [
        ("Playing", true, true, "Pause"), ("Playing", false, true, "Stop"), ("Playing", true, false, ""),
        ("Paused", true, true, ""), ("Stopped", true, true, ""), ("", true, true, ""),
    ])
    func `A player that plays is paused, and is stopped if it cannot be paused`(
        _ playback: String, _ canPause: Bool, _ canControl: Bool, _ request: String
    ) {
        let status = PlayerStatus([
            "PlaybackStatus": .string(playback), "CanPause": .bool(canPause), "CanControl": .bool(canControl),
        ])
        #expect((status.pause?.text ?? "") == request)
    }

    /// What it has said since the request, what it says after the call, and whether it is to play.
    private static let ends: [(seen: [String], now: String, resumes: Bool)] = [
        (["Paused 9"], "Paused 9", true),
        (["Stopped 9"], "Stopped", true),
        (["Stopped 9"], "Paused", true),
        // A busy player.
        ([], "Playing", true),
        (["Playing"], "Paused 5", true),
        (["Playing", "Paused 9"], "Paused 9", true),
        (["Paused 60000000"], "Paused 50000000", true),
        (["Paused 60000000"], "Paused 1000000", false),
        (["Paused 60000000"], "Paused 80000000", false),
        (["Paused \(Int64.min)"], "Paused \(Int64.max)", false),
        // Somebody stopped it.
        (["Paused 9"], "Stopped 9", false),
        (["Paused 9"], "Playing 9", false),
        (["Paused 9"], "", false),
        (["Paused", "Paused"], "Paused", true),
    ]

    @Test func `A player that stands as the call left it plays again`() throws {
        for end in Self.ends {
            let player = try #require(Self.player(after: end.seen))
            #expect(player.isUntouched(Self.status(end.now)) == end.resumes, "\(end)")
            // The next agent decides in the same way.
            #expect(PausedPlayer(player.record) == player)
        }
    }

    @Test(arguments: ["Paused", "Stopped"])
    func `A player that plays again during the call belongs to the user`(_ silent: String) {
        #expect(Self.player(after: [silent, "Playing"]) == nil)
    }

    @Test(arguments: [
        ("org.mpris.MediaPlayer2.mpv", true), ("org.mpris.MediaPlayer2.firefox.instance_1_2", true),
        ("org.mpris.MediaPlayer2.kdeconnect.mpris_000001", false), ("org.mpris.MediaPlayer2.GSConnect.Pixel", false),
        ("org.mpris.MediaPlayer2.spotifyd.instance12", false), ("org.mpris.MediaPlayer2.spotify", true),
        ("org.mpris.MediaPlayer2.playerctld", false), ("org.mpris.MediaPlayer2.monkeycall", false),
        ("org.mpris.MediaPlayer2.mpd", false), ("org.mpris.MediaPlayer2.mpdris", true),
        ("org.mpris.MediaPlayer2.vlc.instance9", false), ("org.mpris.MediaPlayer2.vlc", true),
        ("org.example.MediaPlayer2.mpv", false),
    ])
    func `Players of this computer are paused, except those that the user names`(_ name: String, _ isPaused: Bool) {
        #expect(MPRIS.isLocalPlayer(name, except: ["mpd", "vlc.instance9"]) == isPaused)
    }

    @Test func `A record of an earlier version tells where its player stands`() {
        let player = Self.player(after: ["Paused 42"])
        #expect(PausedPlayer([":1.7", "a track", "42"]) == player)
        #expect(PausedPlayer([":1.7"]) == nil)
    }
}

// SPDX-License-Identifier: MIT

import SDBus

/// The properties of a media player.
struct PlayerStatus: Hashable {
    /// Nil = it tells none, or a word that MPRIS does not have.
    var playback: MPRIS.Playback?
    /// In microseconds; 0 also for a player without a position.
    var position: Int64 = 0
    var canPause = true
    var canControl = true

    init(_ properties: [String: Variant]) {
        playback = properties[MPRIS.playbackStatus.text]?.string.flatMap { MPRIS.Playback(rawValue: $0) }
        if case .int64(let position)? = properties["Position"] { self.position = position }
        canPause = properties["CanPause"]?.bool ?? true
        canControl = properties["CanControl"]?.bool ?? true
    }

    /// The method that makes the player silent for a call; nil if it is silent, or takes no requests. A radio can only
    /// be stopped.
    var pause: MemberName? {
        guard playback == .playing, canControl else { return nil }
        return canPause ? "Pause" : "Stop"
    }
}

/// A player that was paused for a call.
///
/// The player itself says what a person does with it meanwhile: it plays again. Its title, its track and small moves
/// say nothing, because a radio goes on to its next piece, and a player of spoken words goes back some seconds.
struct PausedPlayer: Hashable {
    /// How the player has stood since the request.
    enum Rest: Hashable {
        /// It has not said that it is silent. A busy player plays on for a while.
        case asked
        /// At this position, in microseconds.
        case paused(Int64)
        /// A radio stops, because it cannot continue where it was.
        case stopped
    }

    /// The unique name; a later player under the same well-known name has another.
    let name: String
    private(set) var rest = Rest.asked

    /// A player that is told to pause now.
    init(_ name: String) { self.name = name }

    private init(_ name: String, _ rest: Rest) { (self.name, self.rest) = (name, rest) }

    /// The same player when it has told its status; nil if somebody has let it play since the pause.
    func seen(_ status: PlayerStatus) -> PausedPlayer? {
        switch (rest, status.playback) {
        case (.asked, .paused): PausedPlayer(name, .paused(status.position))
        case (.asked, .stopped): PausedPlayer(name, .stopped)
        case (.asked, .playing), (.asked, nil): self
        case (.paused, .playing), (.stopped, .playing): nil
        case (.paused, .paused), (.paused, .stopped), (.paused, nil), (.stopped, .paused), (.stopped, .stopped),
            (.stopped, nil):
            self
        }
    }

    /// Whether the player is to play again: it stands as it was left. If the pause is not confirmed, it may still come.
    func isUntouched(_ status: PlayerStatus) -> Bool {
        switch (rest, status.playback) {
        case (.asked, .playing), (.asked, .paused), (.asked, .stopped): true
        case (.paused(let position), .paused): Self.isNear(status.position, position)
        case (.stopped, .paused), (.stopped, .stopped): true
        case (.paused, .playing), (.paused, .stopped), (.stopped, .playing): false
        case (_, nil): false
        }
    }

    /// A paused player does not move forward by itself, except that it rounds. Some go back, so that the listener hears
    /// the last sentence again.
    private static func isNear(_ now: Int64, _ then: Int64) -> Bool {
        let move = now.subtractingReportingOverflow(then)
        return !move.overflow && (-30_000_000...500_000).contains(move.partialValue)
    }

    // MARK: In the journal

    private static let stoppedWord = "stopped"

    var record: [String] {
        switch rest {
        case .asked: [name, ""]
        case .paused(let position): [name, "\(position)"]
        case .stopped: [name, Self.stoppedWord]
        }
    }

    /// The last field counts: an earlier agent wrote another one before it.
    init?(_ record: [String]) {
        guard record.count > 1, let rest = record.last else { return nil }
        name = record[0]
        if rest == Self.stoppedWord { self.rest = .stopped }
        if let position = Int64(rest) { self.rest = .paused(position) }
    }
}

extension MPRIS {
    /// The players that stand for one on another device, or for other players of this list. The sound of these does not
    /// come from this computer, or not only.
    private static let others = [
        // The players of a phone: KDE Connect, GSConnect, BlueZ.
        "kdeconnect", "GSConnect", "bluez",
        // What it plays may be chosen, and heard, on any device of its account.
        "spotifyd",
        // Another name for a player that the list already has, and the agent itself.
        "playerctld", MediaKeys.name.withoutPrefix,
    ]

    /// Programs that are such players under names of their devices.
    static let proxies: Set<String> = ["kdeconnectd", "mpris-proxy"]

    /// Whether a name of the bus is a player of this computer, and none that is left alone: by the part after the
    /// prefix, or by the beginning of that before a dot.
    static func isLocalPlayer(_ name: String, except left: Set<String>) -> Bool {
        guard name.hasPrefix(prefix) else { return false }
        let player = name.withoutPrefix
        return !left.union(others).contains { player == $0 || player.hasPrefix($0 + ".") }
    }
}

extension String {
    fileprivate var withoutPrefix: String { String(dropFirst(MPRIS.prefix.count)) }
}

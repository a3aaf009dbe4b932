// SPDX-License-Identifier: MIT

import SDBus

/// The properties of a media player.
struct PlayerStatus: Hashable {
    /// `Playing`, `Paused` or `Stopped`.
    var playback = ""
    /// The id of the track; empty if unknown.
    var track = ""
    /// In microseconds.
    var position: Int64 = 0
    var canPause = true

    init(_ properties: [String: Variant]) {
        playback = properties[MPRIS.playbackStatus.text]?.string ?? ""
        let metadata = properties[MPRIS.metadata.text]?.dictionary ?? [:]
        // Some players use the same id for all tracks.
        let id = metadata[MPRIS.trackID]
        let parts = [id?.path?.text ?? id?.string, metadata["xesam:url"]?.string, metadata[MPRIS.title]?.string]
        track = parts.compactMap { $0 }.joined(separator: " ")
        if case .int64(let position)? = properties["Position"] { self.position = position }
        canPause = properties["CanPause"]?.bool ?? true
    }
}

/// A player that was paused for a call.
struct PausedPlayer: Hashable {
    /// The unique name; a later player under the same well-known name has another.
    let name: String
    let track: String
    /// Where the player stands since the pause; nil until the player has said that it is paused. A busy player plays on
    /// for a while.
    let position: Int64?

    /// A player that is told to pause now.
    init(pausing name: String, _ status: PlayerStatus) { (self.name, track, position) = (name, status.track, nil) }

    /// The same player after the pause; nil if it does not say that it is paused.
    func confirmed(by status: PlayerStatus) -> PausedPlayer? {
        guard status.playback == MPRIS.Playback.paused.rawValue, status.track == track else { return nil }
        return PausedPlayer(name, track, status.position)
    }

    private init(_ name: String, _ track: String, _ position: Int64?) {
        (self.name, self.track, self.position) = (name, track, position)
    }

    /// Whether the user has left the player alone since the pause: it then has the same position. This needs no
    /// signals, and also works for the next agent. If the pause is not confirmed, it may still come.
    func isUntouched(_ status: PlayerStatus) -> Bool {
        guard status.track == track, let playback = MPRIS.Playback(rawValue: status.playback) else { return false }
        guard let position else { return true }
        let drift = status.position.subtractingReportingOverflow(position)
        return playback == .paused && !drift.overflow && (-500_000...500_000).contains(drift.partialValue)
    }

    // MARK: In the journal

    var record: [String] { [name, track, position.map { String($0) } ?? ""] }

    init?(_ record: [String]) {
        guard record.count == 3 else { return nil }
        self.init(record[0], record[1], Int64(record[2]))
    }
}

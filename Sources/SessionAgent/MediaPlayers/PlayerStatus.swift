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
        playback = properties[MPRIS.playbackStatus]?.string ?? ""
        let metadata = properties[MPRIS.metadata]?.dictionary ?? [:]
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
    let position: Int64

    init(_ name: String, _ status: PlayerStatus) {
        (self.name, track, position) = (name, status.track, status.position)
    }

    /// Whether the user has left the player alone since the pause: it then has the same position. This needs no
    /// signals, and also works for the next agent. Pausing takes a moment in which the position advances.
    func isUntouched(_ status: PlayerStatus) -> Bool {
        let drift = status.position.subtractingReportingOverflow(position)
        return status.playback == MPRIS.Playback.paused.rawValue && status.track == track && !drift.overflow
            && (-500_000...500_000).contains(drift.partialValue)
    }

    // MARK: In the journal

    var record: [String] { [name, track, String(position)] }

    init?(_ record: [String]) {
        guard record.count == 3, let position = Int64(record[2]) else { return nil }
        (name, track, self.position) = (record[0], record[1], position)
    }
}

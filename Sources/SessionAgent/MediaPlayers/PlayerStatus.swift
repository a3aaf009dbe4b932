// SPDX-License-Identifier: MIT

import SDBus

/// What a player says of itself.
struct PlayerStatus: Hashable {
    /// `Playing`, `Paused` or `Stopped`.
    var playback = ""
    /// Which piece; empty = it does not say.
    var track = ""
    /// Where in it, in microseconds.
    var position: Int64 = 0
    var canPause = true

    init(_ properties: [String: Variant]) {
        playback = properties["PlaybackStatus"]?.string ?? ""
        let metadata = properties["Metadata"]?.dictionary ?? [:]
        // Some say the same id of all of their pieces.
        let id = metadata["mpris:trackid"]
        let parts = [id?.path?.text ?? id?.string, metadata["xesam:url"]?.string, metadata["xesam:title"]?.string]
        track = parts.compactMap { $0 }.joined(separator: " ")
        if case .int64(let position)? = properties["Position"] { self.position = position }
        canPause = properties["CanPause"]?.bool ?? true
    }
}

/// A player that was paused for a call.
struct PausedPlayer: Hashable {
    /// Its unique name on the bus, which the next player under the same well-known name has not.
    let name: String
    let track: String
    let position: Int64

    init(_ name: String, _ status: PlayerStatus) {
        (self.name, track, position) = (name, status.track, status.position)
    }

    /// Whether nobody has touched it since: a paused player stands where it was. That is seen without listening to it,
    /// also by the next agent. Pausing takes a moment, in which it goes on.
    func isUntouched(_ status: PlayerStatus) -> Bool {
        let drift = status.position.subtractingReportingOverflow(position)
        return status.playback == "Paused" && status.track == track && !drift.overflow
            && (-500_000...500_000).contains(drift.partialValue)
    }

    // MARK: In the journal

    var record: [String] { [name, track, String(position)] }

    init?(_ record: [String]) {
        guard record.count == 3, let position = Int64(record[2]) else { return nil }
        (name, track, self.position) = (record[0], record[1], position)
    }
}

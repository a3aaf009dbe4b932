// SPDX-License-Identifier: MIT

/// The names of the Media Player Remote Interfacing Specification.
enum MPRIS {
    /// The bus name of every player begins with it.
    static let prefix = root + "."
    static let path = "/org/mpris/MediaPlayer2"
    static let root = "org.mpris.MediaPlayer2"
    static let player = prefix + "Player"
    static let playbackStatus = "PlaybackStatus"
    static let metadata = "Metadata"
    static let trackID = "mpris:trackid"
    static let title = "xesam:title"

    enum Playback: String {
        case playing = "Playing"
        case paused = "Paused"
    }
}

// SPDX-License-Identifier: MIT

import SDBus

/// The names of the Media Player Remote Interfacing Specification.
enum MPRIS {
    /// The bus name of every player begins with it and a dot.
    static let names: BusName = "org.mpris.MediaPlayer2"
    /// The same with the dot.
    static let prefix = "org.mpris.MediaPlayer2."
    static let path: ObjectPath = "/org/mpris/MediaPlayer2"
    static let root: InterfaceName = "org.mpris.MediaPlayer2"
    static let player: InterfaceName = "org.mpris.MediaPlayer2.Player"
    static let playbackStatus: MemberName = "PlaybackStatus"
    static let metadata: MemberName = "Metadata"
    static let trackID = "mpris:trackid"
    static let title = "xesam:title"

    enum Playback: String {
        case playing = "Playing"
        case paused = "Paused"
    }
}

// SPDX-License-Identifier: MIT

/// A setting of a stream that a server remembers, and gives to the next stream of the same kind.
package enum StreamSetting: Hashable {
    /// One level for each channel, 65536 = 100 %.
    case playbackVolume([UInt32])
    case recordingMuted(Bool)

    func operation(on stream: UInt32) -> SoundOperation {
        switch self {
        case .playbackVolume(let levels): .setPlaybackVolume(stream, levels)
        case .recordingMuted(let isMuted): .setRecordingMuted(stream, isMuted)
        }
    }
}

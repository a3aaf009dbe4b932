// SPDX-License-Identifier: MIT

import PulseAudio

/// What the sounds of calls are at a sound server. Servers remember volume, mute and device of a stream: first by its
/// role, then by its program. So the sounds have no role, which they would share with the sounds of other programs, and
/// what a user sets for them holds for them alone.
enum RingIdentity {
    static let id = Banner.desktopEntry

    /// Of the program, for mixers.
    static let program = [
        "application.name": "MonkeyCall", "application.id": id, "application.icon_name": "org.monkeycall.Phone",
    ]

    /// Of each stream. libcanberra gives a stream without a role the role of all short sounds, but leaves an empty one.
    /// PulseAudio would take the empty role for a role.
    static let stream = [
        "media.role": "", "module-stream-restore.id": "sink-input-by-application-id:" + id,
    ]

    /// The streams that play a sound of a call on a device now. A server shows a new stream before it has given it the
    /// volume that it remembers: until then the stream has no device.
    static func playing(in server: SoundServerState) -> [SoundServerState.Stream] {
        let streams = server.streams?.playback.values.filter { stream in
            stream.properties["application.id"] == id && stream.device != nil && !stream.isCorked
        }
        return (streams ?? []).sorted { $0.index < $1.index }
    }
}

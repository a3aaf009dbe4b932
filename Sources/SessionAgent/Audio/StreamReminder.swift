// SPDX-License-Identifier: MIT

import CPulse

/// A stream of nothing, which looks to the server like one that has ended. What it is set to, the server remembers for the
/// next one of its kind: neither PulseAudio nor WirePlumber has a better way in that both understand.
final class StreamReminder {
    private(set) var hasFailed = false
    private let altered: AlteredStream
    private let raw: OpaquePointer
    private let ready: (UInt32) -> Void
    private let failed: () -> Void

    /// The server's number of it.
    var index: UInt32 { pa_stream_get_index(raw) }

    init?(
        _ altered: AlteredStream, _ context: OpaquePointer, ready: @escaping (UInt32) -> Void,
        failed: @escaping () -> Void
    ) {
        let properties = pa_proplist_new()
        defer { pa_proplist_free(properties) }
        for (key, value) in altered.identity.properties { pa_proplist_sets(properties, key, value) }
        let channels = UInt8(clamping: max(1, min(altered.own.count, Int(PA_CHANNELS_MAX))))
        var format = pa_sample_spec(format: PA_SAMPLE_S16LE, rate: 44_100, channels: channels)
        var map = pa_channel_map()
        pa_channel_map_init_extend(&map, UInt32(channels), PA_CHANNEL_MAP_DEFAULT)
        let name = altered.identity.properties["media.name"] ?? "MonkeyCall"
        guard let raw = pa_stream_new_with_proplist(context, name, &format, &map, properties) else { return nil }
        (self.altered, self.raw, self.ready, self.failed) = (altered, raw, ready, failed)
    }

    deinit {
        pa_stream_set_state_callback(raw, nil, nil)
        pa_stream_disconnect(raw)
        pa_stream_unref(raw)
    }

    func begin() {
        pa_stream_set_state_callback(
            raw,
            { _, this in
                guard let this else { return }
                Unmanaged<StreamReminder>.fromOpaque(this).takeUnretainedValue().stateChanged()
            }, Unmanaged.passUnretained(self).toOpaque())
        let result =
            switch altered.kind {
            case .playback: pa_stream_connect_playback(raw, nil, nil, PA_STREAM_START_CORKED, nil, nil)
            // No microphone is opened for it.
            case .recording: pa_stream_connect_record(raw, "@DEFAULT_MONITOR@", nil, PA_STREAM_START_CORKED)
            }
        if result < 0 { fail() }
    }

    private func stateChanged() {
        switch pa_stream_get_state(raw) {
        case PA_STREAM_READY: ready(index)
        case PA_STREAM_FAILED, PA_STREAM_TERMINATED: fail()
        default: break
        }
    }

    private func fail() {
        guard !hasFailed else { return }
        hasFailed = true
        withExtendedLifetime(self) { failed() }
    }
}

extension AlteredStream {
    /// Makes a stream what this one was.
    func undoing(_ index: UInt32) -> SoundOperation {
        switch kind {
        case .playback: .setPlaybackVolume(index, own)
        case .recording: .setRecordingMuted(index, false)
        }
    }
}

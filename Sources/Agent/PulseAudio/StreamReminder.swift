// SPDX-License-Identifier: MIT

import CPulse

/// A silent stream with the properties of one that has ended. The server remembers the reminder's setting for the next
/// stream of that kind. PulseAudio and WirePlumber have no better interface in common.
final class StreamReminder {
    private(set) var hasFailed = false
    private let setting: StreamSetting
    private let raw: OpaquePointer
    private let ready: (UInt32) -> Void
    private let failed: () -> Void

    /// The server's index of the stream.
    var index: UInt32 { pa_stream_get_index(raw) }

    /// Without `media.name` the stream is named after the application.
    init?(
        _ setting: StreamSetting, _ properties: [String: String], _ application: String, _ context: OpaquePointer,
        ready: @escaping (UInt32) -> Void, failed: @escaping () -> Void
    ) {
        let list = pa_proplist_new()
        defer { pa_proplist_free(list) }
        for (key, value) in properties { pa_proplist_sets(list, key, value) }
        let levels = if case .playbackVolume(let levels) = setting { levels.count } else { 1 }
        let channels = UInt8(clamping: max(1, min(levels, Int(PA_CHANNELS_MAX))))
        var format = pa_sample_spec(format: PA_SAMPLE_S16LE, rate: 44_100, channels: channels)
        var map = pa_channel_map()
        pa_channel_map_init_extend(&map, UInt32(channels), PA_CHANNEL_MAP_DEFAULT)
        let name = properties["media.name"] ?? application
        guard let raw = pa_stream_new_with_proplist(context, name, &format, &map, list) else { return nil }
        (self.setting, self.raw, self.ready, self.failed) = (setting, raw, ready, failed)
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
            switch setting {
            case .playbackVolume: pa_stream_connect_playback(raw, nil, nil, PA_STREAM_START_CORKED, nil, nil)
            // Records the monitor, so that no microphone is opened.
            case .recordingMuted: pa_stream_connect_record(raw, "@DEFAULT_MONITOR@", nil, PA_STREAM_START_CORKED)
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

// SPDX-License-Identifier: MIT

import CPulse

/// A change at a sound server. A stream is identified by its index, everything else by its name. A volume is one level
/// for each channel, 65536 = 100 %.
package enum SoundOperation: Hashable {
    case setPlaybackVolume(UInt32, [UInt32])
    case setRecordingMuted(UInt32, Bool)
    case setDefaultSink(String)
    case setDefaultSource(String)
    case setProfile(card: String, String)
    case setSinkPort(sink: String, String)
    case setSourcePort(source: String, String)
    case setSourceMuted(source: String, Bool)

    /// The kind of thing that it changes.
    var facility: SoundServerFacility {
        switch self {
        case .setPlaybackVolume: .playback
        case .setRecordingMuted: .recording
        case .setDefaultSink, .setDefaultSource: .server
        case .setProfile: .cards
        case .setSinkPort: .sinks
        case .setSourcePort, .setSourceMuted: .sources
        }
    }

    func begin(
        _ context: OpaquePointer, _ done: @escaping pa_context_success_cb_t, _ data: UnsafeMutableRawPointer
    ) -> OpaquePointer? {
        switch self {
        case .setPlaybackVolume(let stream, let levels):
            var volume = pa_cvolume(levels: levels)
            return pa_context_set_sink_input_volume(context, stream, &volume, done, data)
        case .setRecordingMuted(let stream, let isMuted):
            return pa_context_set_source_output_mute(context, stream, isMuted ? 1 : 0, done, data)
        case .setDefaultSink(let sink): return pa_context_set_default_sink(context, sink, done, data)
        case .setDefaultSource(let source): return pa_context_set_default_source(context, source, done, data)
        case .setProfile(let card, let profile):
            return pa_context_set_card_profile_by_name(context, card, profile, done, data)
        case .setSinkPort(let sink, let port):
            return pa_context_set_sink_port_by_name(context, sink, port, done, data)
        case .setSourcePort(let source, let port):
            return pa_context_set_source_port_by_name(context, source, port, done, data)
        case .setSourceMuted(let source, let isMuted):
            return pa_context_set_source_mute_by_name(context, source, isMuted ? 1 : 0, done, data)
        }
    }
}

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

/// What a connection copies of the server's state. The server reports changes of these things only, so the others wake
/// no process.
package enum SoundServerInterest {
    /// The server and its devices: they stay the same for hours.
    case devices
    /// Also all streams, which come and go with every sound.
    case streams
    /// Only recording streams, which are rare. `state` has neither their clients nor devices.
    case recordings
    /// Recording streams, and what tells their owners and whether they record a microphone.
    case recordingOwners
}

/// A kind of thing that a sound server has and reports.
enum SoundServerFacility: CaseIterable {
    case server, cards, sinks, sources, clients, playback, recording

    /// Things that stay the same for hours.
    static let devices: Set = [server, cards, sinks, sources]
    /// Things that come and go with every sound.
    static let streams: Set = [clients, playback, recording]

    static func all(of interest: SoundServerInterest) -> Set<Self> {
        switch interest {
        case .devices: devices
        case .streams: devices.union(streams)
        case .recordings: [recording]
        case .recordingOwners: [server, sources, clients, recording]
        }
    }

    init?(_ event: pa_subscription_event_type_t) {
        // As `pa_subscription_match_flags` compares the two.
        let mask: UInt32 = 1 << (event.rawValue & PA_SUBSCRIPTION_EVENT_FACILITY_MASK.rawValue)
        guard let facility = Self.allCases.first(where: { $0.mask.rawValue == mask }) else { return nil }
        self = facility
    }

    var mask: pa_subscription_mask_t {
        switch self {
        case .server: PA_SUBSCRIPTION_MASK_SERVER
        case .cards: PA_SUBSCRIPTION_MASK_CARD
        case .sinks: PA_SUBSCRIPTION_MASK_SINK
        case .sources: PA_SUBSCRIPTION_MASK_SOURCE
        case .clients: PA_SUBSCRIPTION_MASK_CLIENT
        case .playback: PA_SUBSCRIPTION_MASK_SINK_INPUT
        case .recording: PA_SUBSCRIPTION_MASK_SOURCE_OUTPUT
        }
    }
}

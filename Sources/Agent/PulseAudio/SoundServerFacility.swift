// SPDX-License-Identifier: MIT

import CPulse

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
        switch event.rawValue & PA_SUBSCRIPTION_EVENT_FACILITY_MASK.rawValue {
        case PA_SUBSCRIPTION_EVENT_SERVER.rawValue: self = .server
        case PA_SUBSCRIPTION_EVENT_CARD.rawValue: self = .cards
        case PA_SUBSCRIPTION_EVENT_SINK.rawValue: self = .sinks
        case PA_SUBSCRIPTION_EVENT_SOURCE.rawValue: self = .sources
        case PA_SUBSCRIPTION_EVENT_CLIENT.rawValue: self = .clients
        case PA_SUBSCRIPTION_EVENT_SINK_INPUT.rawValue: self = .playback
        case PA_SUBSCRIPTION_EVENT_SOURCE_OUTPUT.rawValue: self = .recording
        default: return nil
        }
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

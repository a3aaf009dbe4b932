// SPDX-License-Identifier: MIT

/// The state of a sound server at one moment. The keys are the server's indexes, which it never uses twice.
package struct SoundServerState: Hashable {
    /// A sink or a source.
    package struct Device: Hashable {
        package var index: UInt32
        package var name: String
        /// The name for people.
        package var description: String
        /// The index of its card; nil = it has none.
        package var card: UInt32?
        /// Whether it is a source that records the output of a sink, not a microphone.
        package var isMonitor: Bool
        package var ports: [Port]
        /// The name of the port in use; "" = the device has no ports.
        package var activePort: String
        /// One level for each channel; 65536 = 100 %.
        package var volume: [UInt32]
        package var isMuted: Bool
        package var properties: [String: String]
        /// Whether it is a source that the server has suspended, because no program uses it.
        package var isAsleep = false
        /// The index of the sink whose output it records; nil for all but monitors.
        package var monitoredSink: UInt32?
        /// The devices and streams of one remap, filter or loopback have the same; nil = it belongs to none.
        package var group: String?
    }

    /// A connector of a device, e.g. a loudspeaker or headphones.
    package struct Port: Hashable {
        package var name: String
        package var description: String
        /// The server prefers the higher priority.
        package var priority: UInt32
        /// Nil = the hardware cannot tell.
        package var isAvailable: Bool?
        /// One of `PA_DEVICE_PORT_TYPE_…`.
        package var type: UInt32
    }

    package struct Card: Hashable {
        package var index: UInt32
        package var name: String
        package var profiles: [Profile]
        package var activeProfile: String
        package var ports: [CardPort]
        package var properties: [String: String]
    }

    package struct Profile: Hashable {
        package var name: String
        package var priority: UInt32
        package var isAvailable: Bool
        package var sinks: UInt32
        package var sources: UInt32
    }

    /// A port of a card, including the ports of profiles that are not in use.
    package struct CardPort: Hashable {
        package var port: Port
        package var isOutput: Bool
        package var profiles: [String]
    }

    /// A stream that an app plays or records.
    package struct Stream: Hashable {
        package var index: UInt32
        /// Nil = the server's own stream.
        package var client: UInt32?
        /// The index of its sink or source; nil = it waits for one.
        package var device: UInt32?
        /// One level for each channel, 65536 = 100 %. Nil = it has no volume, or clients cannot set it.
        package var volume: [UInt32]?
        package var isMuted: Bool
        package var isCorked: Bool
        package var properties: [String: String]
        /// As that of a device.
        package var group: String?
    }

    /// A program that is connected to the server.
    package struct Client: Hashable {
        package var index: UInt32
        package var properties: [String: String]
    }

    /// The streams and their clients.
    package struct Streams: Hashable {
        package var playback: [UInt32: Stream] = [:]
        package var recording: [UInt32: Stream] = [:]
        package var clients: [UInt32: Client] = [:]
    }

    /// The server's name and version, e.g. `PulseAudio (on PipeWire 0.3.65)`.
    package var serverName = ""
    /// Names this run of the server.
    package var cookie: UInt32 = 0
    /// The index of this connection.
    package var ownClient: UInt32 = 0
    package var sinks: [UInt32: Device] = [:]
    package var sources: [UInt32: Device] = [:]
    package var cards: [UInt32: Card] = [:]
    /// The names of the default devices; "" = none.
    package var defaultSink = ""
    package var defaultSource = ""
    /// Nil = the connection does not follow them, or does not know them yet.
    package var streams: Streams?

    /// Whether it can be heard. Servers make a device without hardware, so that programs go on.
    package var hasDevice: Bool { sinks.values.contains { $0.name != "auto_null" } }

    package func sink(named name: String) -> Device? { sinks.values.first { $0.name == name } }
    package func source(named name: String) -> Device? { sources.values.first { $0.name == name } }
}

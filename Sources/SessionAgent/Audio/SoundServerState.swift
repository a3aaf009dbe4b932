// SPDX-License-Identifier: MIT

/// What there is at a sound server, as of one moment. Everything is by the server's index, which it never gives twice.
package struct SoundServerState: Hashable {
    /// A sink or a source.
    package struct Device: Hashable {
        package var index: UInt32
        package var name: String
        /// For people.
        package var description: String
        /// Of its card; nil = it has none.
        package var card: UInt32?
        /// It is what a sink plays, and no microphone.
        package var isMonitor: Bool
        package var ports: [Port]
        /// Name of the port in use; "" = it has no ports.
        package var activePort: String
        /// One for each channel; 65536 = 100 %.
        package var volume: [UInt32]
        package var isMuted: Bool
        package var properties: [String: String]
    }

    /// Where a device gets in or out: loudspeaker, headphones.
    package struct Port: Hashable {
        package var name: String
        package var description: String
        /// The higher the better.
        package var priority: UInt32
        /// Nil = the hardware cannot tell.
        package var isAvailable: Bool?
        /// `PA_DEVICE_PORT_TYPE_`.
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
        package var description: String
        package var priority: UInt32
        package var isAvailable: Bool
        package var sinks: UInt32
        package var sources: UInt32
    }

    /// A port of a card, also of a profile that is not in use.
    package struct CardPort: Hashable {
        package var port: Port
        package var isOutput: Bool
        package var profiles: [String]
    }

    /// What is played or recorded by an app.
    package struct Stream: Hashable {
        package var index: UInt32
        /// Nil = the server's own.
        package var client: UInt32?
        /// Index of its sink or source; nil = it waits for one.
        package var device: UInt32?
        /// One for each channel; 65536 = 100 %. Nil = it has none, or it cannot be set.
        package var volume: [UInt32]?
        package var isMuted: Bool
        package var isCorked: Bool
        package var properties: [String: String]
    }

    /// Who is connected to the server.
    package struct Client: Hashable {
        package var index: UInt32
        package var properties: [String: String]
    }

    /// What comes and goes all the time, and is known only while somebody wants it.
    package struct Streams: Hashable {
        package var playback: [UInt32: Stream] = [:]
        package var recording: [UInt32: Stream] = [:]
        package var clients: [UInt32: Client] = [:]

        package init() {}
    }

    /// The server's own words, e.g. `PulseAudio (on PipeWire 0.3.65)`.
    package var serverName = ""
    /// The agent's own connection.
    package var ownClient: UInt32 = 0
    package var sinks: [UInt32: Device] = [:]
    package var sources: [UInt32: Device] = [:]
    package var cards: [UInt32: Card] = [:]
    /// Names; "" = there is none.
    package var defaultSink = ""
    package var defaultSource = ""
    /// Nil = nobody wants to know them, or they are not known yet.
    package var streams: Streams?

    package init() {}

    package func sink(named name: String) -> Device? { sinks.values.first { $0.name == name } }
    package func source(named name: String) -> Device? { sources.values.first { $0.name == name } }
}

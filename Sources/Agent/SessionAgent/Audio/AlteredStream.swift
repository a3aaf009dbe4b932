// SPDX-License-Identifier: MIT

import PulseAudio

/// A stream that the agent has made quieter or muted, with the data to restore it.
struct AlteredStream: Hashable {
    enum Kind: String {
        case playback, recording
    }

    let kind: Kind
    var index: UInt32
    /// The key under which the server remembers volumes.
    let identity: StreamIdentity
    /// For playback: one level for each channel, before and after the change.
    var own: [UInt32] = []
    var altered: [UInt32] = []
    /// For recording: the names of the parties of the silenced calls.
    var apps: Set<String> = []

    // MARK: Data that the journal does not have
    /// The levels of the change before this one; empty = none. A busy server may still show them, or give them to a new
    /// stream.
    var former: [UInt32] = []
    /// The server got the request.
    var isAsked = false
    /// The change was visible at the server.
    var isSeen = false
    /// The user has changed it since; that stays.
    var isReleased = false
    /// The stream is restored, and the server may not remember that yet.
    var isLingering = false
    /// The server remembers the restored volume.
    var isRemembered = false
    /// How often the agent has muted it.
    var attempts = 0

    /// The setting before the change.
    var setting: StreamSetting { kind == .playback ? .playbackVolume(own) : .recordingMuted(false) }

    /// Whether the stream has the changed values, except for rounding by the server.
    func isAltered(_ stream: SoundServerState.Stream) -> Bool {
        kind == .recording ? stream.isMuted : stream.volume.map { Self.areEqual($0, altered) } == true
    }

    /// Whether a playback stream still has, or has got, the levels of an earlier change by the agent.
    func isFormer(_ stream: SoundServerState.Stream) -> Bool {
        kind == .playback && !former.isEmpty && stream.volume.map { Self.areEqual($0, former) } == true
    }

    func isOwn(_ stream: SoundServerState.Stream) -> Bool {
        kind == .recording ? !stream.isMuted : stream.volume.map { Self.areEqual($0, own) } == true
    }

    /// Ready for another change, if it was restored.
    var renewed: Self {
        guard isLingering else { return self }
        var altered = self
        (altered.isLingering, altered.isRemembered, altered.isSeen, altered.attempts) = (false, false, false, 0)
        return altered
    }

    /// If the numbers of channels differ, the loudest channels count.
    static func areEqual(_ one: [UInt32], _ other: [UInt32]) -> Bool {
        guard one.count == other.count else { return areEqual([one.max() ?? 0], [other.max() ?? 0]) }
        return zip(one, other).allSatisfy { max($0, $1) - min($0, $1) <= 32 }
    }

    /// The same change of another stream, to which the server gave the same volume.
    func of(_ stream: SoundServerState.Stream) -> Self {
        var altered = self
        (altered.index, altered.isSeen, altered.isAsked) = (stream.index, true, false)
        if let volume = stream.volume, volume.count != own.count {
            altered.own = Array(repeating: own.max() ?? 0, count: volume.count)
            altered.altered = Array(repeating: self.altered.max() ?? 0, count: volume.count)
        }
        return altered
    }

    // MARK: Journal

    var record: [String] {
        [kind.rawValue, String(index), Self.text(own), Self.text(altered), apps.sorted().joined(separator: " ")]
            + identity.record
    }

    init?(_ record: [String]) {
        guard record.count > 5, let kind = Kind(rawValue: record[0]), let index = UInt32(record[1]) else { return nil }
        (self.kind, self.index) = (kind, index)
        (own, altered) = (Self.levels(record[2]), Self.levels(record[3]))
        apps = Set(record[4].split(separator: " ").map(String.init))
        identity = StreamIdentity(record: Array(record[5...]))
    }

    init(_ kind: Kind, _ stream: SoundServerState.Stream) {
        (self.kind, index, identity) = (kind, stream.index, StreamIdentity(stream))
    }

    private static func text(_ levels: [UInt32]) -> String { levels.map { String($0) }.joined(separator: " ") }
    private static func levels(_ text: String) -> [UInt32] { text.split(separator: " ").compactMap { UInt32($0) } }
}

/// The properties by which sound servers recognise a stream. They give a new stream the volume of the last one with the
/// same identity.
struct StreamIdentity: Hashable {
    /// In the order in which the servers look for them.
    static let keys = [
        "media.role", "application.id", "application.name", "media.name", "node.name",
    ]

    /// The server's own name for it; "" if it has none.
    let id: String
    /// By key.
    let properties: [String: String]

    init(_ stream: SoundServerState.Stream) {
        id = stream.properties["module-stream-restore.id"] ?? ""
        properties = stream.properties.filter { Self.keys.contains($0.key) && !$0.value.isEmpty }
    }

    init(record: [String]) {
        id = record.first ?? ""
        properties = Dictionary(zip(Self.keys, record.dropFirst()).filter { !$1.isEmpty }) { $1 }
    }

    var record: [String] { [id] + Self.keys.map { properties[$0] ?? "" } }

    func isSame(as other: Self) -> Bool {
        id.isEmpty || other.id.isEmpty ? properties == other.properties : id == other.id
    }
}

// SPDX-License-Identifier: MIT

import PulseAudio

/// A stream that was made quieter or mute, so that it can be put back to what it was.
struct AlteredStream: Hashable {
    enum Kind: String {
        case playback, recording
    }

    let kind: Kind
    var index: UInt32
    /// What the server remembers volumes by.
    let identity: StreamIdentity
    /// Of playback: one level for each channel, as it was and as it was made.
    var own: [UInt32] = []
    var altered: [UInt32] = []
    /// Of recording: identifiers of the apps whose call it is about.
    var apps: Set<String> = []

    // MARK: What the journal has not
    /// The server was asked.
    var isAsked = false
    /// It was seen to be altered.
    var isSeen = false
    /// The user has changed it since, and that stays.
    var isReleased = false
    /// It was put back, and it is not certain yet that the server will remember that.
    var isLingering = false
    /// It was put back for so long that the server remembers it.
    var isRemembered = false
    /// How often it was muted.
    var attempts = 0

    /// What the stream was set to before.
    var setting: StreamSetting { kind == .playback ? .playbackVolume(own) : .recordingMuted(false) }

    /// Whether the stream is as it was made, within what a server rounds.
    func isAltered(_ stream: SoundServerState.Stream) -> Bool {
        kind == .recording ? stream.isMuted : stream.volume.map { Self.areEqual($0, altered) } == true
    }

    func isOwn(_ stream: SoundServerState.Stream) -> Bool {
        kind == .recording ? !stream.isMuted : stream.volume.map { Self.areEqual($0, own) } == true
    }

    /// As if it had not been altered yet, if it was put back.
    var renewed: Self {
        guard isLingering else { return self }
        var altered = self
        (altered.isLingering, altered.isRemembered, altered.isSeen, altered.attempts) = (false, false, false, 0)
        return altered
    }

    /// Of another number of channels the loudest counts.
    static func areEqual(_ one: [UInt32], _ other: [UInt32]) -> Bool {
        guard one.count == other.count else { return areEqual([one.max() ?? 0], [other.max() ?? 0]) }
        return zip(one, other).allSatisfy { max($0, $1) - min($0, $1) <= 32 }
    }

    /// The same about another stream, which the server has given the same volume.
    func of(_ stream: SoundServerState.Stream) -> Self {
        var altered = self
        (altered.index, altered.isSeen, altered.isAsked) = (stream.index, true, false)
        if let volume = stream.volume, volume.count != own.count {
            altered.own = Array(repeating: own.max() ?? 0, count: volume.count)
            altered.altered = Array(repeating: self.altered.max() ?? 0, count: volume.count)
        }
        return altered
    }

    // MARK: In the journal

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

/// What sound servers take for the same stream when it comes again: they give it the volume that the last one had.
struct StreamIdentity: Hashable {
    /// In the order in which they look for them.
    static let keys = [
        "media.role", "application.id", "application.name", "media.name", "node.name",
    ]

    /// The server's own name for it; "" = it has none.
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

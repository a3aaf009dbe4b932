// SPDX-License-Identifier: MIT
import CallInterface
import SDBus

/// One moment of a call's story, as ExplainCall tells it. What is absent reads empty.
struct StoryMoment {
    let values: [String: Variant]

    init(_ values: [String: Variant]) { self.values = values }

    /// Microseconds since the Unix epoch.
    var time: UInt64 { time(Key.time) }
    /// What happened: `requested`.
    var event: String { text(Key.event) }
    /// The action that it is about: `set-held`.
    var action: String { text(Key.action) }
    /// Whether that is to hold rather than to resume, to mute rather than to unmute.
    var isOn: Bool { values[Key.onHold]?.bool ?? values[Key.muted]?.bool ?? false }
    var groupWith: String { text(Key.groupWith) }
    var origin: String { text(Key.origin) }
    var state: String { text(Key.state) }
    var endedReason: String { text(Key.endedReason) }
    var reason: String { text(Key.reason) }
    var reasonCall: String { text(Key.reasonCall) }
    /// How many moments before this one are not told.
    var omitted: UInt32 { values[Key.omitted]?.uint32 ?? 0 }

    /// On the first moment only: which way the call goes.
    var isOutgoing: Bool { values[Key.outgoing]?.bool ?? false }
    /// On the first moment only: what refused the call.
    var filteredBy: String { text(Key.filteredBy) }

    func text(_ key: String) -> String { values[key]?.string ?? "" }
    func time(_ key: String) -> UInt64 { values[key]?.uint64 ?? 0 }
}

/// The calls that a story speaks of, as people know them.
struct StoryCast {
    /// One of them.
    struct Role {
        /// The beginning of its id.
        var shortID: String
        /// Whom it is with, by name and handle; empty when nobody knows.
        var party = ""
        /// The same, by one of both.
        var name = ""
        /// The app that carries it.
        var app = ""
        /// When it ended; 0 = not yet.
        var endedAt: UInt64 = 0
    }

    /// By UUID, and printable.
    var roles: [String: Role] = [:]

    /// The call with that id, of which nothing else may be known.
    func role(_ call: String) -> Role { roles[call] ?? Role(shortID: String(call.prefix(8)).printable) }
}

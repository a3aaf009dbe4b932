// SPDX-License-Identifier: MIT
import CallInterface
import SDBus

/// One moment of a call's story, as ExplainCall tells it. What is absent reads empty.
struct StoryMoment {
    let values: [String: Variant]

    init(_ values: [String: Variant]) { self.values = values }

    /// Microseconds since the Unix epoch.
    var time: UInt64 { time(.time) }
    /// What happened: `requested`.
    var event: String { text(.event) }
    /// The action that it is about: `set-held`.
    var action: String { text(.action) }
    /// Whether that is to hold rather than to resume, to mute rather than to unmute.
    var isOn: Bool { values[.onHold]?.bool ?? values[.muted]?.bool ?? false }
    var groupWith: String { text(.groupWith) }
    var origin: String { text(.origin) }
    var state: String { text(.state) }
    var endedReason: String { text(.endedReason) }
    var reason: String { text(.reason) }
    var reasonCall: String { text(.reasonCall) }
    /// How many moments before this one are not told.
    var omitted: UInt32 { values[.omitted]?.uint32 ?? 0 }

    /// On the first moment only: which way the call goes.
    var isOutgoing: Bool { values[.outgoing]?.bool ?? false }
    /// On the first moment only: what refused the call.
    var filteredBy: String { text(.filteredBy) }

    func text(_ key: Key) -> String { values[key]?.string ?? "" }
    func time(_ key: Key) -> UInt64 { values[key]?.uint64 ?? 0 }
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

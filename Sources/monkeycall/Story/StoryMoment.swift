// SPDX-License-Identifier: MIT
import CallInterface
import SDBus

/// One moment of a call's story, as ExplainCall returns it. An absent key reads empty.
struct StoryMoment {
    let values: [String: Variant]

    init(_ values: [String: Variant]) { self.values = values }

    /// Microseconds since the Unix epoch.
    var time: UInt64 { time(Key.time) }
    var event: String { text(Key.event) }
    var action: String { text(Key.action) }
    /// True to hold or mute, false to resume or unmute.
    var isOn: Bool { values[Key.onHold]?.bool ?? values[Key.muted]?.bool ?? false }
    var groupWith: String { text(Key.groupWith) }
    var origin: String { text(Key.origin) }
    var state: String { text(Key.state) }
    var endedReason: String { text(Key.endedReason) }
    var reason: String { text(Key.reason) }
    var reasonCall: String { text(Key.reasonCall) }
    /// How many moments before this one are left out.
    var omitted: UInt32 { values[Key.omitted]?.uint32 ?? 0 }

    /// Only in the first moment.
    var isOutgoing: Bool { values[Key.outgoing]?.bool ?? false }
    /// Only in the first moment: the filter that refused the call.
    var filteredBy: String { text(Key.filteredBy) }

    func text(_ key: String) -> String { values[key]?.string ?? "" }
    func time(_ key: String) -> UInt64 { values[key]?.uint64 ?? 0 }
}

/// The calls that a story names, as people know them.
struct StoryCast {
    struct Role {
        /// The beginning of its id.
        var shortID: String
        /// The other side, by name and handle; empty if unknown.
        var party = ""
        /// The other side, by name or handle.
        var name = ""
        /// The app that carries it.
        var app = ""
        /// When it ended; 0 = not yet.
        var endedAt: UInt64 = 0
    }

    /// By UUID, and printable.
    var roles: [String: Role] = [:]

    /// The call with that id. An unknown call has only its id.
    func role(_ call: String) -> Role { roles[call] ?? Role(shortID: String(call.prefix(8)).printable) }
}

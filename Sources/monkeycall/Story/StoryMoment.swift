// SPDX-License-Identifier: MIT
import CallInterface
import SDBus

/// One moment of a call's story, as ExplainCall returns it. An absent key reads empty.
struct StoryMoment {
    let values: [String: Variant]

    init(_ values: [String: Variant]) { self.values = values }

    /// Microseconds since the Unix epoch.
    var time: UInt64 { time(.time) }
    var event: Received<MomentWord> { values.word(.event) }
    var action: Received<ActionWord> { values.word(.action) }
    /// True to hold or mute, false to resume or unmute.
    var isOn: Bool { values[.onHold]?.bool ?? values[.muted]?.bool ?? false }
    var groupWith: String { text(.groupWith) }
    var origin: Received<Origin> { values.word(.origin) }
    var state: Received<CallState> { values.word(.state) }
    var endedReason: Received<EndedReason> { values.word(.endedReason) }
    var reason: Received<Reason> { values.word(.reason) }
    var reasonCall: String { text(.reasonCall) }
    /// How many moments before this one are left out.
    var omitted: UInt32 { values[.omitted]?.uint32 ?? 0 }

    /// Only in the first moment.
    var isOutgoing: Bool { values.flag(.outgoing) }
    /// Only in the first moment: the filter that refused the call.
    var filteredBy: Received<CallFilter> { values.word(.filteredBy) }

    func text(_ key: Key) -> String { values.text(key) }
    func time(_ key: Key) -> UInt64 { values.time(key) }
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

// SPDX-License-Identifier: MIT
package import CallClient
package import CallInterface
package import SDBus

/// One moment of a call's story, as ExplainCall returns it. An absent key reads empty.
package struct StoryMoment {
    package let values: [String: Variant]

    package init(_ values: [String: Variant]) { self.values = values }

    /// Microseconds since the Unix epoch.
    package var time: UInt64 { time(.time) }
    package var event: Received<MomentWord> { values.word(.event) }
    package var action: Received<ActionWord> { values.word(.action) }
    /// True to hold or mute, false to resume or unmute.
    package var isOn: Bool { values[.onHold]?.bool ?? values[.muted]?.bool ?? false }
    package var groupWith: String { text(.groupWith) }
    package var origin: Received<Origin> { values.word(.origin) }
    package var state: Received<CallState> { values.word(.state) }
    package var endedReason: Received<EndedReason> { values.word(.endedReason) }
    package var reason: Received<Reason> { values.word(.reason) }
    package var reasonCall: String { text(.reasonCall) }
    /// How many moments before this one are left out.
    package var omitted: UInt32 { values[.omitted]?.uint32 ?? 0 }

    /// Only in the first moment.
    package var isOutgoing: Bool { values.flag(.outgoing) }
    /// Only in the first moment: the filter that refused the call.
    package var filteredBy: Received<CallFilter> { values.word(.filteredBy) }

    package func text(_ key: Key) -> String { values.text(key) }
    package func time(_ key: Key) -> UInt64 { values.time(key) }
}

/// The calls that a story names, as people know them.
package struct StoryCast {
    package struct Role {
        /// The beginning of its id.
        package var shortID: String
        /// The other side, by name and handle; empty if unknown.
        package var party = ""
        /// The other side, by name or handle.
        package var name = ""
        /// The app that carries it.
        package var app = ""
        /// When it ended; 0 = not yet.
        package var endedAt: UInt64 = 0

        package init(shortID: String, party: String = "", name: String = "", app: String = "", endedAt: UInt64 = 0) {
            (self.shortID, self.party, self.name, self.app) = (shortID, party, name, app)
            self.endedAt = endedAt
        }
    }

    /// By UUID, and fit for the place where the story is shown.
    package var roles: [String: Role] = [:]

    package init() {}

    /// These calls. `text` makes a text of an app fit for the place where the story is shown.
    package init(_ calls: some Sequence<CallRecord>, text: (String) -> String, shortID: (CallRecord) -> String) {
        for call in calls {
            let (name, handle) = (text(call.callerName), text(call.handle.value))
            roles[call.uuid] = Role(
                shortID: shortID(call), party: name.isEmpty || handle.isEmpty ? name + handle : "\(name) (\(handle))",
                name: name.isEmpty ? handle : name, app: text(call.providerName), endedAt: call.endedAt)
        }
    }

    /// The call with that id. An unknown call has only its id.
    package func role(_ call: String) -> Role { roles[call] ?? Role(shortID: String(call.prefix(8))) }
}

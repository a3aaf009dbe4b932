// SPDX-License-Identifier: MIT
package import CallInterface
package import SDBus

/// The properties of a call. A property that is withheld or missing reads empty.
package struct CallRecord: Hashable, Sendable {
    package var properties: [String: Variant]

    package init(_ properties: [String: Variant]) { self.properties = properties }

    /// An entry of `ListEndedCalls`.
    package init(ended line: [String: Variant]) {
        properties = line
        properties["UUID"] = line[Key.call]
        properties[Key.state] = .string(Self.ended)
    }

    /// The state of a call that has no object any more.
    package static let ended = "ended"

    package var uuid: String { text("UUID") }
    /// Identifier of its provider.
    package var provider: String { text("Provider") }
    package var state: String { text(Key.state) }
    package var handle: WireHandle { properties[Key.remoteHandle].flatMap { WireHandle($0) } ?? .none }
    package var callerName: String { text(Key.localizedCallerName) }
    package var group: String { text(Key.group) }
    package var isMuted: Bool { flag(Key.muted) }
    package var isSilenced: Bool { flag("Silenced") }
    package var isOutgoing: Bool { flag(Key.outgoing) }
    package var hasAudio: Bool { flag("HasAudio") }
    package var heldFor: String { text("HeldFor") }
    package var reason: String { text(Key.reason) }
    package var reasonCall: String { text(Key.reasonCall) }
    package var endedReason: String { text(Key.endedReason) }
    /// The filter that refused the call; empty for a call that was accepted.
    package var filteredBy: String { text(Key.filteredBy) }
    package var pendingAction: String { text("PendingAction") }
    package var allowedActions: [String] { properties["AllowedActions"]?.strings ?? [] }
    package var startedAt: UInt64 { properties[Key.startedAt]?.uint64 ?? 0 }
    /// Whether it comes in and is not answered. An accepted answer counts, also before it is delivered.
    package var isUnanswered: Bool { state == "incoming" && pendingAction != "answer-call" }
    package var connectedAt: UInt64 { properties[Key.connectedAt]?.uint64 ?? 0 }

    /// The provider's name for people.
    package var providerName: String {
        let name = text("ProviderName")
        return name.isEmpty ? provider : name
    }

    /// The known name and handle of the other side.
    package var party: String { [callerName, handle.value].filter { !$0.isEmpty }.joined(separator: "  ") }

    package func text(_ key: String) -> String { properties[key]?.string ?? "" }
    package func flag(_ key: String) -> Bool { properties[key]?.bool ?? false }
}

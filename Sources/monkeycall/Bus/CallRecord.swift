// SPDX-License-Identifier: MIT
import CallInterface
import SDBus

/// The properties of a call. What is withheld or not there reads empty.
struct CallRecord {
    var properties: [String: Variant]

    init(_ properties: [String: Variant]) { self.properties = properties }

    var uuid: String { text("UUID") }
    /// Identifier of its provider.
    var provider: String { text("Provider") }
    var state: String { text(Key.state) }
    var handle: WireHandle { properties[Key.remoteHandle].flatMap { WireHandle($0) } ?? .none }
    var callerName: String { text(Key.localizedCallerName) }
    var group: String { text(Key.group) }
    var isMuted: Bool { flag(Key.muted) }
    var hasAudio: Bool { flag("HasAudio") }
    var heldFor: String { text("HeldFor") }
    var reason: String { text(Key.reason) }
    var reasonCall: String { text(Key.reasonCall) }
    var endedReason: String { text("EndedReason") }
    var pendingAction: String { text("PendingAction") }
    var allowedActions: [String] { properties["AllowedActions"]?.strings ?? [] }
    var startedAt: UInt64 { properties[Key.startedAt]?.uint64 ?? 0 }
    var connectedAt: UInt64 { properties[Key.connectedAt]?.uint64 ?? 0 }

    /// The provider's name for people.
    var providerName: String {
        let name = text("ProviderName")
        return name.isEmpty ? provider : name
    }

    /// Name and handle of the other side, as far as they are known.
    var party: String { [callerName, handle.value].filter { !$0.isEmpty }.joined(separator: "  ") }

    func text(_ key: String) -> String { properties[key]?.string ?? "" }
    func flag(_ key: String) -> Bool { properties[key]?.bool ?? false }

    /// Why it is where it is, with the other call of the story.
    func why(in registry: Registry) -> String {
        if !heldFor.isEmpty, heldFor != reasonCall { return "held for \(registry.shortID(heldFor)): \(reason)" }
        return reasonCall.isEmpty ? reason : "\(reason) \(registry.shortID(reasonCall))"
    }
}

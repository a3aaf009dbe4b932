// SPDX-License-Identifier: MIT

package import CallInterface
package import SDBus

/// All calls and providers of a user at one moment.
package struct Registry: Hashable {
    /// The answer of GetManagedObjects: paths, interfaces, properties.
    package typealias Objects = [ObjectPath: [String: [String: Variant]]]

    /// By object path.
    package var calls: [String: CallRecord] = [:]
    /// By object path.
    package var providers: [String: ProviderRecord] = [:]

    /// No calls and no providers.
    package init() {}

    package init(_ objects: Objects, at root: ObjectPath) {
        for (path, interfaces) in objects where path.text.hasPrefix(root.text + "/") {
            if let properties = interfaces[CallManagerName.call.text] { calls[path.text] = CallRecord(properties) }
            if let properties = interfaces[CallManagerName.provider.text] {
                providers[path.text] = ProviderRecord(properties)
            }
        }
    }

    /// The calls in order of their start; those that have not started come last.
    package var callsInOrder: [CallRecord] {
        // Reading a property costs more than a comparison.
        let calls = calls.values.map { (place: $0.place, call: $0) }
        return calls.sorted { $0.place < $1.place }.map(\.call)
    }

    /// The providers by their identifiers.
    package var providersInOrder: [ProviderRecord] { providers.values.sorted { $0.identifier < $1.identifier } }

    /// The call with that id.
    package func call(_ uuid: String) -> CallRecord? { calls.values.first { $0.uuid == uuid } }

    /// The provider with that identifier.
    package func provider(_ identifier: String) -> ProviderRecord? {
        providers.values.first { $0.identifier == identifier }
    }

    /// The other calls of the call's group.
    package func companions(of call: CallRecord) -> [CallRecord] {
        callsInOrder.filter { $0.group == call.group && $0.uuid != call.uuid && !$0.group.isEmpty }
    }
}

extension CallRecord {
    /// Whether it started before the other call.
    func precedes(_ other: CallRecord) -> Bool { place < other.place }

    /// The place among all calls; one that has not started comes last.
    fileprivate var place: (UInt64, String) { (startedAt == 0 ? .max : startedAt, uuid) }
}

/// The properties of a provider.
package struct ProviderRecord: Hashable, Sendable {
    package var properties: [String: Variant]

    init(_ properties: [String: Variant]) { self.properties = properties }

    package var identifier: String { properties.text(.identifier) }
    package var providerClass: String { properties.text(.providerClass) }
    /// Whether it carries the calls of a modem.
    package var isCellular: Bool { providerClass == ProviderClass.cellular.rawValue }
    package var holdsImplicitly: Bool { properties[.holdsImplicitly]?.bool ?? false }
    package var unit: String { properties.text(.unit) }
    /// The app id of its sandbox; empty if it is in none.
    package var appID: String { properties.text(.appID) }
    package var processID: UInt32 { properties[.processID]?.uint32 ?? 0 }

    /// Its name for people.
    package var name: String {
        let name = properties.text(.localizedName)
        return name.isEmpty ? identifier : name
    }

    /// A themed icon, or empty.
    package var icon: String { themed(.icon) }
    /// Desktop file id of its app, or empty.
    package var desktopEntry: String { properties.text(.desktopEntry) }
    /// A name of the sound theme, or empty.
    package var ringtone: String { themed(.ringtone) }

    /// A service of an earlier version passes on paths and addresses.
    private func themed(_ key: Key) -> String {
        let name = properties.text(key)
        return Limits().allowsThemedName(name) ? name : ""
    }
}

/// The properties of the audio interface.
package struct AudioRecord: Hashable, Sendable {
    package var properties: [String: Variant]

    package init(_ properties: [String: Variant] = [:]) { self.properties = properties }

    package var ownerCalls: [String] { properties[.ownerCalls]?.strings ?? [] }
    /// The group that has the audio; empty = none.
    package var ownerGroup: String { properties.text(.ownerGroup) }
    package var ownerProvider: String { properties.text(.ownerProvider) }
    package var reason: Received<Reason> { properties.word(.reason) }
    package var alert: Received<Alert> { properties.word(.alert) }
    package var route: String { properties.text(.route) }
    package var requestedRoute: String { properties.text(.requestedRoute) }

    /// Where call audio can go.
    package var routes: [Route] {
        (properties[.routes]?.dictionaries ?? []).compactMap { try? Route(Options($0)) }
    }

    /// Whether there is a shell that rings and routes.
    package var hasShell: Bool { properties.flag(.hasShell) }
}

/// Whether a user has calls: all that every program may know.
package struct CallPresence: Hashable {
    /// The user is in a call: from dialing or the answer until it has ended, also on hold.
    package var isInCall = false
    /// A call comes in and is not answered, also if its alert was silenced.
    package var isRinging = false
    /// The same, known by the calls alone: the audio changes a moment before or after them.
    package var hasUnanswered = false
    /// The user talks or waits for the other side: a call goes on that is not on hold.
    package var isTalking = false
    /// The user talks, and all calls that are not on hold are muted.
    package var isMuted = false
    /// A call is on hold.
    package var isHeld = false

    package init() {}

    /// From the service's facts.
    package init(_ registry: Registry, _ audio: AudioRecord) {
        isInCall = registry.calls.values.contains { !$0.isUnanswered && $0.state != .ended }
        isRinging = !audio.alert.isEmpty && audio.alert != Alert.none
        hasUnanswered = registry.calls.values.contains(where: \.isUnanswered)
        let present = registry.calls.values.filter { call in
            !call.isUnanswered && call.state != .ending && call.state != .ended
        }
        let talking = present.filter { $0.state != .held }
        (isTalking, isHeld) = (!talking.isEmpty, present.count > talking.count)
        isMuted = isTalking && talking.allSatisfy(\.isMuted)
    }
}

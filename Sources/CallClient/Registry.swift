// SPDX-License-Identifier: MIT
import CallInterface
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

    package init(_ objects: Objects, at root: String) {
        for (path, interfaces) in objects where path.text.hasPrefix(root + "/") {
            if let properties = interfaces[CallManagerName.call] { calls[path.text] = CallRecord(properties) }
            if let properties = interfaces[CallManagerName.provider] {
                providers[path.text] = ProviderRecord(properties)
            }
        }
    }

    /// The calls in order of their start; those that have not started come last.
    package var callsInOrder: [CallRecord] { calls.values.sorted { $0.precedes($1) } }

    /// The providers by their identifiers.
    package var providersInOrder: [ProviderRecord] { providers.values.sorted { $0.identifier < $1.identifier } }

    /// The call with that id.
    package func call(_ uuid: String) -> CallRecord? { calls.values.first { $0.uuid == uuid } }

    /// The other calls of the call's group.
    package func companions(of call: CallRecord) -> [CallRecord] {
        callsInOrder.filter { $0.group == call.group && $0.uuid != call.uuid && !$0.group.isEmpty }
    }
}

extension CallRecord {
    /// Whether it started before the other call.
    func precedes(_ other: CallRecord) -> Bool {
        let (one, two) = (startedAt, other.startedAt)
        if (one == 0) != (two == 0) { return two == 0 }
        return (one, uuid) < (two, other.uuid)
    }
}

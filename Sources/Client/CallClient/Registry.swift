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

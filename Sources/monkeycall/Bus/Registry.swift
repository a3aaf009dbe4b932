// SPDX-License-Identifier: MIT
import CallInterface
import SDBus

/// All calls and providers of a user, as of one moment.
struct Registry {
    /// What GetManagedObjects returns: paths, interfaces, properties.
    typealias Objects = [ObjectPath: [String: [String: Variant]]]

    /// By object path.
    var calls: [String: CallRecord] = [:]
    /// By object path.
    var providers: [String: ProviderRecord] = [:]

    /// Nothing yet.
    init() {}

    init(_ objects: Objects, at root: String) {
        for (path, interfaces) in objects where path.text.hasPrefix(root + "/") {
            if let properties = interfaces[CallManagerName.call] { calls[path.text] = CallRecord(properties) }
            if let properties = interfaces[CallManagerName.provider] {
                providers[path.text] = ProviderRecord(properties)
            }
        }
    }

    /// The calls in order of their beginning; those that have not begun come last.
    var callsInOrder: [CallRecord] {
        calls.values.sorted { first, second in
            let (one, other) = (first.startedAt, second.startedAt)
            if (one == 0) != (other == 0) { return other == 0 }
            return (one, first.uuid) < (other, second.uuid)
        }
    }

    /// The providers by their identifiers.
    var providersInOrder: [ProviderRecord] { providers.values.sorted { $0.identifier < $1.identifier } }

    /// The call with that id.
    func call(_ uuid: String) -> CallRecord? { calls.values.first { $0.uuid == uuid } }

    /// The first characters of an id: eight, or as many as tell it from those of all other calls.
    func shortID(_ uuid: String) -> String { uuid.shortID(among: calls.values.map(\.uuid)) }

    /// The other calls of the call's group.
    func companions(of call: CallRecord) -> [CallRecord] {
        callsInOrder.filter { $0.group == call.group && $0.uuid != call.uuid && !$0.group.isEmpty }
    }
}

extension String {
    /// The first characters of a UUID that tell it from all others, at least eight.
    func shortID(among others: [String]) -> String {
        var length = 8
        while length < count, others.contains(where: { $0 != self && $0.hasPrefix(prefix(length)) }) { length += 1 }
        return String(prefix(length))
    }
}

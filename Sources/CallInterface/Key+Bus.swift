// SPDX-License-Identifier: MIT

package import CallModel
package import SDBus

extension Member {
    /// A property of the contract, which has the name of its key.
    package static func property<Value: BusValue & Equatable>(
        _ key: Key, emits: PropertyChange = .change, _ getter: @escaping (Node) -> Value
    ) -> Member {
        property(key.rawValue, emits: emits, getter)
    }

    /// The same for a value that is costly to get: `comparing` returns a mark that differs if the value does.
    package static func property<Value: BusValue, Mark: Equatable>(
        _ key: Key, emits: PropertyChange = .change, comparing mark: @escaping (Node) -> Mark,
        _ getter: @escaping (Node) -> Value
    ) -> Member {
        property(key.rawValue, emits: emits, comparing: mark, getter)
    }
}

/// What a client reads of an `a{sv}` that the service sent. An absent or withheld value reads empty, false or 0.
extension [String: Variant] {
    package func text(_ key: CallModel.Key) -> String { self[key]?.string ?? "" }
    package func flag(_ key: CallModel.Key) -> Bool { self[key]?.bool ?? false }
    package func time(_ key: CallModel.Key) -> UInt64 { self[key]?.uint64 ?? 0 }
}

extension MessageWriter {
    /// Appends one entry of the open `a{sv}`.
    package mutating func entry<Value: BusValue>(_ key: Key, variant value: Value) throws(BusError) {
        try entry(key.rawValue, variant: value)
    }
}

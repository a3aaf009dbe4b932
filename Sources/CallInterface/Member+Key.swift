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

    /// The same for a value that is costly to get: `comparing` gives the mark by which two nodes differ in it.
    package static func property<Value: BusValue, Mark: Equatable>(
        _ key: Key, emits: PropertyChange, comparing mark: @escaping (Node) -> Mark,
        _ getter: @escaping (Node) -> Value
    ) -> Member {
        property(key.rawValue, emits: emits, comparing: mark, getter)
    }
}

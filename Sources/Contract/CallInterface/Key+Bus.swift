// SPDX-License-Identifier: MIT

package import CallContract
package import SDBus

/// What a client reads of an `a{sv}` that the service sent. An absent or withheld value reads empty, false or 0.
extension [String: Variant] {
    package func text(_ key: CallContract.Key) -> String { self[key]?.string ?? "" }
    package func flag(_ key: CallContract.Key) -> Bool { self[key]?.bool ?? false }
    package func time(_ key: CallContract.Key) -> UInt64 { self[key]?.uint64 ?? 0 }
    package func word<Word>(_ key: CallContract.Key) -> Received<Word> { Received(text: text(key)) }
}

extension MessageWriter {
    /// Appends one entry of the open `a{sv}`.
    package mutating func entry<Value: BusValue>(_ key: Key, variant value: Value) throws(BusError) {
        try entry(key.rawValue, variant: value)
    }
}

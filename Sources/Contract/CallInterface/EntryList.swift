// SPDX-License-Identifier: MIT

package import CallContract
package import SDBus

/// Facts that the bus carries as an `a{sv}`, without those that are not known. They are written as what they are,
/// because a dictionary of variants takes several times as long; a program that has to keep and compare them makes such
/// a dictionary.
package protocol EntryList {
    func write<Sink: EntrySink & ~Copyable>(entriesTo sink: inout Sink) throws(BusError)
}

extension EntryList {
    package var wire: [String: Variant] {
        var wire: [String: Variant] = [:]
        // A dictionary refuses no entry.
        try? write(entriesTo: &wire)
        return wire
    }
}

/// Takes the entries of an `a{sv}`.
package protocol EntrySink: ~Copyable {
    mutating func entry(_ key: Key, variant value: some EntryValue) throws(BusError)
}

extension EntrySink where Self: ~Copyable {
    /// Nil writes nothing.
    mutating func entry(_ key: Key, known value: (some EntryValue)?) throws(BusError) {
        if let value { try entry(key, variant: value) }
    }
}

extension MessageWriter: EntrySink {
    /// Appends an `a{sv}`. Each call has one of these, so they get specialized code, which takes half of the
    /// instructions.
    @_specialize(where List == CallUpdate)
    @_specialize(where List == Request.Item)
    package mutating func entries<List: EntryList>(_ list: List) throws(BusError) {
        try array(of: "{sv}") { (writer) throws(BusError) in try list.write(entriesTo: &writer) }
    }
}

extension Dictionary: EntrySink where Key == String, Value == Variant {
    package mutating func entry(_ key: CallContract.Key, variant value: some EntryValue) { self[key] = value.variant }
}

/// A value of such an entry.
package protocol EntryValue: BusValue {
    var variant: Variant { get }
}

extension Bool: EntryValue {
    package var variant: Variant { .bool(self) }
}

extension String: EntryValue {
    package var variant: Variant { .string(self) }
}

extension UInt32: EntryValue {
    package var variant: Variant { .uint32(self) }
}

extension UInt64: EntryValue {
    package var variant: Variant { .uint64(self) }
}

extension WireHandle: EntryValue {}
extension WireMember: EntryValue {}

extension [WireMember]: EntryValue {
    package var variant: Variant { .array(of: WireMember.signature, map(\.variant)) }
}

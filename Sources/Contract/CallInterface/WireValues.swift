// SPDX-License-Identifier: MIT

package import CallContract
package import SDBus

extension Handle {
    /// The handle as the bus carries it.
    package var wire: WireHandle { WireHandle(type: Received(kind), value: value) }
    package var variant: Variant { wire.variant }

    /// Nil for `("", "")`.
    package static func parse(_ wire: WireHandle, _ what: String, _ limits: Limits) throws(BusError) -> Handle? {
        if wire == .none { return nil }
        guard !wire.value.isEmpty else { throw .invalidArgs("\(what) has a type and no value.") }
        let value = try limits.checked(wire.value, what)
        return Handle(kind: try Kind.parse(wire.type.text, "The type of \(what)"), value: value)
    }
}

/// A handle as the bus carries it: an `(ss)` of type and value. Two empty strings are no handle.
package struct WireHandle: BusValue, Hashable, Sendable {
    /// A type that this program does not know is kept.
    package let type: Received<Handle.Kind>
    /// The number, address or name.
    package let value: String

    package static let none = WireHandle(type: Received(text: ""), value: "")

    package init(type: Received<Handle.Kind>, value: String) {
        self.type = type
        self.value = value
    }

    /// The handle that a variant holds, if it is an `(ss)`.
    package init?(_ variant: Variant) {
        guard let (type, value) = variant.stringPair else { return nil }
        self.init(type: Received(text: type), value: value)
    }

    package var variant: Variant { .structure([.string(type.text), .string(value)]) }

    /// The handle, taking a type that this program does not know for a name that only the provider understands; nil =
    /// none.
    package var handle: Handle? { value.isEmpty ? nil : Handle(kind: type.word ?? .generic, value: value) }

    package static var signature: String { "(ss)" }

    package init(from reader: inout MessageReader) throws(BusError) {
        let (type, value) = try reader.structure(String.self, String.self)
        self.init(type: Received(text: type), value: value)
    }

    package func write(to writer: inout MessageWriter) throws(BusError) {
        try writer.structure(type.text, value)
    }
}

extension CallMember {
    /// The member as the bus carries it.
    package var wire: WireMember { WireMember(handle: handle.wire, displayName: displayName) }

    /// The bytes of its texts.
    package var byteCount: Int { handle.value.utf8.count + displayName.utf8.count }

    /// Nil for `("", "", "")`.
    static func parse(_ wire: WireMember, _ what: String, _ limits: Limits) throws(BusError) -> CallMember? {
        guard let handle = try Handle.parse(wire.handle, what, limits) else { return nil }
        return CallMember(handle: handle, displayName: try limits.checked(wire.displayName, what))
    }
}

/// A member as the bus carries it: an `(sss)` of the type and value of its handle, and its name. Three empty strings
/// are no member.
package struct WireMember: BusValue, Hashable, Sendable {
    package let handle: WireHandle
    package let displayName: String

    package static let none = WireMember(handle: .none, displayName: "")

    package init(handle: WireHandle, displayName: String) { (self.handle, self.displayName) = (handle, displayName) }

    /// The member that a variant holds, if it is an `(sss)`.
    package init?(_ variant: Variant) {
        guard let texts = variant.structure?.map(\.string), texts.count == 3, let type = texts[0], let value = texts[1],
            let name = texts[2]
        else { return nil }
        self.init(handle: WireHandle(type: Received(text: type), value: value), displayName: name)
    }

    package var variant: Variant {
        .structure([.string(handle.type.text), .string(handle.value), .string(displayName)])
    }

    package static var signature: String { "(sss)" }

    package init(from reader: inout MessageReader) throws(BusError) {
        let (type, value, name) = try reader.structure(String.self, String.self, String.self)
        self.init(handle: WireHandle(type: Received(text: type), value: value), displayName: name)
    }

    package func write(to writer: inout MessageWriter) throws(BusError) {
        try writer.structure(handle.type.text, handle.value, displayName)
    }
}

/// A number with its label, as a load of a list has it: an `(xs)`.
package struct IdentifiedNumber: BusValue, Hashable, Sendable {
    /// The digits with the country code.
    package let number: Int64
    package let label: String

    package init(number: Int64, label: String) { (self.number, self.label) = (number, label) }

    package static var signature: String { "(xs)" }

    package init(from reader: inout MessageReader) throws(BusError) {
        (number, label) = try reader.structure(Int64.self, String.self)
    }

    package func write(to writer: inout MessageWriter) throws(BusError) { try writer.structure(number, label) }
}

extension ID<Names.Call> {
    /// The call of an object path.
    package init?(path: ObjectPath) {
        let prefix = CallManagerName.path.text + "/calls/"
        guard path.text.hasPrefix(prefix) else { return nil }
        self.init(String(path.text.dropFirst(prefix.utf8.count)), separator: UInt8(ascii: "_"))
    }
}

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

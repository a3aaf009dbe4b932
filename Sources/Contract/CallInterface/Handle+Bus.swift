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

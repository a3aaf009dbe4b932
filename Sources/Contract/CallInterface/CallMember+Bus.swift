// SPDX-License-Identifier: MIT

package import CallContract
package import SDBus

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

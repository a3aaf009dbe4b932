// SPDX-License-Identifier: MIT

/// A D-Bus structure without a name of its own: `[Fields<String, ObjectPath, String>]` is `a(sos)`.
public struct Fields<each T: BusValue>: BusValue {
    /// The members, as a tuple.
    public let members: (repeat each T)

    /// A structure of these members.
    public init(_ members: repeat each T) { self.members = (repeat each members) }

    /// `(…)`
    public static var signature: String { "(" + signatures(repeat (each T).self) + ")" }

    /// Reads the next structure.
    public init(from reader: inout MessageReader) throws(BusError) {
        members = try reader.structure(repeat (each T).self)
    }

    /// Appends it.
    public func write(to writer: inout MessageWriter) throws(BusError) {
        try writer.structure(repeat each members)
    }
}

extension Fields: Equatable where repeat each T: Equatable {
    /// Whether all members are equal.
    public static func == (a: Self, b: Self) -> Bool {
        for isSame in repeat (each a.members == each b.members) { guard isSame else { return false } }
        return true
    }
}

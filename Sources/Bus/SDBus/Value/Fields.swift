// SPDX-License-Identifier: MIT

/// A D-Bus structure without a Swift type of its own: `[Fields<String, ObjectPath, String>]` is `a(sos)`.
public struct Fields<each T: BusValue>: BusValue {
    public let members: (repeat each T)

    public init(_ members: repeat each T) { self.members = (repeat each members) }

    public static var signature: String { "(" + signatures(repeat (each T).self) + ")" }

    public init(from reader: inout MessageReader) throws(BusError) {
        members = try reader.structure(repeat (each T).self)
    }

    public func write(to writer: inout MessageWriter) throws(BusError) {
        try writer.structure(repeat each members)
    }
}

extension Fields: Equatable where repeat each T: Equatable {
    public static func == (a: Self, b: Self) -> Bool {
        for isSame in repeat (each a.members == each b.members) { guard isSame else { return false } }
        return true
    }
}

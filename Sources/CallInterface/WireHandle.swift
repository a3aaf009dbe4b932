// SPDX-License-Identifier: MIT

public import SDBus

/// Whom a call is with, as the bus carries it: an `(ss)` of type and value; two empty strings are nobody.
public struct WireHandle: BusValue, Hashable, Sendable {
    /// `generic`, `phone-number` or `email-address`.
    public let type: String
    /// The number, address or name.
    public let value: String

    /// Nobody.
    public static let none = WireHandle(type: "", value: "")

    /// A handle of that type.
    public init(type: String, value: String) {
        self.type = type
        self.value = value
    }

    /// The handle that a variant holds, if it is an `(ss)`.
    public init?(_ variant: Variant) {
        guard let (type, value) = variant.stringPair else { return nil }
        self.init(type: type, value: value)
    }

    /// As a variant.
    public var variant: Variant { .structure([.string(type), .string(value)]) }

    /// `(ss)`
    public static var signature: String { "(ss)" }

    /// Reads the next one.
    public init(from reader: inout MessageReader) throws(BusError) {
        (type, value) = try reader.structure(String.self, String.self)
    }

    /// Appends it.
    public func write(to writer: inout MessageWriter) throws(BusError) {
        try writer.structure(type, value)
    }
}

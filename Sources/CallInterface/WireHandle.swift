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
        guard case .structure(let fields) = variant, fields.count == 2, let type = fields[0].string,
            let value = fields[1].string
        else { return nil }
        self.init(type: type, value: value)
    }

    /// As a variant.
    public var variant: Variant { .structure([.string(type), .string(value)]) }

    public static var signature: String { "(ss)" }

    public init(from reader: inout MessageReader) throws(BusError) {
        let fields = try Fields<String, String>(from: &reader)
        self.init(type: fields.members.0, value: fields.members.1)
    }

    public func write(to writer: inout MessageWriter) throws(BusError) {
        try Fields(type, value).write(to: &writer)
    }
}

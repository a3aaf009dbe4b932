// SPDX-License-Identifier: MIT

extension Array: BusValue where Element: BusValue {
    public static var signature: String { "a" + Element.signature }

    public init(from reader: inout MessageReader) throws(BusError) { self = try Element.readArray(from: &reader) }

    public func write(to writer: inout MessageWriter) throws(BusError) { try Element.writeArray(self, to: &writer) }
}

// Nearly every message has an `a{sv}`, so that type gets specialized code.
extension Dictionary: BusValue where Key: BusKey, Value: BusValue {
    public static var signature: String { "a{" + Key.signature + Value.signature + "}" }

    /// Reads the next dictionary. The last entry wins if a key occurs twice.
    @_specialize(where Key == String, Value == Variant)
    public init(from reader: inout MessageReader) throws(BusError) {
        var entries: [Key: Value] = [:]
        try reader.dictionary(key: Key.signature, value: Value.signature) { (reader) throws(BusError) in
            let key = try Key(from: &reader)
            if let text = key as? String, Value.self == Variant.self, !reader.mayRead(text) { return try reader.skip() }
            entries[key] = try Value(from: &reader)
        }
        self = entries
    }

    /// Appends the entries in no particular order.
    @_specialize(where Key == String, Value == Variant)
    public func write(to writer: inout MessageWriter) throws(BusError) {
        let entry = Key.signature + Value.signature
        try writer.array(of: "{" + entry + "}") { (writer) throws(BusError) in
            for (key, value) in self { try writer.entry(key, value) }
        }
    }
}

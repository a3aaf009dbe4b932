// SPDX-License-Identifier: MIT
internal import CSystemd

/// A message that was received.
public final class Message {
    let raw: OpaquePointer

    init(retaining raw: OpaquePointer) { self.raw = sd_bus_message_ref(raw) }

    init(adopting raw: OpaquePointer) { self.raw = raw }

    deinit { sd_bus_message_unref(raw) }

    /// Who sent it: the unique name that the bus vouches for, or `org.freedesktop.DBus` for the bus itself.
    public var sender: String { string(sd_bus_message_get_sender(raw)) }
    /// The object that is called, or that the signal comes from.
    public var path: String { string(sd_bus_message_get_path(raw)) }
    /// The interface; empty where the sender gave none.
    public var interface: String { string(sd_bus_message_get_interface(raw)) }
    /// The method or signal.
    public var member: String { string(sd_bus_message_get_member(raw)) }
    /// The types of the body.
    public var signature: String { string(sd_bus_message_get_signature(raw, 1)) }

    /// The first value of the body. Throws `InvalidArgs` if it is of another type.
    public func read<T: BusValue>(_ type: T.Type = T.self) throws(BusError) -> T {
        try read { (reader) throws(BusError) in try T(from: &reader) }
    }

    /// The first values of the body. Throws `InvalidArgs` if they are of other types.
    public func read<each T: BusValue>(_ types: repeat (each T).Type) throws(BusError) -> (repeat each T) {
        try rewind()
        var reader = MessageReader(message: raw)
        return (repeat try (each T)(from: &reader))
    }

    /// All values of the body, whatever they are.
    public func values() throws(BusError) -> [Variant] {
        try rewind()
        var reader = MessageReader(message: raw)
        var values: [Variant] = []
        while try !reader.atEnd() { values.append(try Variant(anyFrom: &reader)) }
        return values
    }

    /// Lends a reader that begins at the front of the body.
    public func read<Result>(
        with body: (inout MessageReader) throws(BusError) -> Result
    ) throws(BusError) -> Result {
        try rewind()
        var reader = MessageReader(message: raw)
        return try body(&reader)
    }

    private func rewind() throws(BusError) { try check(sd_bus_message_rewind(raw, 1), "Reading a message") }

    private func string(_ text: UnsafePointer<CChar>?) -> String { text.map { String(cString: $0) } ?? "" }
}

// SPDX-License-Identifier: MIT
internal import CSystemd

/// A received message.
public final class Message {
    let raw: OpaquePointer

    init(retaining raw: OpaquePointer) { self.raw = sd_bus_message_ref(raw) }

    init(adopting raw: OpaquePointer) { self.raw = raw }

    deinit { sd_bus_message_unref(raw) }

    /// The unique name of the sender, verified by the bus; `org.freedesktop.DBus` for the bus itself.
    public var sender: String { string(sd_bus_message_get_sender(raw)) }
    /// The called object, or the object that emitted the signal; empty for a reply.
    public var path: ObjectPath { ObjectPath(trusted: string(sd_bus_message_get_path(raw))) }
    /// The interface; empty if the sender named none.
    public var interface: String { string(sd_bus_message_get_interface(raw)) }
    /// The name of the method or signal.
    public var member: String { string(sd_bus_message_get_member(raw)) }
    /// The signature of the body.
    public var signature: String { string(sd_bus_message_get_signature(raw, 1)) }

    /// Reads the first value of the body. Throws `InvalidArgs` if it has another type.
    public func read<T: BusValue>(_ type: T.Type = T.self) throws(BusError) -> T {
        try read { (reader) throws(BusError) in try T(from: &reader) }
    }

    /// Reads the first values of the body. Throws `InvalidArgs` if they have other types.
    public func read<each T: BusValue>(_ types: repeat (each T).Type) throws(BusError) -> (repeat each T) {
        try rewind()
        var reader = MessageReader(message: raw)
        return (repeat try (each T)(from: &reader))
    }

    /// Reads all values of the body, of any types.
    public func values() throws(BusError) -> [Variant] {
        try rewind()
        var reader = MessageReader(message: raw)
        var values: [Variant] = []
        while try !reader.atEnd() { values.append(try Variant(anyFrom: &reader)) }
        return values
    }

    /// Lends a reader that starts at the first value of the body.
    public func read<Result>(
        with body: (inout MessageReader) throws(BusError) -> Result
    ) throws(BusError) -> Result {
        try rewind()
        var reader = MessageReader(message: raw)
        return try body(&reader)
    }

    /// A method call with the same header and no arguments. sd-bus makes the same replies to it. nil without memory.
    var withoutArguments: Message? {
        var cookie: UInt64 = 0
        guard sd_bus_message_get_cookie(raw, &cookie) >= 0 else { return nil }
        return Message(
            of: sd_bus_message_get_sender(raw), cookie, wantsReply: sd_bus_message_get_expect_reply(raw) != 0
        ) {
            sd_bus_message_new_method_call(
                sd_bus_message_get_bus(raw), &$0, nil, sd_bus_message_get_path(raw),
                sd_bus_message_get_interface(raw), sd_bus_message_get_member(raw))
        }
    }

    /// The method call with that header, without its arguments. nil if the header lacks a field.
    convenience init?(_ header: MessageHeader, on bus: OpaquePointer) {
        let texts = header.texts
        guard let sender = texts[.sender], let path = texts[.path], let member = texts[.member] else { return nil }
        self.init(of: sender, UInt64(header.serial), wantsReply: header.wantsReply) { message in
            sd_bus_message_new_method_call(bus, &message, nil, path, texts[.interface], member)
        }
    }

    /// A call as if it had arrived.
    private convenience init?(
        of sender: UnsafePointer<CChar>?, _ cookie: UInt64, wantsReply: Bool, _ make: (inout OpaquePointer?) -> Int32
    ) {
        var message: OpaquePointer?
        guard make(&message) >= 0, let message else { return nil }
        self.init(adopting: message)
        guard sd_bus_message_set_sender(message, sender) >= 0,
            sd_bus_message_set_expect_reply(message, wantsReply ? 1 : 0) >= 0,
            sd_bus_message_seal(message, cookie, 0) >= 0
        else { return nil }
    }

    private func rewind() throws(BusError) { try check(sd_bus_message_rewind(raw, 1), "Reading a message") }

    private func string(_ text: UnsafePointer<CChar>?) -> String { text.map { String(cString: $0) } ?? "" }
}

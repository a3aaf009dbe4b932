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
    /// The name to which it was sent; empty for a broadcast. For a call it may be a well-known name of the receiver.
    package var destination: String { string(sd_bus_message_get_destination(raw)) }
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

extension Message {
    /// The names of the objects below the one that this answer to `Introspect` describes.
    package func childNodes() throws(BusError) -> [String] {
        try read(String.self).split(separator: "<node name=\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
    }
}

/// A message that is being built, until it is sent.
struct MessageBuilder: ~Copyable {
    let raw: OpaquePointer

    /// Adopts the message that `make` stores in its argument.
    private init(_ make: (inout OpaquePointer?) -> Int32) throws(BusError) {
        var message: OpaquePointer?
        try check(make(&message), "Making a message")
        guard let message else { throw .failed("No message") }
        raw = message
    }

    deinit { sd_bus_message_unref(raw) }

    // The texts are lent to sd-bus: Swift copies a String that is passed as a C string to the heap.

    static func call(_ bus: OpaquePointer, _ target: CallTarget) throws(BusError) -> MessageBuilder {
        try MessageBuilder { message in
            target.destination.text.withCString { destination in
                target.path.text.withCString { path in
                    target.interface.text.withCString { interface in
                        target.member.text.withCString {
                            sd_bus_message_new_method_call(bus, &message, destination, path, interface, $0)
                        }
                    }
                }
            }
        }
    }

    static func signal(_ bus: OpaquePointer, _ signal: BusSignal) throws(BusError) -> MessageBuilder {
        try MessageBuilder { message in
            signal.path.text.withCString { path in
                signal.interface.text.withCString { interface in
                    signal.member.text.withCString { sd_bus_message_new_signal(bus, &message, path, interface, $0) }
                }
            }
        }
    }

    /// Sends it to one connection only.
    func address(to destination: BusName) throws(BusError) {
        try check(
            destination.text.withCString { [raw] in sd_bus_message_set_destination(raw, $0) }, "Addressing a signal")
    }

    static func reply(to call: OpaquePointer) throws(BusError) -> MessageBuilder {
        try MessageBuilder { sd_bus_message_new_method_return(call, &$0) }
    }

    /// Writes the body; returns its approximate size in bytes.
    @inline(__always)
    @discardableResult
    func write(_ body: (inout MessageWriter) throws(BusError) -> Void) throws(BusError) -> Int {
        var writer = MessageWriter(message: raw)
        try body(&writer)
        return writer.size
    }

    /// Sends the message without waiting.
    func send() throws(BusError) {
        // sd-bus drops a reply that the caller does not want; that is not an error.
        try check(sd_bus_send(nil, raw, nil), "Sending")
    }
}

// SPDX-License-Identifier: MIT
internal import CSystemd

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

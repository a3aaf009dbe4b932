// SPDX-License-Identifier: MIT
internal import CSystemd

extension BusConnection {
    /// Calls a method and waits for the reply; the loop handles nothing meanwhile. Throws the error of the reply,
    /// `ServiceUnknown` if the destination does not exist, `NoReply` after `timeout` microseconds (0: the 25 s of
    /// sd-bus).
    @discardableResult
    public func call<each Argument: BusValue>(
        _ target: CallTarget, _ arguments: repeat each Argument, timeout: UInt64 = 0
    ) throws(BusError) -> Message {
        try call(target, timeout: timeout) { (writer) throws(BusError) in
            repeat try (each arguments).write(to: &writer)
        }
    }

    /// The same with a closure that writes the arguments.
    @discardableResult
    public func call(
        _ target: CallTarget, timeout: UInt64 = 0, write: (inout MessageWriter) throws(BusError) -> Void
    ) throws(BusError) -> Message {
        let message = try MessageBuilder.call(raw, target)
        try message.write(write)
        var error = sd_bus_error()
        defer { sd_bus_error_free(&error) }
        var reply: OpaquePointer?
        let result = waiting { sd_bus_call(raw, message.raw, timeout, &error, &reply) }
        if error.name != nil { throw BusError(error) }
        try check(result, "Calling \(target.interface).\(target.member)")
        guard let reply else { throw .failed("No reply") }
        return Message(adopting: reply)
    }

    /// Calls a method without waiting. The loop calls `completion` exactly once, unless the call is cancelled or the
    /// connection closed. While many calls to the same destination wait for replies, the call waits to be sent. The
    /// errors are those of the synchronous call. Dropping the result does not cancel the call.
    @discardableResult
    public func callAsync<each Argument: BusValue>(
        _ target: CallTarget, _ arguments: repeat each Argument, timeout: UInt64 = 0,
        completion: @escaping (Result<Message, BusError>) -> Void
    ) throws(BusError) -> PendingCall {
        try callAsync(target, timeout: timeout, completion: completion) { (writer) throws(BusError) in
            repeat try (each arguments).write(to: &writer)
        }
    }

    /// The same with a closure that writes the arguments.
    @discardableResult
    public func callAsync(
        _ target: CallTarget, timeout: UInt64 = 0, completion: @escaping (Result<Message, BusError>) -> Void,
        write: (inout MessageWriter) throws(BusError) -> Void
    ) throws(BusError) -> PendingCall {
        let message = try MessageBuilder.call(raw, target)
        try message.write(write)
        let call = PendingCall(self, message, to: target.destination, timeout, completion)
        try begin(call)
        return call
    }

    /// The unique name of the connection that owns a well-known name; nil if the name has no owner.
    func owner(of name: BusName) throws(BusError) -> String? {
        do throws(BusError) {
            return try call(.bus("GetNameOwner"), name.text).read(String.self)
        } catch  where error.name == StandardErrorName.nameHasNoOwner {
            return nil
        }
    }
}

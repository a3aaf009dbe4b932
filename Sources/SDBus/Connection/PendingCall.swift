// SPDX-License-Identifier: MIT
internal import CSystemd

/// A method call that waits for its reply.
public final class PendingCall {
    private var slot: OpaquePointer?
    private unowned let connection: BusConnection
    private var completion: ((Result<Message, BusError>) -> Void)?

    init(
        _ connection: BusConnection, _ message: borrowing MessageBuilder, _ timeout: UInt64,
        _ completion: @escaping (Result<Message, BusError>) -> Void
    ) throws(BusError) {
        self.connection = connection
        self.completion = completion
        try check(
            sd_bus_call_async(connection.raw, &slot, message.raw, replyCame, unretained(self), timeout),
            "Sending a call")
    }

    deinit { sd_bus_slot_unref(slot) }

    /// Prevents the call of the completion. The called service does not notice.
    public func cancel() {
        completion = nil
        slot = sd_bus_slot_unref(slot)
        connection.pendingCalls[ObjectIdentifier(self)] = nil
    }

    fileprivate func complete(_ reply: OpaquePointer) {
        let completion = self.completion
        cancel()
        if let error = sd_bus_message_get_error(reply) {
            completion?(.failure(BusError(error.pointee)))
        } else {
            completion?(.success(Message(retaining: reply)))
        }
    }
}

private func replyCame(
    _ reply: OpaquePointer?, _ call: UnsafeMutableRawPointer?, _: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
    guard let reply, let call = object(call, PendingCall.self) else { return 0 }
    call.complete(reply)
    return 1
}

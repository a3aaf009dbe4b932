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
        let message = try MessageBuilder.call(raw, target)
        try message.write { (writer) throws(BusError) in repeat try (each arguments).write(to: &writer) }
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

    /// Calls a method without waiting. `completion` is called once, at once if the call cannot be sent.
    package func ask<each Argument: BusValue>(
        _ target: CallTarget, _ arguments: repeat each Argument, timeout: UInt64 = 0,
        then completion: @escaping (Result<Message, BusError>) -> Void = { _ in }
    ) {
        do throws(BusError) {
            try callAsync(target, repeat each arguments, timeout: timeout, completion: completion)
        } catch {
            completion(.failure(error))
        }
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

/// A method call that waits for its reply, or for its turn to be sent.
public final class PendingCall {
    private var slot: OpaquePointer?
    private unowned let connection: BusConnection
    private var completion: ((Result<Message, BusError>) -> Void)?
    let destination: BusName
    private let timeout: UInt64
    /// The message until it is sent.
    private var unsent: Message?

    init(
        _ connection: BusConnection, _ message: borrowing MessageBuilder, to destination: BusName, _ timeout: UInt64,
        _ completion: @escaping (Result<Message, BusError>) -> Void
    ) {
        self.connection = connection
        self.completion = completion
        self.destination = destination
        self.timeout = timeout
        unsent = Message(retaining: message.raw)
    }

    deinit { sd_bus_slot_unref(slot) }

    /// The time until the timeout begins now.
    func send() throws(BusError) {
        guard let message = unsent else { return }
        unsent = nil
        try check(
            sd_bus_call_async(connection.raw, &slot, message.raw, replyCame, unretained(self), timeout),
            "Sending a call")
    }

    /// Whether it needs no turn any more.
    var isCancelled: Bool { completion == nil }

    /// Prevents the call of the completion. The called service does not notice.
    public func cancel() {
        guard !isCancelled else { return }
        connection.confinement?.check()
        completion = nil
        let wasSent = unsent == nil
        unsent = nil
        slot = sd_bus_slot_unref(slot)
        connection.end(self, wasSent: wasSent)
    }

    fileprivate func complete(_ reply: OpaquePointer) {
        connection.source?.replyCame(reply)
        let completion = self.completion
        cancel()
        if let error = sd_bus_message_get_error(reply) {
            completion?(.failure(BusError(error.pointee)))
        } else {
            completion?(.success(Message(retaining: reply)))
        }
    }

    /// It could not be sent in its turn.
    fileprivate func fail(_ error: BusError) {
        let completion = self.completion
        self.completion = nil
        completion?(.failure(error))
    }
}

/// The calls of a connection that wait for their replies, and those that wait to be sent.
///
/// A stock system bus refuses the 129th call that waits for a reply, so this sends only some of them to one destination
/// at once. A destination that never replies delays no calls to others.
struct PendingCalls {
    /// The most calls to one destination that wait for replies. A test that floods a service changes it.
    var mostUnanswered = 48

    private var all: [ObjectIdentifier: PendingCall] = [:]
    private var unanswered: [BusName: Int] = [:]
    private var lines: [BusName: WaitingLine<PendingCall>] = [:]

    /// Whether a call to that destination may be sent now. Then it counts as sent.
    fileprivate mutating func begin(_ call: PendingCall) -> Bool {
        all[ObjectIdentifier(call)] = call
        guard unanswered[call.destination, default: 0] < mostUnanswered else {
            lines[call.destination, default: WaitingLine()].append(call)
            return false
        }
        unanswered[call.destination, default: 0] += 1
        return true
    }

    /// A call has ended. Returns the next call to the same destination to send.
    fileprivate mutating func end(_ call: PendingCall, wasSent: Bool) -> PendingCall? {
        let name = call.destination
        guard all.removeValue(forKey: ObjectIdentifier(call)) != nil, wasSent else { return nil }
        while let next = lines[name]?.takeFirst() {
            if !next.isCancelled { return next }
        }
        lines[name] = nil
        let rest = unanswered[name, default: 1] - 1
        unanswered[name] = rest == 0 ? nil : rest
        return nil
    }
}

extension BusConnection {
    /// Sends the call now, or when calls to its destination have been answered.
    func begin(_ call: PendingCall) throws(BusError) {
        guard pendingCalls.begin(call) else { return }
        do throws(BusError) { try call.send() } catch {
            call.cancel()
            throw error
        }
    }

    /// A call has ended; the next one takes its place. If the bus is gone, none can be sent, and all fail.
    fileprivate func end(_ call: PendingCall, wasSent: Bool) {
        var next = pendingCalls.end(call, wasSent: wasSent)
        while let call = next {
            do throws(BusError) { return try call.send() } catch { call.fail(error) }
            next = pendingCalls.end(call, wasSent: true)
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

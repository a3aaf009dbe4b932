// SPDX-License-Identifier: MIT

internal import CSystemd

/// A method call that a member of an interface table answers.
public struct MethodCall {
    /// The whole message; its arguments have been read.
    public let message: Message
    unowned let connection: BusConnection

    init(_ message: OpaquePointer, _ connection: BusConnection) {
        self.message = Message(retaining: message)
        self.connection = connection
    }

    /// The unique name of the caller.
    public var sender: String { message.sender }
    public var path: ObjectPath { message.path }
    public var member: String { message.member }

    /// The caller. The bus is asked once per peer; then the answer is cached.
    public func peer() throws(BusError) -> Peer { try connection.peer(sender) }

    /// Replies to a call that `BusConnection.onCall` has taken. Members of a table return their reply instead.
    public func reply(_ write: (inout MessageWriter) throws(BusError) -> Void) {
        do throws(BusError) {
            let reply = try MessageBuilder.reply(to: message.raw)
            connection.turns?.replied(try reply.write(write))
            try reply.send()
        } catch {
            connection.refuse(message, error)
        }
    }
}

extension BusConnection {
    /// Gets the calls of one method on any object before they are dispatched, as long as the slot lives, also the calls
    /// that sd-bus would answer. `body` returns true if it has answered the call; else the call is dispatched.
    public func onCall(
        interface: InterfaceName, member: MemberName, _ body: @escaping (MethodCall) -> Bool
    ) throws(BusError) -> BusSlot {
        try .filter(
            self,
            { message in
                interface.text.withCString { interface in
                    member.text.withCString { sd_bus_message_is_method_call(message, interface, $0) > 0 }
                }
            }, { [unowned self] message in body(MethodCall(message.raw, self)) })
    }
}

/// A later reply to a method call. The first reply counts. Dropping it without a reply sends an error, so that the
/// caller does not wait in vain.
public final class PendingReply<each Out: BusValue> {
    private var call: Message?
    private weak var connection: BusConnection?
    private let sender: String
    private let program: UnansweredCalls.Program?

    init(_ call: MethodCall) {
        (self.call, connection, sender) = (call.message, call.connection, call.sender)
        program = call.connection.turns?.begin(of: call.sender)
    }

    deinit { fail(BusError(name: StandardErrorName.noReply, message: "The service dropped the call")) }

    /// Replies. Does nothing after another reply; the reply is lost if the caller or the connection is gone.
    public func succeed(_ results: repeat each Out) {
        guard let call = take() else { return }
        do throws(BusError) {
            let reply = try MessageBuilder.reply(to: call.raw)
            let size = try reply.write { (writer) throws(BusError) in repeat try (each results).write(to: &writer) }
            connection?.turns?.sent(size, to: sender)
            try reply.send()
        } catch {
            connection?.refuse(call, error)
        }
    }

    /// Replies with an error. Does nothing after another reply.
    public func fail(_ error: BusError) {
        if let call = take() { connection?.refuse(call, error) }
    }

    /// Releases the arguments of the call, which may be large, for a reply that comes much later.
    public func releaseArguments() {
        if let call { self.call = call.withoutArguments ?? call }
    }

    private func take() -> Message? {
        guard let call else { return nil }
        connection?.confinement?.check()
        self.call = nil
        if let program { connection?.turns?.end(of: program) }
        return call
    }
}

/// The callers of a method, or of every member of an interface: a column of the interface tables. A later case permits
/// fewer callers.
public enum Access: Comparable, Sendable {
    /// Every program that finds the object. The finder and the node decide what each caller gets.
    case everyone
    /// A program outside of a sandbox. On a session bus it is one of the user. A process that cannot be inspected may
    /// be in a sandbox.
    case user
    /// Root outside of a sandbox.
    case root

    /// Throws `refusal` for a caller without access, or a general sentence. Looks at the caller only if the access
    /// depends on it: the service calls this for each method.
    func check(_ call: @autoclosure () -> MethodCall, refusal: String?) throws(BusError) {
        guard self != .everyone else { return }
        let peer = try call().peer()
        _ = try peer.inspected()
        guard self == .root ? peer.isRoot : peer.isOutsideSandbox else {
            let caller = self == .root ? "uid 0" : "a program"
            throw .accessDenied(refusal ?? "Only \(caller) outside a sandbox may do this.")
        }
    }
}

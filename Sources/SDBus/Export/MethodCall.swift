// SPDX-License-Identifier: MIT
internal import CSystemd

/// The call that a method of an interface table answers.
public struct MethodCall {
    /// The whole message. Its arguments are read already.
    public let message: Message
    /// Who calls.
    public let caller: BusCaller

    init(_ message: OpaquePointer, _ connection: BusConnection) {
        self.message = Message(retaining: message)
        caller = BusCaller(message, connection)
    }

    /// The unique name of the caller.
    public var sender: String { caller.sender }
    /// The object that is called.
    public var path: String { message.path }
    /// The method.
    public var member: String { message.member }

    /// What the bus says about the caller: asked once per peer, then cached.
    public func peer() throws(BusError) -> Peer { try caller.peer() }

    /// Answers a call that `BusConnection.onCall` has taken. Rows of a table return their answer instead.
    public func reply(_ write: (inout MessageWriter) throws(BusError) -> Void) {
        do throws(BusError) {
            let reply = try MessageBuilder.reply(to: message.raw)
            caller.connection.turns?.replied(try reply.write(write))
            try reply.send()
        } catch {
            message.replyError(error)
        }
    }
}

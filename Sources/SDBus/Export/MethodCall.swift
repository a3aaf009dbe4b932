// SPDX-License-Identifier: MIT
internal import CSystemd

/// A method call that a member of an interface table answers.
public struct MethodCall {
    /// The whole message; its arguments have been read.
    public let message: Message
    public let caller: BusCaller

    init(_ message: OpaquePointer, _ connection: BusConnection) {
        self.message = Message(retaining: message)
        caller = BusCaller(message, connection)
    }

    /// The unique name of the caller.
    public var sender: String { caller.sender }
    public var path: String { message.path }
    public var member: String { message.member }

    /// The bus's facts about the caller; the bus is asked once per peer, then the answer is cached.
    public func peer() throws(BusError) -> Peer { try caller.peer() }

    /// Replies to a call that `BusConnection.onCall` has taken. Members of a table return their reply instead.
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

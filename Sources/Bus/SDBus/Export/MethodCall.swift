// SPDX-License-Identifier: MIT

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

// SPDX-License-Identifier: MIT
internal import CSystemd

/// The sender of the message that is being handled.
public struct BusCaller {
    /// The sender's unique name, as the bus has verified it.
    public let sender: String
    let connection: BusConnection

    init(_ message: OpaquePointer?, _ connection: BusConnection) {
        sender = sd_bus_message_get_sender(message).map { String(cString: $0) } ?? ""
        self.connection = connection
    }

    /// The bus's facts about the caller; the bus is asked once per peer, then the answer is cached.
    public func peer() throws(BusError) -> Peer { try connection.peer(sender) }
}

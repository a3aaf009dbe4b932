// SPDX-License-Identifier: MIT
internal import CSystemd

/// Who sent the message that is being handled.
public struct BusCaller {
    /// The unique name, which the bus vouches for.
    public let sender: String
    let connection: BusConnection

    init(_ message: OpaquePointer?, _ connection: BusConnection) {
        sender = sd_bus_message_get_sender(message).map { String(cString: $0) } ?? ""
        self.connection = connection
    }

    /// What the bus says about the caller: asked once per peer, then cached.
    public func peer() throws(BusError) -> Peer { try connection.peer(sender) }
}

// SPDX-License-Identifier: MIT

import BusTesting
internal import CDBus

/// The least that can stand in the place of the service: it has the name, reads everything, and answers each call with
/// an empty reply, by the C library alone. What a client waits for it, it waits for the bus: the messages of attackers
/// that came before its own are delivered before it.
package enum FloorService {
    /// Runs until the bus ends.
    package static func run(address: String) throws {
        guard let connection = dbus_connection_open_private(address, nil), dbus_bus_register(connection, nil) != 0,
            dbus_bus_request_name(connection, DaemonUnderTest.busName, 0, nil) > 0
        else { throw SupportError("the floor does not get its name on \(address)") }
        while dbus_connection_read_write(connection, -1) != 0 {
            while let message = dbus_connection_pop_message(connection) {
                answer(message, on: connection)
                dbus_message_unref(message)
            }
        }
    }

    private static func answer(_ message: OpaquePointer, on connection: OpaquePointer) {
        guard dbus_message_get_type(message) == DBUS_MESSAGE_TYPE_METHOD_CALL, dbus_message_get_no_reply(message) == 0,
            let reply = dbus_message_new_method_return(message)
        else { return }
        dbus_connection_send(connection, reply, nil)
        dbus_message_unref(reply)
    }
}

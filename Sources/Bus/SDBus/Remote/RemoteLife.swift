// SPDX-License-Identifier: MIT

/// One life of a program on the bus: the connection that has its name from one moment to another. Its methods go to its
/// unique name, so no call starts another one, and no other connection can send a signal with that name.
package final class RemoteLife {
    /// The unique name.
    package let owner: String
    package let connection: BusConnection

    package init(_ owner: String, on connection: BusConnection) { (self.owner, self.connection) = (owner, connection) }

    /// The program that has sent that reply, whatever name was called.
    package convenience init(of reply: Message, on connection: BusConnection) {
        self.init(reply.sender, on: connection)
    }

    /// Calls `body` with each signal of the program that matches, as long as the slot lives; nil matches everything.
    /// Waits once for the bus.
    package func onSignal(
        path: ObjectPath? = nil, interface: InterfaceName? = nil, member: MemberName? = nil,
        _ body: @escaping (Message) -> Void
    ) throws(BusError) -> BusSlot {
        try connection.onSignal(from: BusName(trusted: owner), path: path, interface: interface, member: member, body)
    }

    /// Calls a method without waiting. `body` is called once. `timeout` is in microseconds; 0 is that of sd-bus.
    package func call<each Argument: BusValue>(
        _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName, _ arguments: repeat each Argument,
        timeout: UInt64 = 0, then body: @escaping (Result<Message, BusError>) -> Void = { _ in }
    ) {
        do throws(BusError) {
            try connection.callAsync(
                CallTarget(BusName(trusted: owner), path, interface, member), repeat each arguments, timeout: timeout,
                completion: body)
        } catch {
            body(.failure(error))
        }
    }

    /// Reads one property; nil if the program does not tell it.
    package func get(
        _ property: String, _ path: ObjectPath, _ interface: InterfaceName, then body: @escaping (Variant?) -> Void
    ) {
        call(path, StandardInterface.properties, "Get", interface.text, property) { reply in
            body(try? reply.get().read(Variant.self))
        }
    }
}

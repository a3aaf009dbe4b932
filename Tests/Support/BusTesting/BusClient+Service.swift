// SPDX-License-Identifier: MIT

/// The names of the contract's interfaces and of the standard interfaces.
package enum CallName {
    package static let audio = "org.monkeycall.CallManager.Audio"
    package static let call = "org.monkeycall.CallManager.Call"
    package static let provider = "org.monkeycall.CallManager.Provider"
    package static let objectManager = "org.freedesktop.DBus.ObjectManager"
    package static let properties = "org.freedesktop.DBus.Properties"
    package static let introspectable = "org.freedesktop.DBus.Introspectable"
}

/// The objects of the service. `root` is the path of the manager, or of the administrator's tree of one user.
extension BusClient {
    package var rootPath: String { DaemonUnderTest.managerPath }

    package var manager: BusObject { manager(at: rootPath) }

    package func manager(at root: String) -> BusObject {
        object(DaemonUnderTest.busName, root, DaemonUnderTest.busName)
    }

    package func audio(at root: String = DaemonUnderTest.managerPath) -> BusObject {
        object(DaemonUnderTest.busName, root, CallName.audio)
    }

    package func path(of call: String, at root: String = DaemonUnderTest.managerPath) -> String {
        "\(root)/calls/\(call.replacing("-", with: "_"))"
    }

    package func call(_ id: String, at root: String = DaemonUnderTest.managerPath) -> BusObject {
        object(DaemonUnderTest.busName, path(of: id, at: root), CallName.call)
    }

    package func provider(at path: String = DaemonUnderTest.managerPath + "/providers/1") -> BusObject {
        object(DaemonUnderTest.busName, path, CallName.provider)
    }

    /// The objects of the object manager, by path.
    package func managedObjects(at root: String = DaemonUnderTest.managerPath) throws -> [String: DBusValue] {
        let reply = try call(DaemonUnderTest.busName, root, CallName.objectManager, "GetManagedObjects")
        return reply.first?.entries ?? [:]
    }

    package func subscribe(at root: String = DaemonUnderTest.managerPath) throws {
        try manager(at: root).call("Subscribe")
    }

    /// The daemon's signals up to now.
    package func heard() throws -> [BusMessage] { try signalsUpToNow(from: DaemonUnderTest.busName) }

    /// The child nodes of a path that the daemon shows to this client.
    package func children(at path: String) throws -> [String] {
        let reply = try call(DaemonUnderTest.busName, path, CallName.introspectable, "Introspect")
        return try Introspection(xml: reply.first?.string ?? "").children
    }
}

// SPDX-License-Identifier: MIT

package import BusTesting

/// What the desktop's call controls do. They belong to no app and control the calls of all apps.
extension Actor {
    /// Dials a number, as a list of recent calls does; `name` is that of the contact.
    package func dial(_ number: String, named name: String? = nil, with provider: String) throws {
        try call(
            "RequestStartCall", .string(provider), .tuple("phone-number", .string(number)),
            .options(name.map { ["DisplayName": .string($0)] } ?? [:]))
    }

    /// The desktop file that starts the app of a provider; nil if the provider is not registered.
    package func desktopEntry(of provider: String) throws -> String? {
        guard let path = try providers().first(where: { $0.identifier == provider })?.path else { return nil }
        return try client.provider(at: path).get("DesktopEntry").string
    }

    /// Waits for the signal that a call was added or removed.
    package func wait(for member: String, of call: String) throws {
        _ = try client.waitForSignal(member) { $0.arguments.first?.string == UUIDs.path(call) }
    }

    /// Waits until the call exists.
    package func wait(forCall call: String) throws {
        try client.subscribe()
        if try states()[call] == nil { try wait(for: "InterfacesAdded", of: call) }
    }

    /// Waits until a transaction of this client has succeeded or failed.
    package func waitForCompletion() throws { _ = try client.waitForSignal("TransactionCompleted") }

    /// Pretends to be the service: sends the first provider an action that ends this call.
    package func forgeAnEnd(of call: String) throws {
        let (identifier, path) = try providers()[0]
        try client.emit(
            DaemonUnderTest.managerPath, DaemonUnderTest.busName, "PerformEndCallAction",
            [
                .string(identifier), UUIDs.value("F"), UUIDs.value(call),
                .options(["Transaction": UUIDs.value("E"), "Deadline": .uint64(0)]),
            ], to: client.provider(at: path).get("BusName").string)
    }

    /// The properties of a call that changed when it ended.
    package func end(of call: String) throws -> DBusValue? {
        try client.waitForSignal("PropertiesChanged") {
            $0.path == UUIDs.path(call) && $0.arguments[1]["HasEnded"]?.bool == true
        }.arguments[1]
    }

    private func providers() throws -> [(identifier: String, path: String)] {
        let rows = try call("ListProviders").first?.elements ?? []
        return rows.map { ($0[0]?.string ?? "", $0[1]?.string ?? "") }
    }
}

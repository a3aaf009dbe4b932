// SPDX-License-Identifier: MIT

/// A connection in a ``Stage``, such as that of an app or a shell.
package final class Actor {
    package let name: String
    package let client: BusClient
    /// The actions that were delivered here and not completed, oldest first.
    package var actions: [BusMessage] = []
    private unowned let stage: Stage
    private var calls: [UInt32: String] = [:]

    init(_ name: String, _ client: BusClient, _ stage: Stage) {
        self.name = name
        self.client = client
        self.stage = stage
        client.onMessage = { [unowned self] in hear($0) }
    }

    /// Reads everything that the daemon has sent to this connection.
    package func catchUp() throws {
        let serial = try client.send(DaemonUnderTest.busName, "/", "org.freedesktop.DBus.Peer", "Ping")
        _ = try client.reply(to: serial)
    }

    /// Calls a method of the manager.
    @discardableResult
    package func call(_ member: String, _ arguments: DBusValue...) throws -> [DBusValue] {
        try call(DaemonUnderTest.managerPath, DaemonUnderTest.busName, member, arguments)
    }

    /// Calls a method of the manager's Audio interface.
    package func audio(_ member: String, _ arguments: DBusValue...) throws {
        _ = try call(DaemonUnderTest.managerPath, CallName.audio, member, arguments)
    }

    /// Requests an action by a method of the call's object: `ask("Answer", "A")`. Returns the transaction's id.
    @discardableResult
    package func ask(_ member: String, _ call: String, _ arguments: DBusValue...) throws -> String {
        let reply = try self.call(UUIDs.path(call), CallName.call, member, arguments)
        return reply.first?.string ?? ""
    }

    /// Requests a transaction of several actions. Returns its id.
    @discardableResult
    package func request(_ actions: [[String: DBusValue]], _ options: [String: DBusValue] = [:]) throws -> String {
        try call("RequestTransaction", .dictionaries(actions), .options(options)).first?.string ?? ""
    }

    /// The short name of a call's error; `no error` if the call succeeds.
    package func refusal(_ call: (Actor) throws -> some Any) -> String {
        do {
            _ = try call(self)
            return "no error"
        } catch let error as BusError {
            return error.shortName
        } catch {
            return "\(error)"
        }
    }

    package func property(_ name: String, of call: String) throws -> DBusValue {
        try client.call(UUIDs.text(call)).get(name)
    }

    package func audioProperty(_ name: String) throws -> DBusValue { try client.audio().get(name) }

    /// The state of each call.
    package func states() throws -> [String: String] {
        let rows = try call("ListCalls").first?.elements ?? []
        return Dictionary(uniqueKeysWithValues: rows.map { (UUIDs.name($0[0]?.string), $0[4]?.string ?? "") })
    }

    /// Calls a method of any interface of any object of the daemon.
    @discardableResult
    package func call(
        _ path: String, _ interface: String, _ member: String, _ arguments: [DBusValue] = []
    ) throws -> [DBusValue] {
        let serial = try client.send(DaemonUnderTest.busName, path, interface, member, arguments)
        calls[serial] = member
        return try client.reply(to: serial)
    }

    private func hear(_ message: BusMessage) {
        switch message.kind {
        case .methodReturn, .error:
            guard let member = calls.removeValue(forKey: message.replySerial) else { return }
            stage.note(message, "\(name): \(member) " + (message.error?.shortName ?? "accepted"))
        case .signal:
            if message.member?.hasPrefix("Perform") == true { actions.append(message) }
            stage.note(message, "\(name): " + Story.line(message))
        default: break
        }
    }
}

// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// A bus, the daemon on it, and the actors of a scenario. Everything that the daemon sends to any of them is written
/// down in the order in which it was *sent*, which the daemon's serials tell across connections.
final class Scene {
    let bus: BusDaemon
    let daemon: DaemonUnderTest
    private var actors: [Actor] = []
    private var lines: [(serial: UInt32, text: String)] = []

    /// A scene on a bus of its own.
    init(arguments: [String] = []) throws {
        bus = try .session()
        daemon = try DaemonUnderTest(on: bus, arguments: arguments)
    }

    /// A connection by that name in the story.
    func actor(_ name: String) throws -> Actor {
        let actor = Actor(name, try daemon.client(), self)
        actors.append(actor)
        return actor
    }

    /// One that hears of every change.
    func subscriber(_ name: String = "watcher") throws -> Actor {
        let actor = try actor(name)
        try actor.call("Subscribe")
        _ = try story()
        return actor
    }

    /// One that has registered a provider, `org.example.<Name>`.
    func app(_ name: String, _ configuration: [String: DBusValue] = [:]) throws -> App {
        let app = App(try actor(name.lowercased()), "org.example.\(name)")
        try app.register(configuration)
        _ = try story()
        return app
    }

    /// One that has registered as a shell.
    func shell(_ name: String = "shell", _ state: [String: DBusValue] = [:]) throws -> Actor {
        let actor = try actor(name)
        try actor.call("RegisterShell", "", .options(state))
        _ = try story()
        return actor
    }

    /// What the daemon has sent since this was asked last, to whom, in order. Waits for nothing but answered pings:
    /// what is not in it was not sent.
    func story() throws -> [String] {
        for actor in actors where actor.client.isConnected { try actor.catchUp() }
        defer { lines = [] }
        return lines.sorted { $0.serial < $1.serial }.map(\.text)
    }

    /// The same without the lines of what is of no interest to a test.
    func story(of names: String...) throws -> [String] {
        try story().filter { line in names.contains { line.hasPrefix($0 + ":") } }
    }

    /// Takes the story since the last time, and expects it to be this, to these actors (or else to all).
    func expect(_ lines: [String], of names: String..., sourceLocation: SourceLocation = #_sourceLocation) throws {
        let story = try story().filter { line in
            names.isEmpty || names.contains { line.hasPrefix($0 + ":") }
        }
        #expect(story == lines, sourceLocation: sourceLocation)
    }

    func note(_ message: BusMessage, _ text: String) {
        guard message.sender == daemon.uniqueName else { return }
        lines.append((message.serial, text))
    }
}

/// A connection in a ``Scene``.
final class Actor {
    let name: String
    let client: BusClient
    /// The actions that were delivered here and not completed, oldest first.
    var actions: [BusMessage] = []
    private unowned let scene: Scene
    private var calls: [UInt32: String] = [:]

    init(_ name: String, _ client: BusClient, _ scene: Scene) {
        self.name = name
        self.client = client
        self.scene = scene
        client.onMessage = { [unowned self] in hear($0) }
    }

    /// Reads everything that the daemon has sent here.
    func catchUp() throws {
        let serial = try client.send(DaemonUnderTest.busName, "/", "org.freedesktop.DBus.Peer", "Ping")
        _ = try client.reply(to: serial)
    }

    /// Calls a method of the manager.
    @discardableResult
    func call(_ member: String, _ arguments: DBusValue...) throws -> [DBusValue] {
        try call(DaemonUnderTest.managerPath, DaemonUnderTest.busName, member, arguments)
    }

    /// Calls a method of the audio's interface.
    func audio(_ member: String, _ arguments: DBusValue...) throws {
        _ = try call(DaemonUnderTest.managerPath, DaemonUnderTest.busName + ".Audio", member, arguments)
    }

    /// Asks for an action by a method of the call's object: `ask("Answer", "A")`. Returns the transaction.
    @discardableResult
    func ask(_ member: String, _ call: String, _ arguments: DBusValue...) throws -> String {
        let reply = try self.call(UUIDs.path(call), DaemonUnderTest.busName + ".Call", member, arguments)
        return reply.first?.string ?? ""
    }

    /// Asks for a transaction of many actions.
    @discardableResult
    func request(_ actions: [[String: DBusValue]], _ options: [String: DBusValue] = [:]) throws -> String {
        try call("RequestTransaction", .dictionaries(actions), .options(options)).first?.string ?? ""
    }

    /// The error that a call ends with; the test fails without one.
    func refusal(_ call: (Actor) throws -> some Any) -> String {
        do {
            _ = try call(self)
            return "no error"
        } catch let error as BusError {
            return error.shortName
        } catch {
            return "\(error)"
        }
    }

    /// A property of a call.
    func property(_ name: String, of call: String) throws -> DBusValue {
        try client.object(DaemonUnderTest.busName, UUIDs.path(call), DaemonUnderTest.busName + ".Call").get(name)
    }

    /// A property of the audio.
    func audioProperty(_ name: String) throws -> DBusValue {
        let object = client.object(
            DaemonUnderTest.busName, DaemonUnderTest.managerPath, DaemonUnderTest.busName + ".Audio")
        return try object.get(name)
    }

    /// Calls a method of any interface of any of the daemon's objects.
    @discardableResult
    func call(
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
            scene.note(message, "\(name): \(member) " + (message.error?.shortName ?? "accepted"))
        case .signal:
            if message.member?.hasPrefix("Perform") == true { actions.append(message) }
            scene.note(message, "\(name): " + Story.line(message))
        default: break
        }
    }
}

/// A provider in a ``Scene``.
struct App {
    let actor: Actor
    let identifier: String

    init(_ actor: Actor, _ identifier: String) {
        self.actor = actor
        self.identifier = identifier
    }

    func register(_ configuration: [String: DBusValue] = [:]) throws {
        try actor.call("RegisterProvider", .string(identifier), .options(configuration))
    }

    /// Reports an incoming call.
    func ring(_ call: String, _ update: [String: DBusValue] = [:]) throws {
        try actor.call("ReportNewIncomingCall", .string(identifier), UUIDs.value(call), .options(update))
    }

    /// Reports an outgoing call's way.
    func reportConnecting(_ call: String) throws {
        try actor.call("ReportOutgoingCallStartedConnecting", UUIDs.value(call), .uint64(0))
    }

    func reportConnected(_ call: String) throws {
        try actor.call("ReportOutgoingCallConnected", UUIDs.value(call), .uint64(0))
    }

    /// Reports the end of a call.
    func reportEnded(_ call: String, _ reason: String = "remote-ended") throws {
        try actor.call("ReportCallEnded", UUIDs.value(call), .uint64(0), .string(reason), [:])
    }

    /// The action that was delivered first of those that are not completed.
    func action() throws -> BusMessage {
        try actor.catchUp()
        guard let first = actor.actions.first else { throw SupportError("\(actor.name) has no action to complete") }
        return first
    }

    /// Completes that action.
    func fulfill(_ details: [String: DBusValue] = [:]) throws { try complete("FulfillAction", details) }

    func fail() throws { try complete("FailAction", [:]) }

    /// A start-call action, for a transaction.
    func start(_ call: String, _ more: [String: DBusValue] = [:]) -> [String: DBusValue] {
        let start: [String: DBusValue] = [
            "Action": "start-call", "Call": UUIDs.value(call), "Provider": .string(identifier),
            "Handle": .tuple("phone-number", "+4930123456"),
        ]
        return start.merging(more) { $1 }
    }

    /// A call that is active.
    func activeCall(_ call: String, _ update: [String: DBusValue] = [:]) throws {
        try ring(call, update)
        try actor.ask("Answer", call)
        try fulfill()
    }

    private func complete(_ member: String, _ details: [String: DBusValue]) throws {
        let id = try action().arguments[1]
        actor.actions.removeFirst()
        try actor.call(member, id, .options(details))
    }
}

/// The calls of a scene are named A to F, and so are their ids.
enum UUIDs {
    static func text(_ call: String) -> String {
        [8, 4, 4, 4, 12].map { String(repeating: call.lowercased(), count: $0) }.joined(separator: "-")
    }

    static func value(_ call: String) -> DBusValue { .string(text(call)) }

    static func path(_ call: String) -> String {
        DaemonUnderTest.managerPath + "/calls/" + text(call).replacing("-", with: "_")
    }

    /// The name of a call by its id or the end of its path; anything else is returned as it is.
    static func name(_ id: String?) -> String {
        guard let id, let letter = id.first, text(String(letter)) == id.replacing("_", with: "-") else {
            return id ?? ""
        }
        return letter.uppercased()
    }
}

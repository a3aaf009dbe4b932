// SPDX-License-Identifier: MIT
import Testing

import class BusTesting.BusClient
import struct BusTesting.BusMessage
import enum BusTesting.DBusValue

@testable import SDBus

/// The properties of objects of another program, as a stand-in for it tells them.
struct RemoteObjectTests {
    private static let name: BusName = "org.example.Program"
    private static let path: ObjectPath = "/org/example/Thing"
    private static let interface: InterfaceName = "org.example.Thing"
    private static let names = ["Mode", "Name"]

    private let bus: PrivateBus
    private let server: BusClient
    private let loop: EventLoop
    private let program: RemoteName
    private let object: RemoteObject

    init() throws {
        bus = try PrivateBus()
        server = try BusClient(address: bus.address)
        try server.requestName(Self.name.text)
        loop = try EventLoop()
        program = RemoteName(Self.name, on: try bus.connect(loop))
        object = RemoteObject(program, Self.path, Self.interface, Self.names)
        try object.begin {}
        try program.begin()
    }

    // MARK: The stand-in

    /// Turns the loop until the condition holds.
    private func turn(until condition: () -> Bool) throws { try loop.turn(until: condition) }

    /// The next call of a method.
    private func question(_ member: String) throws -> BusMessage {
        try turn {
            server.drain()
            return server.methodCalls.contains { $0.member == member }
        }
        return try server.waitForCall(member)
    }

    private func answer(_ member: String, _ properties: [String: DBusValue]) throws {
        try server.reply(to: try question(member), [.options(properties)])
    }

    /// Answers a question for each of the properties.
    private func answerEach(_ properties: [String: DBusValue]) throws {
        for _ in properties {
            let question = try question("Get")
            let name = question.arguments.last?.string ?? ""
            try server.reply(to: question, [.variant(properties[name] ?? "")])
        }
    }

    private func tell(_ properties: [String: DBusValue], invalidating names: [String] = []) throws {
        try server.emit(
            Self.path.text, StandardInterface.properties.text, "PropertiesChanged",
            [.string(Self.interface.text), .options(properties), .strings(names)])
    }

    private func wait(for properties: [String: Variant]) throws { try turn { object.properties == properties } }

    private func begin() throws {
        try answer("GetAll", ["Mode": "quiet", "Name": "Ada", "Other": "1"])
        try wait(for: ["Mode": .string("quiet"), "Name": .string("Ada")])
    }

    // MARK: One object

    @Test func `A property that is only invalidated is asked for again`() throws {
        try begin()
        try tell([:], invalidating: ["Mode"])
        try answerEach(["Mode": "loud", "Name": "Ada"])
        try wait(for: ["Mode": .string("loud"), "Name": .string("Ada")])
        // A program may tell one value, and that there is another one.
        try tell(["Name": "Eve"], invalidating: ["Mode"])
        try answerEach(["Mode": "quiet", "Name": "Eve"])
        try wait(for: ["Mode": .string("quiet"), "Name": .string("Eve")])
        // Nothing is asked for the sake of a property that is not kept.
        try tell(["Mode": "loud"], invalidating: ["Other"])
        try wait(for: ["Mode": .string("loud"), "Name": .string("Eve")])
        #expect(try !server.hasCalls(of: "Get", "GetAll"))
    }

    @Test func `A text that the bus library refuses takes no other property away`() throws {
        try answer("GetAll", ["Mode": "quiet", "Name": "Ada\u{FFFF}"])
        try answerEach(["Mode": "quiet", "Name": "Ada\u{FFFF}"])
        try wait(for: ["Mode": .string("quiet")])
        try tell(["Mode": "loud", "Name": "Eve\u{FFFF}"])
        try answerEach(["Mode": "loud", "Name": "Eve\u{FFFF}"])
        try wait(for: ["Mode": .string("loud")])
        try tell(["Name": "Bob"])
        try wait(for: ["Mode": .string("loud"), "Name": .string("Bob")])
    }

    @Test func `A change while properties are asked for one by one is not lost to an older answer`() throws {
        try begin()
        try tell([:], invalidating: ["Mode"])
        let old = [try question("Get"), try question("Get")]
        try tell(["Mode": "loud"])
        for question in old { try server.reply(to: question, [.variant("old")]) }
        try answerEach(["Mode": "loud", "Name": "Ada"])
        try wait(for: ["Mode": .string("loud"), "Name": .string("Ada")])
    }

    @Test func `No property of a program is kept after its end, or when it is not followed any more`() throws {
        try begin()
        server.close()
        try wait(for: [:])
        let next = try BusClient(address: bus.address)
        try next.requestName(Self.name.text)
        try turn {
            next.drain()
            return next.methodCalls.contains { $0.member == "GetAll" }
        }
        try next.reply(to: try next.waitForCall("GetAll"), [.options(["Mode": "loud"])])
        try wait(for: ["Mode": .string("loud")])
        program.end()
        #expect(object.properties == [:])
    }

    @Test func `An object that has left out changes is subscribed to and read again, and keeps what is known`() throws {
        try begin()
        let program = RemoteName(Self.name, on: program.connection)
        let object = RemoteObject(
            program, Self.path, "org.example.Quiet", Self.names, subscription: "Subscribe", ended: "Ended")
        try object.begin {}
        try program.begin()
        _ = try question("Subscribe")
        try answer("GetAll", ["Mode": "quiet", "Name": "Ada"])
        try turn { object.properties == ["Mode": .string("quiet"), "Name": .string("Ada")] }
        let client = try program.connection.uniqueName
        // The signal of another object does not count.
        try server.emit("/org/example/Other", "org.example.Quiet", "Ended", [], to: client)
        try server.emit(Self.path.text, "org.example.Quiet", "Ended", [], to: client)
        _ = try question("Subscribe")
        #expect(object.properties["Mode"] == .string("quiet"))
        try answer("GetAll", ["Mode": "loud", "Name": "Ada"])
        try turn { object.properties["Mode"] == .string("loud") }
        #expect(try !server.hasCalls(of: "Subscribe", "GetAll"))
    }

    // MARK: The objects of an object manager

    @Test func `A property of a listed object that is only invalidated is asked for again`() throws {
        try begin()
        let life = RemoteLife(server.uniqueName, on: program.connection)
        var known: [String: Variant]?
        let objects = RemoteObjects(of: life, at: "/", Self.interface, Self.names) { _, properties, _ in
            known = properties
        }
        try objects.begin { _ in }
        let list: DBusValue = .dictionary(
            key: "s", value: "a{sv}", [.string(Self.interface.text): .options(["Mode": "quiet", "Name": "Ada"])])
        try server.reply(
            to: try question("GetManagedObjects"),
            [.dictionary(key: "o", value: "a{sa{sv}}", [.path(Self.path.text): list])])
        try turn { known?["Mode"] == .string("quiet") }
        program.end()
        try tell([:], invalidating: ["Mode"])
        try answerEach(["Mode": "loud", "Name": "Ada"])
        try turn { known == ["Mode": .string("loud"), "Name": .string("Ada")] }
        objects.end()
    }
}

// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// `org.monkeycall.Agent.Calls`, and the agent's `org.gnome.Calls`, on the session bus.
struct CallsObjectTests {
    private static let name = "org.monkeycall.Agent.Calls"
    let desktop: Desktop
    let client: BusClient
    let object: BusObject

    init() throws {
        desktop = try Desktop()
        try desktop.startAgent()
        client = try BusClient(address: desktop.bus.address)
        object = client.object("org.monkeycall.Agent", "/org/monkeycall/Agent", Self.name)
        _ = try client.waitForName("org.monkeycall.Agent")
    }

    @Test func `The agent's calls have the members of their XML file`() throws {
        let contract = try Introspection(file: Repository.file("dbus/org.monkeycall.Agent.Calls.xml"))
        let live = try Introspection(xml: object.introspect())
        #expect(contract.differences(to: live, interfaces: [Self.name]) == [])
    }

    /// The words of the buttons of the only call, as soon as the call is there.
    private func waitForCall() throws -> (id: String, words: [String]) {
        while true {
            if let call = try object.get("Calls").elements?.first?.entries {
                let buttons = call["Buttons"]?.elements ?? []
                return (call["Call"]?.string ?? "", buttons.compactMap { $0.elements?.first?.string })
            }
            _ = try client.waitForSignal("PropertiesChanged")
        }
    }

    @Test func `A subscriber hears of a call and presses its buttons, and a button that the call lacks is refused`()
        throws
    {
        try object.call("Subscribe")
        let app = try desktop.app()
        try app.type("incoming +4930123456 Ada")
        let (call, words) = try waitForCall()
        #expect(words == ["decline", "silence", "answer"])
        let refused = try object.error("Perform", .string(call), "hold", [:])
        #expect(refused?.name == "org.monkeycall.Agent.Error.NotOffered")
        try object.call("Perform", .string(call), "answer", [:])
        try app.expect("answered")
        #expect(try object.error("SetRoute", "nowhere")?.name == "org.monkeycall.Agent.Error.NotOffered")
    }

    @Test func `A panel that reads no signals loses its subscription, learns it when it reads, and subscribes again`()
        throws
    {
        try object.call("Subscribe")
        let phone = try desktop.phone()
        try phone.ring()
        // Each change has a name of 1 KB, and the panel's connection takes no 2 MB.
        let changes = 2_000
        for number in 1...changes { try phone.rename("\(number) " + String(repeating: "x", count: 1_000)) }
        let reader = try BusClient(address: desktop.bus.address)
        let calls = reader.object(object.destination, object.path, Self.name)
        let deadline = Deadline()
        while try calls.get("Calls")[0]?["Title"]?.string?.contains("\(changes) x") != true {
            guard !deadline.hasPassed else { throw SupportError("the agent does not follow the name of the caller") }
        }
        _ = try client.waitForSignal("SubscriptionEnded") { $0.interface == Self.name }
        let read = client.signals.count { $0.member == "PropertiesChanged" }
        #expect(read < changes)
        #expect(try client.signalsUpToNow(from: object.destination).count == read)
        try object.call("Subscribe")
        try phone.rename("Ada")
        _ = try client.waitForSignal("PropertiesChanged") {
            $0.arguments[1]["Calls"]?[0]?["Title"]?.string?.contains("Ada") == true
        }
    }

    @Test func `A program of phones answers a call by the interface of GNOME Calls`() throws {
        _ = try client.waitForName("org.gnome.Calls")
        let app = try desktop.app()
        try app.type("incoming +4930123456 Ada")
        try object.call("Subscribe")
        _ = try waitForCall()
        let call = client.object("org.gnome.Calls", "/org/gnome/Calls/Call/1", "org.gnome.Calls.Call")
        #expect(try call.get("DisplayName") == "Ada")
        #expect(try call.get("State") == .uint32(5))
        try call.call("Accept")
        try app.expect("answered")
    }

    /// Lists the calls by the interface of GNOME Calls.
    private func listCalls(_ reader: BusClient) throws -> [DBusValue] {
        try reader.call(
            "org.gnome.Calls", "/org/gnome/Calls", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects")
    }

    @Test func `The reader after the 32nd one of the interface of GNOME Calls gets an error, until a reader leaves`()
        throws
    {
        _ = try client.waitForName("org.gnome.Calls")
        var readers = try (0..<32).map { _ in try BusClient(address: desktop.bus.address) }
        for reader in readers { _ = try listCalls(reader) }
        let refused = try client.error(
            "org.gnome.Calls", "/org/gnome/Calls", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects")
        #expect(refused?.name == "org.freedesktop.DBus.Error.LimitsExceeded")
        // A reader that has the calls keeps them.
        _ = try listCalls(readers[0])
        readers.removeLast()
        let deadline = Deadline()
        while (try? listCalls(client)) == nil { try #require(!deadline.hasPassed) }
    }

    /// A client in the scope of a Flatpak app.
    private func sandboxed() throws -> BusClient {
        try BusClient(address: desktop.bus.address, controlGroup: .flatpak("org.example.Boxed", uid: getuid()))
    }

    @Test(.needsRoot) func `An app in a sandbox sees no calls of the agent, and every request of it is refused`() throws
    {
        let boxed = try sandboxed()
        let seen = boxed.object(object.destination, object.path, Self.name)
        try object.call("Subscribe")
        let app = try desktop.app()
        try app.type("incoming +4930123456 Ada")
        let (call, _) = try waitForCall()
        #expect(try seen.getAll().filter { $0.value.elements?.isEmpty == false } == [:])
        #expect(try seen.get("Calls").elements == [] && seen.get("Route") == "")
        for name in ["Locked", "ShowsCallers", "Answers", "HeadsetButtons"] { #expect(try seen.get(name) == false) }
        for (method, arguments) in [
            ("Subscribe", []), ("Unsubscribe", []), ("Perform", [.string(call), "answer", [:]]), ("SetRoute", [""]),
        ] as [(String, [DBusValue])] {
            let error = try boxed.error(seen.destination, seen.path, Self.name, method, arguments)
            #expect(error?.name == "org.freedesktop.DBus.Error.AccessDenied", "\(method)")
        }
        // The panel outside hears of the end, and the app in the sandbox has heard nothing.
        try app.type("remote-end")
        while try object.get("Calls").elements != [] { _ = try client.waitForSignal("PropertiesChanged") }
        #expect(try boxed.signalsUpToNow(from: seen.destination).isEmpty)
    }

    @Test(.needsRoot) func `An app in a sandbox neither sees nor answers a call by the interface of GNOME Calls`()
        throws
    {
        let boxed = try sandboxed()
        _ = try client.waitForName("org.gnome.Calls")
        func objects(_ client: BusClient) throws -> [String]? {
            try listCalls(client).first?.entries?.keys.sorted()
        }
        #expect(try objects(boxed) == [])
        try object.call("Subscribe")
        let app = try desktop.app()
        try app.type("incoming +4930123456 Ada")
        _ = try waitForCall()
        let path = "/org/gnome/Calls/Call/1"
        #expect(try objects(client) == [path])
        #expect(try objects(boxed) == [])
        let call = boxed.object("org.gnome.Calls", path, "org.gnome.Calls.Call")
        for (method, arguments) in [("Accept", []), ("Hangup", []), ("Silence", []), ("SendDtmf", ["1"])]
            as [(String, [DBusValue])]
        {
            let error = try boxed.error(call.destination, path, call.interface, method, arguments)
            #expect(error?.name.hasPrefix("org.freedesktop.DBus.Error.Unknown") == true, "\(method)")
        }
        #expect(throws: BusError.self) { try call.getAll() }
        // It still rings: nothing has been done, and the app in the sandbox has heard nothing.
        #expect(try client.object(call.destination, path, call.interface).get("State") == .uint32(5))
        #expect(try boxed.signalsUpToNow(from: "org.gnome.Calls").isEmpty)
    }
}

// SPDX-License-Identifier: MIT

import BusTesting
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
        #expect(words == ["answer", "decline", "silence"])
        let refused = try object.error("Perform", .string(call), "hold", [:])
        #expect(refused?.name == "org.monkeycall.Agent.Error.NotOffered")
        try object.call("Perform", .string(call), "answer", [:])
        try app.expect("answered")
        #expect(try object.error("SetRoute", "nowhere")?.name == "org.monkeycall.Agent.Error.NotOffered")
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
}

// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// The agent's object on the session bus.
struct AgentObjectTests {
    let desktop: Desktop
    let agent: AgentClient

    init() throws {
        desktop = try Desktop()
        try desktop.startAgent()
        agent = try AgentClient(on: desktop.bus)
    }

    @Test func `The agent's object has the members of its XML file`() throws {
        let contract = try Introspection(file: Repository.file("dbus/org.monkeycall.Agent.xml"))
        let live = try Introspection(xml: agent.object.introspect())
        #expect(contract.differences(to: live, interfaces: [AgentClient.name]) == [])
        #expect(Array(contract.interfaces.keys) == [AgentClient.name])
        let values = try agent.object.getAll()
        #expect(values.mapValues(\.signature) == contract.interfaces[AgentClient.name]?.properties.mapValues(\.type))
    }

    @Test func `Ringing and InCall follow the calls`() throws {
        try agent.expect(["Primary": true, "Ringing": false, "InCall": false])
        let app = try desktop.app()
        try app.type("incoming ada Ada")
        try agent.expect(["Ringing": true, "InCall": false])
        try app.type("answer")
        try agent.expect(["Ringing": false, "InCall": true])
        try app.expect("audio started")
        try app.type("hold")
        try app.expect("held")
        try app.type("incoming bob Bob")
        try agent.expect(["Ringing": true, "InCall": true])
        try app.type("decline")
        try agent.expect(["Ringing": false, "InCall": true])
        // Before that, `end` could mean either call.
        try app.expect("ended")
        try app.type("end")
        try agent.expect(["InCall": false])
        try app.type("call carol")
        try agent.expect(["InCall": true, "Ringing": false])
    }

    @Test func `Without a service the agent has no call and is not primary`() throws {
        let app = try desktop.app()
        try app.type("incoming ada Ada")
        try agent.expect(["Ringing": true])
        try desktop.daemon.kill9()
        try agent.expect(["Ringing": false, "Primary": false])
    }

    @Test func `InCall is true for calls while another shell is primary`() throws {
        let other = try desktop.stage.shell()
        try agent.expect(["Primary": false])
        let app = try desktop.app()
        try app.type("incoming ada Ada")
        try agent.expect(["Ringing": true])
        other.client.close()
        try agent.expect(["Primary": true, "Ringing": true])
    }

    @Test func `The last agent of a session has the bus name and returns it when it ends`() throws {
        let first = try agent.client.nameOwner(AgentClient.name)
        let second = try desktop.secondAgent()
        try agent.client.addMatch("type='signal',member='NameOwnerChanged',arg0='\(AgentClient.name)'")
        while try agent.client.nameOwner(AgentClient.name) == first {
            _ = try agent.client.waitForSignal("NameOwnerChanged")
        }
        try agent.expect(["Primary": true])
        try agent.setDoNotDisturb(true)
        try agent.expect(doNotDisturb: "user")
        try second.kill9()
        while try agent.client.nameOwner(AgentClient.name) != first {
            _ = try agent.client.waitForSignal("NameOwnerChanged")
        }
        // The value that the other agent has set applies.
        try AgentClient(on: desktop.bus).expect(["DoNotDisturbReason": "user", "Primary": true])
    }
}

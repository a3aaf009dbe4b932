// SPDX-License-Identifier: MIT

import BusTesting

/// A panel: a client on the session bus that follows `org.monkeycall.Agent`.
final class AgentClient {
    static let name = "org.monkeycall.Agent"
    static let path = "/org/monkeycall/Agent"
    let client: BusClient
    private var properties: [String: DBusValue]

    var object: BusObject { client.object(Self.name, Self.path, Self.name) }

    /// Waits for the agent and reads its properties.
    init(on bus: BusDaemon) throws {
        client = try BusClient(address: bus.address)
        try client.addMatch("type='signal',path='\(Self.path)',member='PropertiesChanged'")
        _ = try client.waitForName(Self.name)
        properties = try client.object(Self.name, Self.path, Self.name).getAll()
    }

    /// Waits until the announced changes have these values. A change without a signal does not count.
    func expect(_ expected: [String: DBusValue]) throws {
        try follow { expected.allSatisfy { properties[$0.key] == $0.value } }
    }

    /// Waits until the announced problems have this one, or until they do not.
    func expect(problem: String, _ isThere: Bool = true) throws {
        try follow { properties["Problems"]?.strings?.contains(problem) == isThere }
    }

    private func follow(until fits: () -> Bool) throws {
        while !fits() {
            let changes = try client.waitForSignal("PropertiesChanged")
            properties.merge(changes.arguments[1].entries ?? [:]) { $1 }
        }
    }

    /// Waits until the service refuses calls for that reason; "" = it accepts calls.
    func expect(doNotDisturb reason: String) throws {
        try expect(["DoNotDisturb": .bool(!reason.isEmpty), "DoNotDisturbReason": .string(reason)])
    }

    func setDoNotDisturb(_ isOn: Bool, until: UInt64 = 0) throws {
        try object.call("SetDoNotDisturb", .bool(isOn), .uint64(until))
    }
}

// SPDX-License-Identifier: MIT

import BusTesting

/// The real service and the real bridge of the user, between a stand-in for the front of modems on the bus of the
/// service, which stands for the system bus, and one for the agent on a session bus.
final class HeadsetScene {
    static let frontName = "org.monkeycall.ModemFront"
    static let frontPath = "/org/monkeycall/ModemFront"
    static let agentName = "org.monkeycall.Agent"
    static let agentPath = "/org/monkeycall/Agent"

    let stage: Stage
    let session: BusDaemon
    private(set) var front: BusClient
    /// The connection of the bridge that has attached.
    private(set) var gateway = ""
    let agent: BusClient
    let phone: Provider
    let program: UserBridge

    /// `rules` are the properties of the agent's interface for surfaces; nil = no agent runs.
    init(rules: [String: DBusValue]? = HeadsetScene.unlocked) throws {
        stage = try Stage()
        session = try BusDaemon.session()
        agent = try BusClient(address: session.address)
        if rules != nil { try agent.requestName(Self.agentName) }
        front = try BusClient(address: stage.bus.address)
        try front.requestName(Self.frontName)
        phone = try stage.app("Phone")
        program = try UserBridge(stage, session)
        try attach()
        if let rules { try answerRules(rules) }
    }

    static let unlocked: [String: DBusValue] = [
        "Locked": false, "ShowsCallers": true, "Answers": true, "HeadsetButtons": true,
    ]
    static let locked: [String: DBusValue] = [
        "Locked": true, "ShowsCallers": false, "Answers": false, "HeadsetButtons": true,
    ]

    // MARK: The front

    /// Lets the bridge attach.
    func attach() throws {
        let call = try front.waitForCall("Attach")
        gateway = call.sender ?? ""
        try front.reply(to: call)
    }

    /// The front ends, and another one takes its place.
    func replaceFront() throws {
        front.close()
        front = try BusClient(address: stage.bus.address)
        try front.waitForName(Self.frontName, owned: false)
        try front.requestName(Self.frontName)
    }

    /// Waits until the bridge hands over these calls, each as its id, state, direction and number.
    func expect(_ calls: [String], operatorName: String? = nil) throws {
        var last: [String] = []
        while true {
            let call: BusMessage
            do { call = try front.waitForCall("SetCalls") } catch {
                throw SupportError("waited in vain for \(calls), the front has \(last); the bridge: \(log)")
            }
            try front.reply(to: call)
            last = (call.arguments[0].elements ?? []).map { line in
                let fields = line.elements ?? []
                let words = fields.dropFirst().compactMap(\.string).filter { !$0.isEmpty }
                return ([fields.first?.int.map(String.init) ?? ""] + words).joined(separator: " ")
            }
            if last == calls, operatorName == nil || call.arguments[1].string == operatorName { return }
        }
    }

    /// The front does not know the bridge as a gateway any more: it refuses the next calls.
    func refuseCalls() throws {
        let refusal = BusError(name: "org.freedesktop.DBus.Error.AccessDenied", message: "No.")
        try front.reply(to: front.waitForCall("SetCalls"), error: refusal)
    }

    func press(_ call: UInt32, _ press: String) throws { try emit("Pressed", .uint32(call), .string(press)) }

    func emit(_ member: String, _ arguments: DBusValue...) throws {
        try front.emit(Self.frontPath, Self.frontName, member, arguments, to: gateway)
    }

    /// Returns when the bridge has handled all that the front has sent.
    func catchUp() throws { try ping(gateway, by: front) }

    /// Returns when the bridge has handled all that the service has told before.
    func catchUpWithService() throws {
        for connection in try front.connections(of: program.process.processID) { try ping(connection, by: front) }
    }

    private func ping(_ connection: String, by client: BusClient) throws {
        _ = try client.error(connection, "/", "org.freedesktop.DBus.Peer", "Ping")
    }

    // MARK: The agent

    /// Tells the bridge that asks the properties of the interface for surfaces.
    func answerRules(_ rules: [String: DBusValue] = HeadsetScene.unlocked) throws {
        try agent.reply(to: agent.waitForCall("Subscribe"))
        let question = try agent.waitForCall("GetAll")
        try agent.reply(to: question, [.options(rules)])
        try ping(question.sender ?? "", by: agent)
    }

    /// The agent changes properties of its interface for surfaces.
    func tell(_ rules: [String: DBusValue]) throws {
        let bridges = try agent.connections(of: program.process.processID)
        for bridge in bridges {
            let change = ForgedSignal.change(Self.agentPath, Self.agentName + ".Calls", rules)
            try agent.emit(change.path, change.interface, change.member, change.arguments, to: bridge)
            try ping(bridge, by: agent)
        }
    }

    /// The link of the next number that the bridge hands to the agent.
    func confirmedLink() throws -> String? {
        let call = try agent.waitForCall("ConfirmCall")
        try agent.reply(to: call)
        return call.arguments[1]["Headset"] == true ? call.arguments[0].string : nil
    }

    // MARK: The list of sources

    /// What `ListSources` says of the gateway while the front has that state.
    func line(_ state: String) throws -> [String: DBusValue] {
        let client = try BusClient(address: session.address)
        let name = "org.monkeycall.Bridge"
        let serial = try client.send(name, "/org/monkeycall/Bridge", name, "ListSources", [])
        let question = try front.waitForCall("Get")
        try front.reply(to: question, [.variant(.string(state))])
        let sources = try client.reply(to: serial).first?.elements ?? []
        return sources.compactMap(\.entries).first { $0["Source"] == "bluetooth-headsets" } ?? [:]
    }

    var log: String { program.process.text(of: .error) }
}

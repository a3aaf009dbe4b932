// SPDX-License-Identifier: MIT

import BusTesting

/// The desktop's call controls, which belong to no app and control the calls of all apps.
struct Shell {
    private let client: BusClient

    init(_ client: BusClient) { self.client = client }

    /// Registers this client as the user's shell.
    func register(_ state: [String: DBusValue] = [:]) throws {
        try client.call(
            DaemonUnderTest.busName, DaemonUnderTest.managerPath, DaemonUnderTest.busName, "RegisterShell", "",
            .options(state))
    }

    /// Requests one action by a method of the call's object.
    func ask(_ member: String, _ call: String, _ arguments: DBusValue...) throws {
        try client.call(DaemonUnderTest.busName, path(call), DaemonUnderTest.busName + ".Call", member, arguments)
    }

    /// Requests a transaction, such as `hold A, answer B`.
    func request(_ actions: String) throws {
        let entries = actions.split(separator: ", ").map { entry($0.split(separator: " ")) }
        try client.call(
            DaemonUnderTest.busName, DaemonUnderTest.managerPath, DaemonUnderTest.busName, "RequestTransaction",
            .dictionaries(entries), [:])
    }

    /// Dials a number, as a list of recent calls does.
    func dial(_ number: String, with provider: String) throws {
        try client.call(
            DaemonUnderTest.busName, DaemonUnderTest.managerPath, DaemonUnderTest.busName, "RequestStartCall",
            .string(provider), .tuple("phone-number", .string(number)), [:])
    }

    func property(_ name: String, of call: String) throws -> DBusValue {
        try client.object(DaemonUnderTest.busName, path(call), DaemonUnderTest.busName + ".Call").get(name)
    }

    /// The desktop file that starts the app of a provider; nil if the provider is not registered.
    func desktopEntry(of provider: String) throws -> String? {
        let providers = try client.call(
            DaemonUnderTest.busName, DaemonUnderTest.managerPath, DaemonUnderTest.busName, "ListProviders")
        let path = (providers.first?.elements ?? []).first { $0[0]?.string == provider }?[1]?.string
        guard let path else { return nil }
        return try client.object(DaemonUnderTest.busName, path, DaemonUnderTest.busName + ".Provider")
            .get("DesktopEntry").string
    }

    func subscribe() throws {
        try client.call(
            DaemonUnderTest.busName, DaemonUnderTest.managerPath, DaemonUnderTest.busName, "Subscribe")
    }

    /// Waits for the signal that a call was added or removed.
    func wait(for member: String, of call: String) throws {
        _ = try client.waitForSignal(member) { $0.arguments.first?.string == path(call) }
    }

    /// Waits until the call exists.
    func wait(forCall call: String) throws {
        try subscribe()
        if try calls().contains("\(call) ") == false { try wait(for: "InterfacesAdded", of: call) }
    }

    /// Waits until a transaction of this client has succeeded or failed.
    func waitForCompletion() throws { _ = try client.waitForSignal("TransactionCompleted") }

    /// Pretends to be the service: sends the first provider an action that ends this call.
    func forgeAnEnd(of call: String) throws {
        let providers = try client.call(
            DaemonUnderTest.busName, DaemonUnderTest.managerPath, DaemonUnderTest.busName, "ListProviders")
        let (identifier, path) = (providers[0][0]?[0]?.string ?? "", providers[0][0]?[1]?.string ?? "")
        let provider = client.object(DaemonUnderTest.busName, path, DaemonUnderTest.busName + ".Provider")
        try client.emit(
            DaemonUnderTest.managerPath, DaemonUnderTest.busName, "PerformEndCallAction",
            [
                .string(identifier), .string(uuid("F")), .string(uuid(call)),
                .options(["Transaction": .string(uuid("E")), "Deadline": .uint64(0)]),
            ], to: provider.get("BusName").string)
    }

    /// The properties of a call that changed when it ended.
    func end(of call: String) throws -> DBusValue? {
        try client.waitForSignal("PropertiesChanged") {
            $0.path == path(call) && $0.arguments[1]["HasEnded"]?.bool == true
        }.arguments[1]
    }

    /// The existing calls and their states: `A active, B held`.
    func calls() throws -> String {
        let reply = try client.call(
            DaemonUnderTest.busName, DaemonUnderTest.managerPath, DaemonUnderTest.busName, "ListCalls")
        let calls = (reply.first?.elements ?? []).map { call in
            "\((call[0]?.string ?? "").prefix(1).uppercased()) \(call[4]?.string ?? "")"
        }
        return calls.sorted().joined(separator: ", ")
    }

    private func entry(_ words: [Substring]) -> [String: DBusValue] {
        var entry: [String: DBusValue] = ["Call": .string(uuid(words[1]))]
        switch words[0] {
        case "answer": entry["Action"] = "answer-call"
        case "end": entry["Action"] = "end-call"
        case "hold", "resume":
            entry["Action"] = "set-held"
            entry["OnHold"] = .bool(words[0] == "hold")
        case "group":
            entry["Action"] = "set-group"
            entry["GroupWith"] = .string(uuid(words[2]))
        case "ungroup":
            entry["Action"] = "set-group"
            entry["GroupWith"] = ""
        default: entry["Action"] = .string(String(words[0]))
        }
        return entry
    }

    private func uuid(_ call: some StringProtocol) -> String {
        [8, 4, 4, 4, 12].map { String(repeating: call.lowercased(), count: $0) }.joined(separator: "-")
    }

    private func path(_ call: String) -> String {
        DaemonUnderTest.managerPath + "/calls/" + uuid(call).replacing("-", with: "_")
    }
}

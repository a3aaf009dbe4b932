// SPDX-License-Identifier: MIT

import BusTesting

/// A stand-in for a notification server, for what dunst does not do: closing a notification in spite of `resident`, as
/// Xfce and MATE do, Wayland activation tokens, and unusual orders of messages.
final class ServerStandIn {
    private static let path = "/org/freedesktop/Notifications"
    private static let name = "org.freedesktop.Notifications"
    private let client: BusClient
    private let product: String
    private var information: [DBusValue] { [.string(product), "", "1", "1.2"] }
    private var lastID: UInt32 = 0
    private var open: Set<UInt32> = []

    /// `product` is the name that the server reports.
    init(_ product: String = "Stand-in", on bus: BusDaemon) throws {
        self.product = product
        client = try BusClient(address: bus.address)
        try client.requestName(Self.name)
    }

    /// Reports its abilities to an agent that has just started or has just found the server.
    func introduce(_ capabilities: [String] = ["actions", "body"]) throws {
        var call = try client.waitForCall("GetCapabilities")
        // An agent may ask twice, and the second question of one that was killed may wait here.
        while try client.callBus("NameHasOwner", .string(call.sender ?? "")).first != .bool(true) {
            call = try client.waitForCall("GetCapabilities")
        }
        try client.reply(to: call, [.strings(capabilities)])
        try client.reply(to: try client.waitForCall("GetServerInformation"), information)
    }

    /// Waits for the next notification and accepts it. `pressing` is a button that the user presses on the replaced one
    /// before the agent gets the reply.
    func next(pressing key: String? = nil) throws -> Shown {
        try take(try client.waitForCall("Notify"), pressing: key)
    }

    private func take(_ call: BusMessage, pressing key: String? = nil) throws -> Shown {
        let replaced = UInt32(call.arguments[1].int ?? 0)
        let isNew = !open.contains(replaced)
        if isNew { lastID += 1 }
        let id = isNew ? lastID : replaced
        open.insert(id)
        let shown = Shown(id: id, isNew: isNew, call: call)
        if let key {
            try emit("ActionInvoked", id, .string(shown.key(key)), to: shown)
            try client.reply(to: try client.waitForCall("GetServerInformation"), information)
        }
        try client.reply(to: call, [.uint32(id)])
        return shown
    }

    /// Accepts the next notification after the user has dismissed `shown`.
    @discardableResult
    func next(dismissing shown: Shown) throws -> Shown {
        let call = try client.waitForCall("Notify")
        try dismiss(shown)
        return try take(call)
    }

    /// The next notification that fits. The notifications before it are accepted too.
    func next(where fits: (Shown) -> Bool) throws -> Shown {
        while true {
            let shown = try next()
            if fits(shown) { return shown }
        }
    }

    /// Waits until the agent closes that notification.
    func waitForClose(_ shown: Shown) throws {
        try client.reply(to: try client.waitForCall("CloseNotification") { $0.arguments == [.uint32(shown.id)] })
        open.remove(shown.id)
    }

    /// Waits until the agent closes a notification; its id.
    func waitForClose() throws -> UInt32? {
        let call = try client.waitForCall("CloseNotification")
        try client.reply(to: call)
        return call.arguments.first?.int.map { UInt32($0) }
    }

    /// Whether the agent has asked for a notification, or for the end of one, up to now.
    func isAsked() throws -> Bool { try client.hasCalls(of: "Notify", "CloseNotification") }

    /// Presses a button. `closing`: the server then closes the notification.
    func press(_ button: String, of shown: Shown, token: String? = nil, closing: Bool = false) throws {
        try tell(shown.key(button), of: shown, token: token, closing: closing)
    }

    /// Tells of a press of that very key, which may be that of another program's notification in the place of this one.
    func tell(_ key: String, of shown: Shown, token: String? = nil, closing: Bool = false) throws {
        if let token { try emit("ActivationToken", shown.id, .string(token), to: shown) }
        try emit("ActionInvoked", shown.id, .string(key), to: shown)
        if closing { try dismiss(shown) }
        try client.reply(to: try client.waitForCall("GetServerInformation"), information)
    }

    /// A click beside the buttons, as MATE tells it also if no default action was offered. Returns when the agent
    /// knows.
    func click(_ shown: Shown, _ button: String = "default") throws {
        try emit("ActionInvoked", shown.id, .string(shown.key(button)), to: shown)
        try client.call(shown.call.sender ?? "", "/", "org.freedesktop.DBus.Peer", "Ping")
    }

    /// Closes a notification, and returns when the agent knows. Reason 2 = the user dismissed it, 1 = it has expired,
    /// 3 = a program closed it.
    func dismiss(_ shown: Shown, reason: UInt32 = 2) throws {
        open.remove(shown.id)
        try emit("NotificationClosed", shown.id, .uint32(reason), to: shown)
        try client.call(shown.call.sender ?? "", "/", "org.freedesktop.DBus.Peer", "Ping")
    }

    private func emit(_ signal: String, _ id: UInt32, _ value: DBusValue, to shown: Shown) throws {
        try client.emit(Self.path, Self.name, signal, [.uint32(id), value], to: shown.call.sender)
    }

    struct Shown {
        let id: UInt32
        /// False if it replaces another one.
        let isNew: Bool
        let call: BusMessage

        var icon: String { call.arguments[2].string ?? "" }
        var summary: String { call.arguments[3].string ?? "" }
        var body: String { call.arguments[4].string ?? "" }
        /// The names of the buttons, each with its label.
        var actions: [String] { words.enumerated().map { $0.isMultiple(of: 2) ? $1.nameOfKey : $1 } }
        private var words: [String] { call.arguments[5].strings ?? [] }
        var urgency: DBusValue? { call.arguments[6]["urgency"] }

        /// The key of a button by its name; the name itself if there is no such button.
        func key(_ button: String) -> String { words.first { $0.nameOfKey == button } ?? button }
    }
}

extension String {
    /// The name of a button by the key of its action, which ends with a random word of the agent.
    var nameOfKey: String { String(prefix { $0 != "." }) }
}

// SPDX-License-Identifier: MIT

import SDBus

/// The desktop's notification server. It may come, go and be another one at any time.
final class NotificationServer {
    private static let name = "org.freedesktop.Notifications"
    private static let path = "/org/freedesktop/Notifications"

    /// What the server can do, and what it is.
    struct Traits: Hashable {
        var capabilities: Set<String> = []
        var name = ""

        /// The click that a notification answers to where there are no buttons: dunst and mako take actions, and show
        /// none of them. Nil: there are buttons.
        var click: Click? {
            guard capabilities.contains("actions") else { return nil }
            return switch name.lowercased() {
            case "dunst": .middle
            case "mako": .left
            default: nil
            }
        }
        /// dunst reads it also where it is not set to and does not say so.
        var readsMarkup: Bool { capabilities.contains("body-markup") || name.lowercased() == "dunst" }
    }

    enum Click {
        case left, middle
    }

    enum Event {
        case pressed(UInt32, String)
        case closed(UInt32)
        /// The server has gone, and all its notifications with it.
        case lost
        /// What the server can do is known now.
        case found
    }

    /// Nil until the server has said it.
    private(set) var traits: Traits?
    private let connection: BusConnection
    private let log: (String) -> Void
    private var slots: [BusSlot] = []
    private var tell: (Event) -> Void = { _ in }

    init(_ connection: BusConnection, log: @escaping (String) -> Void) {
        self.connection = connection
        self.log = log
    }

    /// With the sender in the match: on GNOME another process broadcasts the same signals.
    func begin(_ tell: @escaping (Event) -> Void) throws(BusError) {
        self.tell = tell
        slots = [
            try connection.onSignal(from: Self.name, path: Self.path, interface: Self.name) { [unowned self] in
                heard($0)
            },
            try connection.watchName(Self.name) { [unowned self] owner in
                traits = nil
                tell(.lost)
                if owner != nil { ask() }
            },
        ]
        // Started by the bus when somebody calls.
        if try connection.owner(of: Self.name) != nil { ask() }
    }

    /// Starts a server if there is none yet, and finds out what it can do.
    func ask() {
        call("GetCapabilities") { [unowned self] reply in
            guard let capabilities = try? reply.get().read([String].self) else { return }
            call("GetServerInformation") { [unowned self] reply in
                traits = Traits(capabilities: Set(capabilities), name: (try? reply.get().read(String.self)) ?? "")
                tell(.found)
            }
        }
    }

    /// Shows or replaces a notification. The answer is its id, or nil.
    func show(
        _ id: UInt32, icon: String, summary: String, body: String, actions: [String], hints: [String: Variant],
        then completion: @escaping (UInt32?) -> Void
    ) {
        let target = CallTarget(Self.name, Self.path, Self.name, "Notify")
        do throws(BusError) {
            try connection.callAsync(
                target, "MonkeyCall", id, icon, summary, body, actions, hints, Int32(0)
            ) { [log] reply in
                if case .failure(let error) = reply { log("Notify: \(error.message)") }
                completion(try? reply.get().read(UInt32.self))
            }
        } catch {
            log("Notify: \(error.message)")
            completion(nil)
        }
    }

    /// Not an error where it is closed already.
    func close(_ id: UInt32) {
        let target = CallTarget(Self.name, Self.path, Self.name, "CloseNotification")
        _ = try? connection.callAsync(target, id) { _ in }
    }

    private func call(_ member: String, then completion: @escaping (Result<Message, BusError>) -> Void) {
        _ = try? connection.callAsync(CallTarget(Self.name, Self.path, Self.name, member), completion: completion)
    }

    private func heard(_ signal: Message) {
        switch signal.member {
        case "ActionInvoked":
            if let (id, key) = try? signal.read(UInt32.self, String.self) { tell(.pressed(id, key)) }
        case "NotificationClosed":
            if let (id, _) = try? signal.read(UInt32.self, UInt32.self) { tell(.closed(id)) }
        default: break
        }
    }
}

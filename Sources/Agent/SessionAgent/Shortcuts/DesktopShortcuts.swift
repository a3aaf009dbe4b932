// SPDX-License-Identifier: MIT

import AgentSettings
import CallClient
package import SDBus

/// Asks the desktop for the user's keys, if the user wants that, and requests what they mean.
package final class DesktopShortcuts: Neighbour {
    private let service: CallServiceClient
    private let connect: () throws(BusError) -> BusConnection
    private let log: Log
    private var isWanted = false
    /// Exists while the user wants keys, so that an agent without them has no connection for them.
    private var portal: ShortcutPortal?
    private var keys = ShortcutKeys()
    private var state = DesktopState()

    /// `connect` makes a connection to the session bus: a portal takes the id of a program once for each connection.
    package init(
        _ service: CallServiceClient, log: Log, connect: @escaping () throws(BusError) -> BusConnection
    ) {
        (self.service, self.log, self.connect) = (service, log, connect)
    }

    package func follow(_ state: DesktopState) {
        self.state = state
        guard state.settings.shortcutKeys != isWanted else { return }
        isWanted = state.settings.shortcutKeys
        guard isWanted else {
            handle(.lost)
            // The portal ends the session with its connection.
            return portal = nil
        }
        do throws(BusError) {
            let portal = ShortcutPortal(try connect(), log: log) { [unowned self] in handle($0) }
            try portal.begin()
            self.portal = portal
        } catch {
            log("the desktop cannot be asked for keys", error)
        }
    }

    private func handle(_ event: ShortcutKeys.Event) {
        for effect in keys.handle(event, in: state) { service.press(effect.button, of: effect.call, in: state) }
    }
}

/// A session of `org.freedesktop.portal.GlobalShortcuts`. The desktop asks the user which keys these are, and remembers
/// the answer.
final class ShortcutPortal {
    private static let interface: InterfaceName = "org.freedesktop.portal.GlobalShortcuts"

    private let portal: RemoteName
    private let log: Log
    private let happened: (ShortcutKeys.Event) -> Void
    private var slots: [BusSlot] = []
    /// The request that waits for the user or for the portal, and what follows it.
    private var request: (path: String, body: ([String: Variant]) -> Void)?
    /// Nil before the portal has made one.
    private var session: ObjectPath?
    private var count = 0

    init(_ connection: BusConnection, log: Log, _ happened: @escaping (ShortcutKeys.Event) -> Void) {
        portal = RemoteName(DesktopPortal.name, on: connection)
        (self.log, self.happened) = (log, happened)
    }

    /// Follows the portal, and never starts it: a portal that starts too early misses its desktop.
    func begin() throws(BusError) {
        slots = [
            try portal.onSignal(path: DesktopPortal.path, interface: Self.interface) { [unowned self] in received($0) },
            try portal.onSignal(interface: "org.freedesktop.portal.Request", member: "Response") { [unowned self] in
                answered($0)
            },
            try portal.onSignal(interface: "org.freedesktop.portal.Session", member: "Closed") { [unowned self] in
                if $0.path == session { end() }
            },
        ]
        try portal.begin { [unowned self] owner in
            end()
            if owner != nil { register() }
        }
    }

    private func end() {
        (request, session) = (nil, nil)
        happened(.lost)
    }

    /// A portal without this interface knows the program by its unit.
    private func register() {
        portal.registerAtPortal { [unowned self] _ in createSession() }
    }

    private func createSession() {
        let token = newToken()
        let options: [String: Variant] = ["handle_token": .string(token), "session_handle_token": .string(token)]
        wait(for: token) { [unowned self] results in
            // The first portals tell it as a text.
            let handle = results["session_handle"]
            guard let path = handle?.string.flatMap({ ObjectPath($0) }) ?? handle?.path else { return }
            session = path
            bind(path)
        }
        portal.ask(DesktopPortal.path, Self.interface, "CreateSession", options) { [unowned self] in refused($0) }
    }

    private func bind(_ session: ObjectPath) {
        let token = newToken()
        let keys = ShortcutKey.allCases.map { key in
            Fields(key.rawValue, ["description": Variant.string(key.words)])
        }
        wait(for: token) { _ in }
        portal.ask(
            DesktopPortal.path, Self.interface, "BindShortcuts", session, keys, "",
            ["handle_token": Variant.string(token)]
        ) { [unowned self] in refused($0) }
    }

    private func refused(_ reply: Result<Message, BusError>) {
        guard case .failure(let error) = reply else { return }
        log("the desktop has no keys for calls; bind keys to monkeycall in its settings", error)
        end()
    }

    // MARK: Answers

    private func newToken() -> String {
        count += 1
        return "monkeycall\(count)"
    }

    /// Every request has its own object, whose path the caller knows before it asks.
    private func wait(for token: String, then body: @escaping ([String: Variant]) -> Void) {
        let name = (try? portal.connection.uniqueName) ?? ""
        let sender = String(name.dropFirst().map { $0 == "." ? "_" : $0 })
        request = ("\(DesktopPortal.path)/request/\(sender)/\(token)", body)
    }

    private func answered(_ signal: Message) {
        guard let request, signal.path.text == request.path,
            let (code, results) = try? signal.read(UInt32.self, [String: Variant].self)
        else { return }
        self.request = nil
        guard code == 0 else { return log("the user or the desktop refuses keys for calls") }
        request.body(results)
    }

    private func received(_ signal: Message) {
        guard let (path, id) = try? signal.read(ObjectPath.self, String.self), path == session,
            let key = ShortcutKey(rawValue: id)
        else { return }
        switch signal.member {
        case "Activated": happened(.pressed(key))
        case "Deactivated": happened(.released(key))
        default: break
        }
    }
}

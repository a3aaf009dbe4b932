// SPDX-License-Identifier: MIT

import SDBus

/// Do-not-disturb of the notification servers that have it: KDE's, dunst and mako.
///
/// Each has another interface, so the agent asks a server for all three, once; a server knows at most one. KDE and
/// dunst signal a change with the new value. mako since 1.10 signals only that there is a new one, so the agent asks
/// for it. mako 1.7 signals nothing: the agent asks it when it matters, and when a client has left the bus, because
/// `makoctl` leaves right after it has changed the mode.
final class ServerSwitch {
    private static let makoPath: ObjectPath = "/fr/emersion/Mako"

    /// The modes that mako's manual uses for it; a mode can be any word.
    private static let modes: Set = ["do-not-disturb", "dnd"]

    private struct Interface {
        let reason: QuietReason
        let path: ObjectPath
        let name: InterfaceName
        let property: String
    }

    private static let interfaces = [
        Interface(
            reason: .kde, path: FreedesktopNotifications.path, name: FreedesktopNotifications.interface,
            property: "Inhibited"),
        Interface(
            reason: .dunst, path: FreedesktopNotifications.path, name: "org.dunstproject.cmd0", property: "paused"),
        Interface(reason: .mako, path: makoPath, name: "fr.emersion.Mako", property: "Modes"),
    ]

    private(set) var isOn: QuietReason?
    /// The agent never starts a server for this.
    private let server: RemoteName
    private var slot: BusSlot?
    /// Watches clients that leave the bus; only for a mako without signals.
    private var departures: BusSlot?
    /// Whether a question to a mako without signals waits for its answer.
    private var isAsking = false
    /// Wait for the answer to the next question; nil if the present one is enough.
    private var next: [() -> Void]?
    private var changed: () -> Void = {}

    init(_ connection: BusConnection) { server = RemoteName(FreedesktopNotifications.name, on: connection) }

    func begin(_ changed: @escaping () -> Void) throws(BusError) {
        self.changed = changed
        slot = try server.onSignal(interface: StandardInterface.properties, member: "PropertiesChanged") {
            [unowned self] in received($0)
        }
        try server.begin { [unowned self] in found($0) }
    }

    /// Asks a server that does not signal changes. Calls `completion` after the answer, or at once if there is no such
    /// server.
    func refresh(_ completion: @escaping () -> Void) {
        guard departures != nil else { return completion() }
        askMako([completion])
    }

    private func found(_ owner: String?) {
        (departures, isAsking, next) = (nil, false, nil)
        set(nil)
        guard owner != nil else { return }
        for interface in Self.interfaces {
            ask(interface) { [unowned self] in
                if interface.reason == .mako { askMako([{ [unowned self] in watchDepartures() }]) }
            }
        }
    }

    /// Asks for the present value. Calls `isMissing` if the server does not have the property.
    private func ask(_ interface: Interface, isMissing: @escaping () -> Void = {}) {
        server.get(interface.property, interface.path, interface.name) { [unowned self] value in
            if let value { take(value, interface.reason) } else { isMissing() }
        }
    }

    private func watchDepartures() {
        departures = try? server.connection.watchDepartures { [unowned self] _ in askMako() }
    }

    /// One question at a time: any number of departures until its answer need one more.
    private func askMako(_ completions: [() -> Void] = []) {
        guard !isAsking else {
            next = (next ?? []) + completions
            return
        }
        isAsking = true
        // None comes from a server that has gone.
        server.ask(Self.makoPath, "fr.emersion.Mako", "ListModes") { [unowned self] reply in
            isAsking = false
            if let modes = try? reply.get().read([String].self) {
                take(.strings(modes), .mako)
                for completion in completions { completion() }
            }
            guard let next else { return }
            self.next = nil
            askMako(next)
        }
    }

    private func received(_ signal: Message) {
        guard let (name, values, invalidated) = try? signal.read(String.self, [String: Variant].self, [String].self),
            let interface = Self.interfaces.first(where: { $0.name.text == name && $0.path == signal.path })
        else { return }
        if let value = values[interface.property] {
            take(value, interface.reason)
        } else if invalidated.contains(interface.property) {
            ask(interface)
        }
    }

    private func take(_ value: Variant, _ reason: QuietReason) {
        let isOn = value.bool ?? value.strings.map { !Self.modes.isDisjoint(with: $0) } ?? false
        // A server may have several of the interfaces: one that is off does not change another that is on.
        if isOn { set(reason) } else if self.isOn == reason { set(nil) }
    }

    private func set(_ reason: QuietReason?) {
        guard reason != isOn else { return }
        isOn = reason
        changed()
    }
}

/// The switches of do-not-disturb: our own, and those of desktops. If several are on, the first one counts.
package enum QuietReason: String, CaseIterable {
    case user, gnome, kde, dunst, mako
}

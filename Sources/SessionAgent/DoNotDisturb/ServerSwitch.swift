// SPDX-License-Identifier: MIT

import SDBus

/// Do-not-disturb of the notification server, where it has that: KDE's, dunst's and mako's.
///
/// Each has another interface for it, so a server is asked for all three, once, and knows at most one. KDE, dunst and newer
/// versions of mako say when it changes. mako 1.7 does not: it is asked when a client has left the bus, as `makoctl` does
/// at once when it has changed the mode, and when it matters.
final class ServerSwitch {
    private static let name = "org.freedesktop.Notifications"
    private static let path = "/org/freedesktop/Notifications"
    private static let makoPath = "/fr/emersion/Mako"

    /// The modes of mako that mean it, as its manual calls them; a mode is any word.
    private static let modes: Set = ["do-not-disturb", "dnd"]

    private struct Interface {
        let reason: QuietReason
        let path: String
        let name: String
        let property: String
    }

    private static let interfaces = [
        Interface(reason: .kde, path: path, name: "org.freedesktop.Notifications", property: "Inhibited"),
        Interface(reason: .dunst, path: path, name: "org.dunstproject.cmd0", property: "paused"),
        Interface(reason: .mako, path: makoPath, name: "fr.emersion.Mako", property: "Modes"),
    ]

    private(set) var isOn: QuietReason?
    private let connection: BusConnection
    private var slots: [BusSlot] = []
    /// The server's unique name: it is never started for this, and nobody else is believed.
    private var owner: String?
    /// Somebody leaves the bus; only where the server is a mako that says nothing.
    private var departures: BusSlot?
    private var changed: () -> Void = {}

    init(_ connection: BusConnection) { self.connection = connection }

    func begin(_ changed: @escaping () -> Void) throws(BusError) {
        self.changed = changed
        slots = [
            try connection.watchName(Self.name) { [unowned self] in found($0) },
            try connection.onSignal(
                from: Self.name, interface: StandardInterface.properties, member: "PropertiesChanged"
            ) { [unowned self] in heard($0) },
        ]
        if let owner = try connection.owner(of: Self.name) { found(owner) }
    }

    /// Asks a server that does not say when it changes. `completion` is called when it has answered; at once where there is
    /// nobody to ask.
    func refresh(_ completion: @escaping () -> Void) {
        guard departures != nil else { return completion() }
        askMako(completion)
    }

    private func found(_ owner: String?) {
        (self.owner, departures) = (owner, nil)
        set(nil)
        guard owner != nil else { return }
        for interface in Self.interfaces {
            call(interface.path, StandardInterface.properties, "Get", interface.name, interface.property) {
                [unowned self] in
                if let value = try? $0?.read(Variant.self) {
                    take(value, interface.reason)
                } else if interface.reason == .mako {
                    askMako { [unowned self] in watchDepartures() }
                }
            }
        }
    }

    private func watchDepartures() { departures = try? connection.watchDepartures { [unowned self] _ in askMako {} } }

    private func askMako(_ completion: @escaping () -> Void) {
        call(Self.makoPath, "fr.emersion.Mako", "ListModes") { [unowned self] in
            guard let modes = try? $0?.read([String].self) else { return }
            take(.strings(modes), .mako)
            completion()
        }
    }

    private func heard(_ signal: Message) {
        guard signal.sender == owner,
            let (name, values) = try? signal.read(String.self, [String: Variant].self),
            let interface = Self.interfaces.first(where: { $0.name == name && $0.path == signal.path }),
            let value = values[interface.property]
        else { return }
        take(value, interface.reason)
    }

    private func take(_ value: Variant, _ reason: QuietReason) {
        let isOn = value.bool ?? value.strings.map { !Self.modes.isDisjoint(with: $0) } ?? false
        // A server may have several of the interfaces; the one that is off takes nothing away from another.
        if isOn { set(reason) } else if self.isOn == reason { set(nil) }
    }

    private func set(_ reason: QuietReason?) {
        guard reason != isOn else { return }
        isOn = reason
        changed()
    }

    /// The answer is nil where it is an error: then it is another server's interface.
    private func call<each Argument: BusValue>(
        _ path: String, _ interface: String, _ member: String, _ arguments: repeat each Argument,
        answered: @escaping (Message?) -> Void
    ) {
        guard let owner else { return }
        _ = try? connection.callAsync(CallTarget(owner, path, interface, member), repeat each arguments) {
            [unowned self] in
            // There may be another server by now.
            if owner == self.owner { answered(try? $0.get()) }
        }
    }
}

// SPDX-License-Identifier: MIT

import CallContract
import ConfigurationText
import Glibc
import SDBus

/// Do-not-disturb of the notification servers that have it: KDE's, dunst, mako, swaync, and those of Xfce and COSMIC.
///
/// Each has another interface, so the agent asks a server for all, once; a server knows at most one. KDE and dunst
/// signal a change with the new value. swaync signals it with everything else, so the agent asks again. mako since 1.10
/// signals only that there is a new one, so the agent asks for it. mako 1.7 signals nothing: the agent asks it when it
/// matters, and when a client has left the bus, because `makoctl` leaves right after it has changed the mode. The
/// servers of Xfce and COSMIC obey the settings of their desktops, which count while such a server runs.
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
    private var swaync: BusSlot?
    private let xfce: XfceSetting
    private let cosmic: CosmicSetting
    /// Watches clients that leave the bus; only for a mako without signals.
    private var departures: BusSlot?
    /// Whether a question to a mako without signals waits for its answer.
    private var isAsking = false
    /// Wait for the answer to the next question; nil if the present one is enough.
    private var next: [() -> Void]?
    private var changed: () -> Void = {}

    init(_ connection: BusConnection, _ loop: EventLoop) {
        server = RemoteName(FreedesktopNotifications.name, on: connection)
        (xfce, cosmic) = (XfceSetting(connection), CosmicSetting(loop))
    }

    func begin(_ changed: @escaping () -> Void) throws(BusError) {
        self.changed = changed
        slot = try server.onSignal(interface: StandardInterface.properties, member: "PropertiesChanged") {
            [unowned self] in received($0)
        }
        swaync = try server.onSignal(path: Self.swayncPath, interface: Self.swayncName) { [unowned self] _ in
            askSwaync()
        }
        try xfce.begin { [unowned self] in take(.bool($0), .xfce) }
        cosmic.changed = { [unowned self] in take(.bool($0), .cosmic) }
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
        for setting in [xfce, cosmic] as [any ServerSetting] { setting.follow(false) }
        guard let owner else { return }
        RemoteLife(owner, on: server.connection).askProgram { [unowned self] program in
            guard server.owner == owner else { return }
            xfce.follow(program == XfceSetting.server)
            cosmic.follow(program == CosmicSetting.server)
        }
        askSwaync()
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

    private static let swayncPath: ObjectPath = "/org/erikreider/swaync/cc"
    private static let swayncName: InterfaceName = "org.erikreider.swaync.cc"

    private func askSwaync() {
        server.ask(Self.swayncPath, Self.swayncName, "GetDnd") { [unowned self] reply in
            if let isOn = try? reply.get().read(Bool.self) { take(.bool(isOn), .swaync) }
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
        guard let changes = PropertyChanges(signal),
            let interface = Self.interfaces.first(where: {
                $0.name.text == changes.interface && $0.path == signal.path
            })
        else { return }
        if let value = changes.values[interface.property] {
            take(value, interface.reason)
        } else if changes.invalidated.contains(interface.property) {
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

/// A setting of a desktop that its notification server obeys.
private protocol ServerSetting: AnyObject {
    /// Whether that server runs, so that the setting counts.
    func follow(_ isServed: Bool)
}

/// That of Xfce, which its service for settings (xfconf) keeps.
private final class XfceSetting: ServerSetting {
    static let server = "xfce4-notifyd"
    private static let path: ObjectPath = "/org/xfce/Xfconf"
    private static let interface: InterfaceName = "org.xfce.Xfconf"
    private static let channel = "xfce4-notifyd"
    private static let property = "/do-not-disturb"

    private let service: RemoteName
    private var slot: BusSlot?
    private var isServed = false
    private var changed: (Bool) -> Void = { _ in }

    init(_ connection: BusConnection) { service = RemoteName("org.xfce.Xfconf", on: connection) }

    func begin(_ changed: @escaping (Bool) -> Void) throws(BusError) {
        self.changed = changed
        // PropertyChanged and PropertyRemoved.
        slot = try service.onSignal(path: Self.path, interface: Self.interface) { [unowned self] signal in
            if let (channel, property) = try? signal.read(String.self, String.self), channel == Self.channel,
                property == Self.property
            {
                ask()
            }
        }
        try service.begin(skipsGaps: true) { [unowned self] owner in
            if owner != nil { ask() } else if isServed { self.changed(false) }
        }
    }

    func follow(_ isServed: Bool) {
        self.isServed = isServed
        ask()
    }

    /// A setting that was never made has no value.
    private func ask() {
        guard isServed else { return }
        service.ask(Self.path, Self.interface, "GetProperty", Self.channel, Self.property) { [unowned self] reply in
            if isServed { changed((try? reply.get().read(Variant.self))?.bool == true) }
        }
    }
}

/// That of COSMIC, which is a file.
private final class CosmicSetting: ServerSetting {
    static let server = "cosmic-notifications"
    private static let file = "do_not_disturb"

    var changed: (Bool) -> Void = { _ in }
    private let loop: EventLoop
    private var watch: FolderWatch?

    init(_ loop: EventLoop) { self.loop = loop }

    func follow(_ isServed: Bool) {
        guard isServed, let folder = Self.folder else { return watch = nil }
        watch = try? loop.watch(folder: folder) { [unowned self] change in
            switch change {
            case .changed(Self.file), .removed(Self.file), .lost: look(in: folder)
            case .created, .changed, .removed: break
            }
        }
        look(in: folder)
    }

    private func look(in folder: String) {
        let text = try? TextFile.read(folder + "/" + Self.file, owner: geteuid())
        changed(text?.hasPrefix("true") == true)
    }

    private static var folder: String? {
        func variable(_ name: String) -> String? {
            getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
        }
        let home = variable("XDG_CONFIG_HOME") ?? variable("HOME").map { $0 + "/.config" }
        return home.map { $0 + "/cosmic/com.system76.CosmicNotifications/v1" }
    }
}

extension QuietReason {
    /// Whether the server then shows nothing, not even what is urgent. mako's configuration says what its modes hide.
    var hidesNotifications: Bool {
        switch self {
        case .dunst, .mako, .mate, .cosmic: true
        // The switch is ours, or the server shows what is urgent.
        case .user, .gnome, .kde, .xfce, .swaync, .elementary, .cinnamon: false
        }
    }
}

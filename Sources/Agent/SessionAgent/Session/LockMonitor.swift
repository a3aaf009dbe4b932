// SPDX-License-Identifier: MIT

package import SDBus

/// Whether the screen is locked: as logind knows it, or else as a screen saver says, because not every screen saver
/// tells logind.
package final class LockMonitor {
    private let savers: [ScreenSaverMonitor]
    private let login: LoginSessionMonitor?
    private var isLocked = false
    private var changed: (Bool) -> Void = { _ in }

    /// `id` is the login session; nil for the session of this process or of its user's desktop.
    package init(session: BusConnection, system: BusConnection?, id: String?) {
        savers = ["freedesktop", "gnome"].map { ScreenSaverMonitor(session, $0) }
        login = system.map { LoginSessionMonitor($0, id) }
    }

    /// Calls `changed` with each change. The first value is false.
    package func begin(_ changed: @escaping (_ isLocked: Bool) -> Void) throws(BusError) {
        self.changed = changed
        for saver in savers { try saver.begin { [unowned self] in look() } }
        try login?.begin { [unowned self] in look() }
    }

    private func look() {
        let isLocked = login?.isLocked == true || savers.contains { $0.isActive }
        guard isLocked != self.isLocked else { return }
        self.isLocked = isLocked
        changed(isLocked)
    }
}

/// Asks a screen saver, if one runs.
private final class ScreenSaverMonitor {
    private(set) var isActive = false
    private let saver: RemoteName
    private let path: ObjectPath
    private let interface: InterfaceName
    private var slot: BusSlot?
    private var changed: () -> Void = {}

    init(_ session: BusConnection, _ desktop: String) {
        saver = RemoteName(BusName(trusted: "org.\(desktop).ScreenSaver"), on: session)
        path = ObjectPath(trusted: "/org/\(desktop)/ScreenSaver")
        interface = InterfaceName(trusted: "org.\(desktop).ScreenSaver")
    }

    func begin(_ changed: @escaping () -> Void) throws(BusError) {
        self.changed = changed
        slot = try saver.onSignal(interface: interface, member: "ActiveChanged") { [unowned self] signal in
            if let isActive = try? signal.read(Bool.self) { set(isActive) }
        }
        try saver.begin { [unowned self] owner in
            if owner != nil { ask() } else if !saver.isReplaced { set(false) }
        }
    }

    private func ask() {
        saver.call(path, interface, "GetActive") { [unowned self] reply in
            if let isActive = try? reply.get().read(Bool.self) { set(isActive) }
        }
    }

    private func set(_ isActive: Bool) {
        self.isActive = isActive
        changed()
    }
}

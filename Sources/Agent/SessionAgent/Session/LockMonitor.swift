// SPDX-License-Identifier: MIT

import Glibc
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
        try saver.begin(skipsGaps: true) { [unowned self] owner in if owner != nil { ask() } else { set(false) } }
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

/// Follows the lock of one login session at logind.
final class LoginSessionMonitor {
    private(set) var isLocked = false
    private let logind: RemoteName
    private let id: String?
    private var newSessions: BusSlot?
    /// The changes of the session.
    private var changes: BusSlot?
    private var changed: () -> Void = {}
    /// The object of the session; nil until it is found.
    private var followed: ObjectPath?
    /// Whether a question about the lock waits for its answer, and whether the lock may have changed since it was sent.
    private var isAsking = false
    private var isOld = false

    private static let root: ObjectPath = "/org/freedesktop/login1"
    private static let manager: InterfaceName = "org.freedesktop.login1.Manager"

    init(_ system: BusConnection, _ id: String?) {
        logind = RemoteName("org.freedesktop.login1", on: system)
        self.id = id
    }

    func begin(_ changed: @escaping () -> Void) throws(BusError) {
        self.changed = changed
        // The desktop's session may begin after this process.
        newSessions = try logind.onSignal(
            path: Self.root, interface: Self.manager, member: "SessionNew"
        ) { [unowned self] _ in if changes == nil { find() } }
        // A restarted logind knows the same sessions.
        try logind.begin { [unowned self] owner in
            isAsking = false
            if owner != nil { find() }
        }
        // The question starts logind.
        if logind.owner == nil { find() }
    }

    // MARK: The session

    /// The named session, or else that of this process, or else the user's graphical session, because a user service is
    /// in no session.
    private func find() {
        if let id, !id.isEmpty { return ask("GetSession", id) { [unowned self] in if let path = $0 { follow(path) } } }
        ask("GetSessionByPID", UInt32(getpid())) { [unowned self] path in
            if let path { return follow(path) }
            ask("GetUser", geteuid()) { [unowned self] path in if let path { findDisplay(of: path) } }
        }
    }

    private func ask(
        _ member: MemberName, _ argument: some BusValue, then completion: @escaping (ObjectPath?) -> Void
    ) {
        logind.call(Self.root, Self.manager, member, argument, starts: true) { reply in
            completion(try? reply.get().read(ObjectPath.self))
        }
    }

    private func findDisplay(of user: ObjectPath) {
        logind.get("Display", user, "org.freedesktop.login1.User") { [unowned self] display in
            guard let display = display?.structure, display.count == 2, let path = display[1].path, path != "/"
            else { return }
            follow(path)
        }
    }

    // MARK: Its lock

    private func follow(_ path: ObjectPath) {
        followed = path
        changes = try? logind.onSignal(
            path: path, interface: StandardInterface.properties, member: "PropertiesChanged"
        ) { [unowned self] _ in askAgain() }
        askAgain()
    }

    /// One question at a time: any number of changes until its answer need one more.
    private func askAgain() {
        guard let followed else { return }
        guard !isAsking else {
            isOld = true
            return
        }
        (isAsking, isOld) = (true, false)
        logind.get("LockedHint", followed, "org.freedesktop.login1.Session") { [unowned self] in
            isAsking = false
            if let isLocked = $0?.bool {
                self.isLocked = isLocked
                changed()
            }
            if isOld { askAgain() }
        }
    }
}

// SPDX-License-Identifier: MIT

import Glibc
import SDBus

/// Follows the lock of one login session at logind.
final class LoginSessionMonitor {
    private(set) var isLocked = false
    private let system: BusConnection
    private let id: String?
    private var slots: [BusSlot] = []
    private var slot: BusSlot?
    private var changed: () -> Void = {}

    private static let logind = "org.freedesktop.login1"
    private static let root = "/org/freedesktop/login1"
    private static let session = logind + ".Session"

    init(_ system: BusConnection, _ id: String?) {
        self.system = system
        self.id = id
    }

    func begin(_ changed: @escaping () -> Void) throws(BusError) {
        self.changed = changed
        // A restarted logind knows the same sessions.
        slots = [
            try system.watchName(Self.logind) { [unowned self] owner in if owner != nil { find() } },
            // The desktop's session may begin after this process.
            try system.onSignal(
                from: Self.logind, path: Self.root, interface: Self.logind + ".Manager", member: "SessionNew"
            ) { [unowned self] _ in if slot == nil { find() } },
        ]
        find()
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

    private func ask(_ member: String, _ argument: some BusValue, then completion: @escaping (String?) -> Void) {
        call(CallTarget(Self.logind, Self.root, Self.logind + ".Manager", member), argument) { reply in
            completion((try? reply.get().read(ObjectPath.self))?.text)
        }
    }

    private func findDisplay(of user: String) {
        get(user, Self.logind + ".User", "Display") { [unowned self] display in
            guard let display = display.structure, display.count == 2, let path = display[1].path?.text, path != "/"
            else { return }
            follow(path)
        }
    }

    // MARK: Its lock

    private func follow(_ path: String) {
        slot = try? system.onSignal(
            from: Self.logind, path: path, interface: StandardInterface.properties, member: "PropertiesChanged"
        ) { [unowned self] _ in askAgain(path) }
        askAgain(path)
    }

    /// Any process may send such a signal, so the agent only takes it as a reason to ask logind.
    private func askAgain(_ path: String) {
        get(path, Self.session, "LockedHint") { [unowned self] in take($0) }
    }

    private func take(_ isLocked: Variant?) {
        guard let isLocked = isLocked?.bool else { return }
        self.isLocked = isLocked
        changed()
    }

    private func get(_ path: String, _ interface: String, _ name: String, then completion: @escaping (Variant) -> Void)
    {
        call(CallTarget(Self.logind, path, StandardInterface.properties, "Get"), interface, name) { reply in
            if let value = try? reply.get().read(Variant.self) { completion(value) }
        }
    }

    /// Without logind only the screen saver answers.
    private func call<each Argument: BusValue>(
        _ target: CallTarget, _ arguments: repeat each Argument,
        then completion: @escaping (Result<Message, BusError>) -> Void
    ) {
        _ = try? system.callAsync(target, repeat each arguments, completion: completion)
    }
}

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
    /// The unique name of logind; nil while it does not run.
    private var owner: String?
    /// The object of the session; nil until it is found.
    private var followed: String?
    /// Whether a question about the lock waits for its answer, and whether the lock may have changed since it was sent.
    private var isAsking = false
    private var isOld = false

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
            try system.watchName(Self.logind) { [unowned self] owner in
                self.owner = owner
                if owner != nil { find() }
            },
            // The desktop's session may begin after this process.
            try system.onSignal(
                from: Self.logind, path: Self.root, interface: Self.logind + ".Manager", member: "SessionNew"
            ) { [unowned self] signal in if slot == nil, isFromLogind(signal) { find() } },
        ]
        owner = try system.owner(of: Self.logind)
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
            guard let display = display?.structure, display.count == 2, let path = display[1].path?.text, path != "/"
            else { return }
            follow(path)
        }
    }

    // MARK: Its lock

    private func follow(_ path: String) {
        followed = path
        slot = try? system.onSignal(
            from: Self.logind, path: path, interface: StandardInterface.properties, member: "PropertiesChanged"
        ) { [unowned self] signal in if isFromLogind(signal) { askAgain() } }
        askAgain()
    }

    /// Any program, also of another user, can send such a signal to this connection.
    private func isFromLogind(_ signal: Message) -> Bool { signal.sender == owner }

    /// One question at a time: any number of changes until its answer need one more.
    private func askAgain() {
        guard let followed else { return }
        guard !isAsking else {
            isOld = true
            return
        }
        (isAsking, isOld) = (true, false)
        get(followed, Self.session, "LockedHint") { [unowned self] in
            isAsking = false
            take($0)
            if isOld { askAgain() }
        }
    }

    private func take(_ isLocked: Variant?) {
        guard let isLocked = isLocked?.bool else { return }
        self.isLocked = isLocked
        changed()
    }

    private func get(_ path: String, _ interface: String, _ name: String, then completion: @escaping (Variant?) -> Void)
    {
        call(CallTarget(Self.logind, path, StandardInterface.properties, "Get"), interface, name) { reply in
            completion(try? reply.get().read(Variant.self))
        }
    }

    /// Without logind only the screen saver answers.
    private func call<each Argument: BusValue>(
        _ target: CallTarget, _ arguments: repeat each Argument,
        then completion: @escaping (Result<Message, BusError>) -> Void
    ) {
        do throws(BusError) {
            try system.callAsync(target, repeat each arguments, completion: completion)
        } catch {
            completion(.failure(error))
        }
    }
}

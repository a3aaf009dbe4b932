// SPDX-License-Identifier: MIT

/// The user of the active session of the local seat, whose calls modems carry and headsets show. If a greeter comes to
/// the front, the user stays as long as they are logged in.
package final class SeatUser {
    private static let seat = "seat0"
    /// nil while nobody is logged in.
    package private(set) var uid: UInt32?
    private var monitor: LoginMonitor?
    private var observers: [() -> Void] = []

    /// Follows the seat as long as this object lives. Without logind there is no user.
    package init(on loop: EventLoop) throws(BusError) {
        monitor = try LoginMonitor(on: loop, .all) { [unowned self] in update() }
        update()
    }

    /// A user that stays: for a machine without logind, and for the bridge of a user.
    package init(always uid: UInt32) { self.uid = uid }

    /// Calls `body` after each change.
    package func observe(_ body: @escaping () -> Void) {
        // A user that stays has no changes, and phones come and go.
        if monitor != nil { observers.append(body) }
    }

    private func update() {
        let present = uid.flatMap { LoginMonitor.isLoggedIn($0) ? $0 : nil }
        let next = LoginMonitor.activeUser(ofSeat: Self.seat) ?? present
        guard next != uid else { return }
        uid = next
        for body in observers { body() }
    }
}

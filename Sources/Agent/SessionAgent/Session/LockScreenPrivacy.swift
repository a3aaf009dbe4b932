// SPDX-License-Identifier: MIT

package import SDBus

/// Whether the desktop's own settings keep the contents of notifications from a locked screen: those of GNOME. Other
/// desktops have no such setting, and hide nothing.
package final class LockScreenPrivacy {
    private let session: BusConnection
    private let settings: [GnomeSetting]
    private var changed: (Bool) -> Void = { _ in }
    private var hides = false

    package init(_ session: BusConnection, _ loop: EventLoop, log: Log) {
        self.session = session
        settings = [GnomeSetting.Key.showInLockScreen, .detailsInLockScreen].map {
            GnomeSetting($0, session, loop, log: log)
        }
    }

    /// Calls `changed` with each change. The first value is false.
    package func begin(_ changed: @escaping (_ hidesDetails: Bool) -> Void) throws(BusError) {
        self.changed = changed
        for setting in settings { try setting.begin { [unowned self] in look() } }
    }

    /// Until a value is known, it hides.
    private func look() {
        let hides = settings.contains { setting in
            setting.value != true && setting.owner.map { !isPhosh($0) } == true
        }
        guard hides != self.hides else { return }
        self.hides = hides
        changed(hides)
    }

    /// phosh has the bus name of GNOME Shell. It shows the title of each notification on its locked screen, whatever
    /// these settings are.
    private func isPhosh(_ owner: String) -> Bool {
        guard let process = try? session.peer(owner).pid else { return false }
        return Executable.name(of: process) == "phosh"
    }
}

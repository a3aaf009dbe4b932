// SPDX-License-Identifier: MIT

package import SDBus

/// A switch among the settings that GNOME and its relatives keep in dconf, while the program runs that obeys it, such
/// as GNOME's shell. phosh has the same settings, and the same bus name. On other desktops the settings have no effect
/// that the user sees.
///
/// dconf signals that a setting was written, without the value: `gsettings` reads it.
final class GnomeSetting {
    /// A key of a schema at a path.
    struct Key: Hashable {
        let schema: String
        /// The folder of the schema in dconf.
        let folder: String
        let name: String
        /// The schema has no folder of its own, so that `gsettings` must get one.
        var isRelocatable = false

        var place: String { folder + name }
        fileprivate var arguments: [String] { [isRelocatable ? "\(schema):\(folder)" : schema, name] }
    }

    /// A program that obeys settings.
    struct Reader: Hashable {
        let name: BusName
        /// The file name of the program, for a name that others may have too; nil = whichever program has the name.
        var program: String?

        static let gnomeShell = Reader(name: "org.gnome.Shell")
    }

    /// Nil while no such program runs, and until the value is known.
    private(set) var value: Bool?
    /// The unique name of the program; nil while none runs.
    var owner: String? { reader.owner }
    private let key: Key
    private let reader: RemoteName
    private let program: String?
    /// dconf's service, which ends while there is nothing to write.
    private let dconf: RemoteName
    private let loop: EventLoop
    private let log: Log
    /// Only while the program runs, because other desktops write settings too.
    private var writes: BusSlot?
    private var question: ProgramOutput?
    /// The setting was written while `gsettings` ran.
    private var isStale = false
    private var changed: () -> Void = {}

    init(
        _ key: Key, of reader: Reader = .gnomeShell, _ connection: BusConnection, _ loop: EventLoop, log: Log
    ) {
        (self.key, program) = (key, reader.program)
        self.reader = RemoteName(reader.name, on: connection)
        dconf = RemoteName("ca.desrt.dconf", on: connection)
        self.loop = loop
        self.log = log
    }

    func begin(_ changed: @escaping () -> Void) throws(BusError) {
        self.changed = changed
        try dconf.begin()
        try reader.begin(skipsGaps: true) { [unowned self] in found($0) }
    }

    private func found(_ owner: String?) {
        (writes, question, value) = (nil, nil, nil)
        guard let owner else { return changed() }
        guard let program else { return follow() }
        changed()
        RemoteLife(owner, on: reader.connection).askProgram { [unowned self] found in
            if self.owner == owner, found == program { follow() }
        }
    }

    private func follow() {
        writes = try? dconf.onSignal(interface: "ca.desrt.dconf.Writer", member: "Notify") { [unowned self] signal in
            if let (prefix, changes) = try? signal.read(String.self, [String].self),
                key.isChanged(by: changes, below: prefix)
            {
                ask()
            }
        }
        changed()
        ask()
    }

    /// One reading at a time: any number of changes until its end need one more.
    private func ask() {
        guard question == nil else { return isStale = true }
        isStale = false
        do throws(BusError) {
            question = try ProgramOutput(["gsettings", "get"] + key.arguments, loop) { [unowned self] in
                question = nil
                switch $0 {
                case "true\n": set(true)
                case "false\n": set(false)
                default: log("gsettings gives no answer about a setting of GNOME", ["setting": key.name])
                }
                if isStale { ask() }
            }
        } catch {
            log("cannot read a setting of GNOME", error, ["setting": key.name])
        }
    }

    private func set(_ value: Bool) {
        guard value != self.value else { return }
        self.value = value
        changed()
    }
}

extension GnomeSetting.Key {
    /// A change is a key, several keys below a folder, or the reset of a whole folder.
    fileprivate func isChanged(by changes: [String], below prefix: String) -> Bool {
        changes.contains { change in
            let path = prefix + change
            return path == place || (path.hasSuffix("/") && place.hasPrefix(path))
        }
    }

    /// Those of elementary, MATE and Cinnamon.
    static let elementary = GnomeSetting.Key(
        schema: "io.elementary.notifications", folder: "/io/elementary/notifications/", name: "do-not-disturb")
    static let mate = GnomeSetting.Key(
        schema: "org.mate.NotificationDaemon", folder: "/org/mate/notification-daemon/", name: "do-not-disturb")
    static let cinnamon = GnomeSetting.Key(
        schema: "org.cinnamon.desktop.notifications", folder: "/org/cinnamon/desktop/notifications/",
        name: "display-notifications")

    private static let notifications = "org.gnome.desktop.notifications"
    private static let notificationFolder = "/org/gnome/desktop/notifications/"

    /// Whether notifications appear. Off is GNOME's do-not-disturb.
    static let showBanners = GnomeSetting.Key(
        schema: notifications, folder: notificationFolder, name: "show-banners")
    /// Whether a locked screen shows notifications.
    static let showInLockScreen = GnomeSetting.Key(
        schema: notifications, folder: notificationFolder, name: "show-in-lock-screen")
    /// Whether a locked screen shows the contents of the agent's notifications. GNOME makes the last part of the path
    /// from the name of the desktop file.
    static let detailsInLockScreen = GnomeSetting.Key(
        schema: notifications + ".application",
        folder: notificationFolder + "application/"
            + Banner.desktopEntry.lowercased().replacing(".", with: "-") + "/",
        name: "details-in-lock-screen", isRelocatable: true)
}

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

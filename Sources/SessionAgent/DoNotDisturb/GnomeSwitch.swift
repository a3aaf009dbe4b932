// SPDX-License-Identifier: MIT

import SDBus

/// Do-not-disturb of GNOME: its setting `show-banners`, while its shell runs. On other desktops the setting has no
/// effect that the user sees.
///
/// dconf signals that a setting was written, without the value: `gsettings` reads it.
final class GnomeSwitch {
    private static let shell = "org.gnome.Shell"
    private static let schema = "org.gnome.desktop.notifications"
    private static let key = "show-banners"
    private static let place = "/org/gnome/desktop/notifications/show-banners"

    private(set) var isOn = false
    private let connection: BusConnection
    private let loop: EventLoop
    private let log: (String) -> Void
    private var watch: BusSlot?
    /// Only while the shell runs, because other desktops write settings too.
    private var writes: BusSlot?
    private var question: ProgramOutput?
    /// The setting was written while `gsettings` ran.
    private var isStale = false
    private var changed: () -> Void = {}

    init(_ connection: BusConnection, _ loop: EventLoop, log: @escaping (String) -> Void) {
        self.connection = connection
        self.loop = loop
        self.log = log
    }

    func begin(_ changed: @escaping () -> Void) throws(BusError) {
        self.changed = changed
        watch = try connection.watchName(Self.shell) { [unowned self] in found($0 != nil) }
        if try connection.owner(of: Self.shell) != nil { found(true) }
    }

    private func found(_ isThere: Bool) {
        guard isThere else {
            (writes, question) = (nil, nil)
            return set(false)
        }
        guard writes == nil else { return }
        writes = try? connection.onSignal(interface: "ca.desrt.dconf.Writer", member: "Notify") { [unowned self] in
            if let (prefix, changes) = try? $0.read(String.self, [String].self), Self.concerns(prefix, changes) {
                ask()
            }
        }
        ask()
    }

    /// A change is a key, several keys below a folder, or the reset of a whole folder.
    static func concerns(_ prefix: String, _ changes: [String]) -> Bool {
        changes.contains { change in
            let path = prefix + change
            return path == place || (path.hasSuffix("/") && place.hasPrefix(path))
        }
    }

    private func ask() {
        guard question == nil else { return isStale = true }
        isStale = false
        do throws(BusError) {
            question = try ProgramOutput(["gsettings", "get", Self.schema, Self.key], loop) { [unowned self] in
                question = nil
                switch $0 {
                case "true\n": set(false)
                case "false\n": set(true)
                default: log("Cannot read do-not-disturb of GNOME: gsettings gives no answer.")
                }
                if isStale { ask() }
            }
        } catch {
            log("Cannot read do-not-disturb of GNOME: \(error.message)")
        }
    }

    private func set(_ isOn: Bool) {
        guard isOn != self.isOn else { return }
        self.isOn = isOn
        changed()
    }
}

// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// logind and the display manager of a desktop that can be locked. Both are mocks of python-dbusmock, because the real
/// ones need a booted system.
enum Logind {
    static let session = "c1"
    private static let name = "org.freedesktop.login1"
    private static let mock = "org.freedesktop.DBus.Mock"

    /// Starts logind with one session, in which programs of the home then are.
    static func start(in home: Home) throws {
        try home.start(["/usr/bin/python3", "-m", "dbusmock", "--system", "--template", "logind"], owning: name)
        try home.client.call(
            name, "/org/freedesktop/login1", mock, "AddSession", .string(session), "seat0", .uint32(geteuid()), "ada",
            true)
        home.set("XDG_SESSION_ID", session)
    }

    /// GNOME Shell locks the screen only if there is a display manager that could unlock it.
    static func startDisplayManager(in home: Home) throws {
        let (name, path) = ("org.gnome.DisplayManager", "/org/gnome/DisplayManager/Manager")
        try home.start(
            ["/usr/bin/python3", "-m", "dbusmock", "--system", name, path, "org.gnome.DisplayManager.Manager"],
            owning: name)
        try home.client.call(
            name, path, mock, "AddProperty", "org.gnome.DisplayManager.Manager", "Version", .variant("43.0"))
    }
}

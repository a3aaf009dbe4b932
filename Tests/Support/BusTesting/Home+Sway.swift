// SPDX-License-Identifier: MIT

import Foundation

extension Home {
    /// Starts sway, whose screen is a window of the X server, with these lines of configuration. Programs that start
    /// later use it as their Wayland display.
    ///
    /// - Parameter group: sway and what it starts are in a user namespace. The service takes them for sandboxed apps,
    ///   unless its
    ///   configuration names the unit of this group as a toolbox.
    package func startSway(_ configuration: String, in group: ControlGroup? = nil) throws {
        set("WLR_BACKENDS", "x11")
        set("WLR_RENDERER", "pixman")
        // sway writes the name of its display to this pipe when it is ready.
        let ready = path(of: "ready")
        try run("mkfifo", ready)
        let file = try write(
            "xwayland disable\n\(configuration)\nexec sh -c 'echo $WAYLAND_DISPLAY >\(ready)'\n", to: "sway")
        // sway refuses to run as root.
        try start(["unshare", "--map-user=1000", "--map-group=1000", "sway", "-c", file], in: group)
        set("WAYLAND_DISPLAY", try run("cat", ready).trimmingCharacters(in: .whitespacesAndNewlines))
    }
}

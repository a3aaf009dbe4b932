// SPDX-License-Identifier: MIT

import Foundation

extension Home {
    /// Starts sway, whose screen is a window of the X server, with these lines of configuration. Programs that start later use
    /// it as their Wayland display.
    package func startSway(_ configuration: String) throws {
        set("WLR_BACKENDS", "x11")
        set("WLR_RENDERER", "pixman")
        // sway writes the name of its display to this pipe when it is ready.
        let ready = path(of: "ready")
        try run("mkfifo", ready)
        let file = try write(
            "xwayland disable\n\(configuration)\nexec sh -c 'echo $WAYLAND_DISPLAY >\(ready)'\n", to: "sway")
        // sway refuses to run as root.
        try start(["unshare", "--map-user=1000", "--map-group=1000", "sway", "-c", file])
        set("WAYLAND_DISPLAY", try run("cat", ready).trimmingCharacters(in: .whitespacesAndNewlines))
    }
}

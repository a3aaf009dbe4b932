// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// A virtual screen with a window manager and a screen reader's bus, for GTK programs.
final class PhoneScreen {
    let home: Home
    let accessibility: AccessibilityBus

    init(on bus: BusDaemon) throws {
        home = try Home(on: bus)
        let server = try home.start(["Xvfb", "-displayfd", "1", "-screen", "0", "1100x900x24", "-nolisten", "tcp"])
        home.set("DISPLAY", ":" + (try server.waitForLine()))
        // The renderer of a machine without a graphics driver.
        home.set("GSK_RENDERER", "cairo")
        home.set("GDK_BACKEND", "x11")
        home.set("GTK_A11Y", "atspi")
        try home.start(["openbox"])
        accessibility = try AccessibilityBus(home)
    }

    /// Presses keys as xdotool names them, such as `ctrl+m`, in the window with the focus.
    func type(_ keys: String...) throws {
        for key in keys { try home.run("xdotool", "key", "--clearmodifiers", key) }
    }

    /// Keeps a picture in the folder `PICTURES` or in `.build/pictures`.
    func keepPicture(_ name: String) throws {
        let wanted = ProcessInfo.processInfo.environment["PICTURES"]
        let folder = wanted.map(URL.init(fileURLWithPath:)) ?? Repository.root.appendingPathComponent(".build/pictures")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try home.run("import", "-window", "root", folder.appendingPathComponent("phone-\(name).png").path)
    }
}

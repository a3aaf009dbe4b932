// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// A virtual screen with a screen reader's bus, for GTK programs, and the actions of a person there.
final class PhoneScreen {
    /// What shows the windows.
    enum Kind: String, CaseIterable {
        /// An X server with a window manager.
        case xvfb
        /// A Wayland compositor that gives the window the whole screen. Its screen is a window of an X server.
        case sway
    }

    let home: Home
    let accessibility: AccessibilityBus
    private let kind: Kind
    private static let height = 720

    /// `width` is the width of the window.
    init(on bus: BusDaemon, _ kind: Kind = .xvfb, width: Int) throws {
        self.kind = kind
        home = try Home(on: bus)
        let server = try home.start(["Xvfb", "-displayfd", "1", "-screen", "0", "1100x900x24", "-nolisten", "tcp"])
        home.set("DISPLAY", ":" + (try server.waitForLine()))
        // The renderer of a machine without a graphics driver.
        home.set("GSK_RENDERER", "cairo")
        home.set("GTK_A11Y", "atspi")
        switch kind {
        case .xvfb:
            home.set("GDK_BACKEND", "x11")
            try home.start(["openbox"])
        case .sway:
            home.set("GDK_BACKEND", "wayland")
            try home.startSway("output * resolution \(width)x\(Self.height)\ndefault_border none")
        }
        accessibility = try AccessibilityBus(home)
    }

    /// Gives the new window the focus and that width. sway does so by itself.
    func arrangeWindow(width: Int) throws {
        guard kind == .xvfb else { return }
        try home.act(inWindowOf: "monkeycall-phone", "windowfocus", "windowsize", "\(width)", "\(Self.height)")
    }

    /// Presses keys as xdotool names them, such as `ctrl+m`, in the window with the focus.
    func type(_ keys: String...) throws {
        for key in keys { try home.run("xdotool", "key", "--clearmodifiers", key) }
    }

    /// Moves the mouse to a place in the window.
    func moveMouse(toX x: Int, y: Int) throws {
        let (left, top) = try windowPlace()
        try home.run("xdotool", "mousemove", "\(left + x)", "\(top + y)")
    }

    /// No tooltip is higher.
    private static let tooltip = 60

    private func windowPlace() throws -> (Int, Int) {
        guard kind == .xvfb else { return (0, 0) }
        let place = try home.act(inWindowOf: "monkeycall-phone", "getwindowgeometry", "--shell", "%@")
        let windows = place.split(separator: "WINDOW=").map { window in
            window.split(separator: "\n").reduce(into: [Substring: Int]()) { facts, line in
                let words = line.split(separator: "=")
                if words.count == 2 { facts[words[0]] = Int(words[1]) }
            }
        }
        // A tooltip is a window, too, and comes first.
        let window = windows.first { $0["HEIGHT"] ?? 0 > Self.tooltip }
        // The places of GTK leave out the edge of the window, which is 5 pixels wide here.
        return ((window?["X"] ?? 0) + 5, (window?["Y"] ?? 0) + 5)
    }

    func click() throws { try home.run("xdotool", "click", "1") }
    func doubleClick() throws { try home.run("xdotool", "click", "--repeat", "2", "--delay", "150", "1") }

    /// Turns the wheel down.
    func turnWheel() throws { try home.run("xdotool", "click", "--repeat", "20", "--delay", "5", "5") }

    /// Keeps a picture in the folder `PICTURES` or in `.build/pictures`.
    func keepPicture(_ name: String) throws {
        let wanted = ProcessInfo.processInfo.environment["PICTURES"]
        let folder = wanted.map(URL.init(fileURLWithPath:)) ?? Repository.root.appendingPathComponent(".build/pictures")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try home.run("import", "-window", "root", folder.appendingPathComponent("phone-\(name).png").path)
    }
}

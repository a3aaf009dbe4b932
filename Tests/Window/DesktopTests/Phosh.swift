// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// phosh, the shell of phones, with its screen locked. Its compositor is a window of a virtual X server.
final class Phosh: Screen {
    let home: Home
    private let screen: XScreen
    private let accessibility: Accessibility

    init(on bus: BusDaemon) throws {
        home = try Home(on: bus)
        screen = try XScreen(home)
        accessibility = try Accessibility(home)
        try Logind.start(in: home)
        // phosh finds the keys of notifications in the desktop file of their sender.
        let file = try String(contentsOf: Repository.file("desktop/org.monkeycall.Agent.desktop"), encoding: .utf8)
        let folder = home.path(of: "data/applications")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        // A desktop file whose program does not exist has no app.
        try file.replacing("@libexecdir@/monkeycall-agent", with: try Product.path("monkeycall-agent"))
            .write(toFile: folder + "/org.monkeycall.Agent.desktop", atomically: true, encoding: .utf8)
        home.set("WLR_BACKENDS", "x11")
        home.set("WLR_RENDERER", "pixman")
        home.set("GTK_A11Y", "atspi")
        let configuration = try home.write("[output:X11-1]\nmode = 360x720\nscale = 1\n", to: "phoc.ini")
        try home.start(
            ["phoc", "-C", configuration, "-E", "/usr/libexec/phosh --locked"], owning: "org.freedesktop.Notifications")
        try home.client.waitForName(Self.saver)
        tellsLock = try saysLocked()
    }

    private static let saver = "org.gnome.ScreenSaver"

    /// phosh 0.46 tells nothing about a lock with which it has started. A second lock would make the screen dark.
    private var tellsLock = false

    private func saysLocked() throws -> Bool {
        try home.client.call(Self.saver, "/org/gnome/ScreenSaver", Self.saver, "GetActive").first?.bool == true
    }

    /// False if phosh tells that the screen is not locked any more.
    var isLocked: Bool { get throws { try !tellsLock || saysLocked() } }

    func read() throws -> [Element] { try accessibility.read() }
    func moveMouse(to point: Point) throws { try screen.moveMouse(to: point) }
    func click() throws { try screen.click() }
    func takePicture(to file: URL) throws { try screen.takePicture(to: file) }
    func isPainted(_ element: Element) throws -> Bool { try screen.isPainted(element) }
}

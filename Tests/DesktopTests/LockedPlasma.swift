// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// KWin on Wayland with its screen locked, as a window of a virtual X server.
final class LockedPlasma {
    let home: Home
    private let screen: XScreen
    private var overlay: ChildProcess?

    init(on bus: BusDaemon) throws {
        home = try Home(on: bus)
        screen = try XScreen(home)
        let program = try Product.path("monkeycall-phone")
        // KWin lets only the program of such a desktop file show windows above the lock screen.
        let file = "org.monkeycall.Phone.LockScreen.desktop"
        let folder = home.path(of: "data/applications")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try String(contentsOf: Repository.file("desktop/" + file), encoding: .utf8)
            .replacing("@bindir@/monkeycall-phone", with: program)
            .write(toFile: folder + "/" + file, atomically: true, encoding: .utf8)
        home.set("KWIN_COMPOSE", "Q")
        home.set("QT_QUICK_BACKEND", "software")
        home.set("XDG_CURRENT_DESKTOP", "KDE")
        try home.run("kbuildsycoca5")
        // The installed program has capabilities that a container may refuse. A copy has none; its name matters to its plugins.
        let compositor = home.path(of: "kwin_wayland")
        try home.run("cp", "--no-preserve=all", "/usr/bin/kwin_wayland", compositor)
        try home.run("chmod", "755", compositor)
        try home.start(
            [
                compositor, "--x11-display", home.environment["DISPLAY"] ?? "", "--socket", "wayland-kwin",
                "--lockscreen",
                "--no-global-shortcuts", "--no-kactivities",
            ], owning: "org.freedesktop.ScreenSaver")
        home.set("GDK_BACKEND", "wayland")
        home.set("WAYLAND_DISPLAY", "wayland-kwin")
        home.set("GSK_RENDERER", "cairo")
        let deadline = Deadline()
        // KWin has its name before its object.
        while (try? isLocked) != true {
            guard !deadline.hasPassed else { throw SupportError("KWin does not lock the screen") }
        }
    }

    /// Starts the program that shows calls above the lock screen, as the desktop does at the beginning of a session.
    func startOverlay() throws {
        overlay = try home.start(
            [Product.path("monkeycall-phone"), "--lock-screen"], owning: "org.monkeycall.Phone.LockScreen")
    }

    var isLocked: Bool {
        get throws {
            let saver = "org.freedesktop.ScreenSaver"
            return try home.client.call(saver, "/org/freedesktop/ScreenSaver", saver, "GetActive").first?.bool == true
        }
    }

    /// Presses the button that has this colour: the window's place is known to KWin only.
    func press(_ colour: String) throws {
        // A button under the mouse has another colour.
        try screen.moveMouse(to: Point(x: 5, y: 5))
        let deadline = Deadline()
        while !deadline.hasPassed {
            guard let place = try place(of: colour) else { continue }
            try screen.moveMouse(to: place)
            return try screen.click()
        }
        throw SupportError("no button has the colour \(colour): \(overlay?.text(of: .error) ?? "")")
    }

    func waitUntilGone(_ colour: String) throws {
        let deadline = Deadline()
        while try place(of: colour) != nil {
            guard !deadline.hasPassed else { throw SupportError("a button still has the colour \(colour)") }
        }
    }

    func takePicture(_ name: String) throws { try screen.takePicture(to: pictureFile(name)) }

    /// The centre of what has the colour, if it is as large as a button.
    private func place(of colour: String) throws -> Point? {
        let picture = home.path(of: "screen.png")
        try screen.takePicture(to: URL(fileURLWithPath: picture))
        let area = try home.run(
            "convert", picture, "-fuzz", "2%", "-fill", "black", "+opaque", colour, "-format", "%@", "info:")
        let numbers = area.split { !$0.isNumber }.compactMap { Int($0) }
        guard numbers.count == 4, (40...400).contains(numbers[0]), (20...80).contains(numbers[1]) else { return nil }
        return Point(x: numbers[2] + numbers[0] / 2, y: numbers[3] + numbers[1] / 2)
    }
}

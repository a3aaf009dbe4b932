// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// mako, on sway, whose screen is a window on X. It shows no buttons, and tells no screen reader what it shows: it says so
/// to its own command.
final class Mako: Screen {
    private let screen: XScreen

    init(on bus: BusDaemon) throws {
        let home = try Home(on: bus)
        screen = try XScreen(home)
        home.set("WLR_BACKENDS", "x11")
        home.set("WLR_RENDERER", "pixman")
        // It says when it is there, and where.
        let ready = home.path(of: "ready")
        try home.run("mkfifo", ready)
        let configuration = try home.write(
            "xwayland disable\noutput * bg #404040 solid_color\nexec sh -c 'echo $WAYLAND_DISPLAY >\(ready)'\n",
            to: "sway")
        // It refuses to be root.
        try home.start(["unshare", "--map-user=1000", "--map-group=1000", "sway", "-c", configuration])
        home.set("WAYLAND_DISPLAY", try home.run("cat", ready).trimmingCharacters(in: .whitespacesAndNewlines))
        try home.start(["mako"], owning: "org.freedesktop.Notifications")
    }

    /// The notifications that mako shows. By default they are in the upper right corner, the newest one on top.
    func read() throws -> [Element] {
        struct List: Decodable { var data: [[Notification]] }
        struct Notification: Decodable { var summary, body: Text }
        struct Text: Decodable { var data: String }
        let list = try JSONDecoder().decode(List.self, from: Data(screen.home.run("makoctl", "list").utf8))
        return list.data.joined().prefix(1).flatMap { [$0.summary, $0.body] }.map {
            // It says the markup that it was given.
            let text = $0.data.withoutIsolation.replacing("&amp;", with: "&")
            return Element(text: text, isButton: false, x: 720, y: 20, width: 280, height: 60)
        }
    }

    func moveMouse(to point: Point) throws { try screen.moveMouse(to: point) }
    func click() throws { try screen.click() }
    func takePicture(to file: URL) throws { try screen.takePicture(to: file) }
    func isPainted(_ element: Element) throws -> Bool { try screen.isPainted(element) }
}

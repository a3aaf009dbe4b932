// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// mako on sway, whose screen is an X window. mako shows no buttons and has no support for screen readers; it
/// lists its notifications on the bus.
final class Mako: Screen {
    private let screen: XScreen

    init(on bus: BusDaemon) throws {
        let home = try Home(on: bus)
        screen = try XScreen(home)
        try home.startSway("output * bg #404040 solid_color")
        try home.start(["mako"], owning: "org.freedesktop.Notifications")
    }

    /// The texts of the newest notification. By default it is in the upper right corner, above the others.
    func read() throws -> [Element] {
        struct List: Decodable { var data: [[Notification]] }
        struct Notification: Decodable { var summary, body: Text }
        struct Text: Decodable { var data: String }
        let answer = try screen.home.run(
            "busctl", "--user", "--json=short", "call", "org.freedesktop.Notifications", "/fr/emersion/Mako",
            "fr.emersion.Mako", "ListNotifications")
        let list = try JSONDecoder().decode(List.self, from: Data(answer.utf8))
        return list.data.joined().prefix(1).flatMap { [$0.summary, $0.body] }.map {
            // The markup that mako received.
            let text = $0.data.withoutIsolation.replacing("&amp;", with: "&")
            return Element(text: text, isButton: false, x: 720, y: 20, width: 280, height: 60)
        }
    }

    func moveMouse(to point: Point) throws { try screen.moveMouse(to: point) }
    func click() throws { try screen.click() }
    func takePicture(to file: URL) throws { try screen.takePicture(to: file) }
    func isPainted(_ element: Element) throws -> Bool { try screen.isPainted(element) }
}

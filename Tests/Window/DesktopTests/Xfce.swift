// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// XFCE's notification server, on X.
final class Xfce: Screen {
    let home: Home
    private let screen: XScreen
    private let accessibility: Accessibility

    init(on bus: BusDaemon) throws {
        home = try Home(on: bus)
        screen = try XScreen(home)
        accessibility = try Accessibility(home)
        let notifications = "org.freedesktop.Notifications"
        try home.start(Home.program(of: "org.xfce.xfce4-notifyd.Notifications"), owning: notifications)
    }

    func read() throws -> [Element] { try accessibility.read() }
    func moveMouse(to point: Point) throws { try screen.moveMouse(to: point) }
    func click() throws { try screen.click() }
    func takePicture(to file: URL) throws { try screen.takePicture(to: file) }
    func isPainted(_ element: Element) throws -> Bool { try screen.isPainted(element) }
}

// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// KDE's plasmashell, on X.
final class Plasma: Screen {
    private let screen: XScreen
    private let accessibility: Accessibility

    init(on bus: BusDaemon) throws {
        let home = try Home(on: bus)
        screen = try XScreen(home)
        home.set("QT_LINUX_ACCESSIBILITY_ALWAYS_ON", "1")
        home.set("QT_QUICK_BACKEND", "software")
        let activities = "org.kde.ActivityManager"
        try home.start(Home.program(of: activities), owning: activities)
        try home.start(["plasmashell", "--no-respawn"], owning: "org.freedesktop.Notifications")
        accessibility = try Accessibility(home)
    }

    /// The texts, without the panel at the bottom and the parts that every notification has.
    func read() throws -> [Element] {
        try accessibility.read().filter { $0.y < 768 - 44 && !["Close", "MonkeyCall"].contains($0.text) }
    }

    func moveMouse(to point: Point) throws { try screen.moveMouse(to: point) }
    func click() throws { try screen.click() }
    func takePicture(to file: URL) throws { try screen.takePicture(to: file) }
    func isPainted(_ element: Element) throws -> Bool { try screen.isPainted(element) }
}

// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// KWin on Wayland with the lock screen of Plasma, locked from its start. KWin is a window of a virtual X server.
final class PlasmaLock: Screen {
    let home: Home
    private let screen: XScreen
    private let accessibility: AccessibilityBus
    private static let saver = "org.freedesktop.ScreenSaver"

    init(on bus: BusDaemon) throws {
        home = try Home(on: bus)
        screen = try XScreen(home)
        accessibility = try AccessibilityBus(home)
        try Logind.start(in: home)
        try allowWindow()
        // The program of the package has file capabilities, with which it may not start here. A plugin wants its name.
        let kwin = home.path(of: "kwin_wayland")
        try FileManager.default.copyItem(atPath: "/usr/bin/kwin_wayland", toPath: kwin)
        for (name, value) in ["KWIN_COMPOSE": "Q", "QT_QUICK_BACKEND": "software"] { home.set(name, value) }
        try home.start(
            [
                kwin, "--x11-display", home.environment["DISPLAY"] ?? "", "--socket", Self.socket, "--width",
                "\(Self.width)",
                "--height", "\(Self.height)", "--lockscreen", "--no-global-shortcuts", "--no-kactivities",
            ], owning: Self.saver)
        let deadline = Deadline()
        // KWin owns the name before it has the object.
        while (try? isLocked) != true { guard !deadline.hasPassed else { throw SupportError("Plasma does not lock") } }
    }

    private static let socket = "wl-k"

    /// KWin lets a program show windows above the lock screen if a desktop file with its real path says so.
    private func allowWindow() throws {
        let file = try String(
            contentsOf: Repository.file("desktop/org.monkeycall.Phone.LockScreen.desktop"), encoding: .utf8)
        let folder = home.path(of: "data/applications")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try file.replacing("@bindir@/monkeycall-phone", with: try Self.phone())
            .write(toFile: folder + "/org.monkeycall.Phone.LockScreen.desktop", atomically: true, encoding: .utf8)
        // As the start of Plasma sets them. KWin ignores files of other desktops, and Plasma 6 those in no menu.
        home.set("XDG_CURRENT_DESKTOP", "KDE")
        let isPlasma6 = access("/usr/bin/kbuildsycoca6", X_OK) == 0
        if isPlasma6 { home.set("XDG_MENU_PREFIX", "plasma-") }
        try home.run(isPlasma6 ? "kbuildsycoca6" : "kbuildsycoca5")
    }

    private static func phone() throws -> String {
        URL(fileURLWithPath: try Product.path("monkeycall-phone")).resolvingSymlinksInPath().path
    }

    /// Starts the program that the package starts at the login.
    func startWindow() throws {
        for (name, value) in [
            "WAYLAND_DISPLAY": Self.socket, "GDK_BACKEND": "wayland", "GTK_A11Y": "atspi", "GSK_RENDERER": "cairo",
        ] { home.set(name, value) }
        try home.start([Self.phone(), "--lock-screen"], owning: "org.monkeycall.Phone.LockScreen")
    }

    var isLocked: Bool {
        get throws { try home.client.call(Self.saver, "/ScreenSaver", Self.saver, "GetActive").first?.bool == true }
    }

    /// The texts and buttons of the window, and their places on the screen. KWin puts the window into the middle,
    /// without a title bar: a press would miss a button below one.
    func read() throws -> [Element] {
        for program in try accessibility.programs() {
            for frame in (try? accessibility.children(of: program)) ?? [] {
                guard let size = try? accessibility.extents(of: frame, inWindow: true), size.count == 4 else {
                    continue
                }
                let found = elements(
                    in: frame, x: (Self.width - size[2]) / 2, y: (Self.height - size[3]) / 2)
                if found.contains(where: \.isButton) { return found }
            }
        }
        return []
    }

    private func elements(in node: AccessibilityBus.Node, x: Int, y: Int) -> [Element] {
        // Objects come and go during the read.
        guard let role = try? accessibility.role(of: node), let children = try? accessibility.children(of: node) else {
            return []
        }
        guard [Self.button, Self.label].contains(role) else {
            return children.flatMap { elements(in: $0, x: x, y: y) }
        }
        guard let name = try? accessibility.label(of: node),
            let area = try? accessibility.extents(of: node, inWindow: true), area.count == 4, area[2] > 0
        else { return [] }
        return [
            Element(
                text: name.withoutIsolation, isButton: role == Self.button, x: x + area[0], y: y + area[1],
                width: area[2], height: area[3])
        ]
    }

    // Numbers from atspi-constants.h of at-spi2-core.
    private static let label = 29
    private static let button = 43
    private static let (width, height) = (1024, 768)

    func moveMouse(to point: Point) throws { try screen.moveMouse(to: point) }
    func click() throws { try screen.click() }
    func takePicture(to file: URL) throws { try screen.takePicture(to: file) }
    func isPainted(_ element: Element) throws -> Bool { try screen.isPainted(element) }
}

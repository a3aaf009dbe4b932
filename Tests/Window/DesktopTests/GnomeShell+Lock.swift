// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// The extension of the project, and the locked screen.
extension GnomeShell {
    private static let uuid = "monkeycall@monkeycall.org"

    /// Installs the extension for a user, whose shell then enables it.
    static func installExtension(in home: Home) throws {
        let folder = URL(fileURLWithPath: home.path(of: "data/gnome-shell/extensions/\(uuid)"))
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for part in try ["shared", folderOfVersion(home)] {
            let source = try Repository.file("extensions/gnome-shell/\(part)")
            for name in try FileManager.default.contentsOfDirectory(atPath: source.path) {
                try FileManager.default.copyItem(
                    at: source.appendingPathComponent(name), to: folder.appendingPathComponent(name))
            }
        }
    }

    /// The folder whose extension is for the installed shell.
    private static func folderOfVersion(_ home: Home) throws -> String {
        struct Metadata: Decodable {
            let versions: [String]
            enum CodingKeys: String, CodingKey { case versions = "shell-version" }
        }
        let version = try home.run("gnome-shell", "--version").firstMatch(of: /\d+/).map { String($0.output) } ?? ""
        for folder in ["43", "45"] {
            let file = try Repository.file("extensions/gnome-shell/\(folder)/metadata.json")
            let metadata = try JSONDecoder().decode(Metadata.self, from: Data(contentsOf: file))
            if metadata.versions.contains(version) { return folder }
        }
        throw SupportError("no extension is for GNOME Shell \(version)")
    }

    /// The shell may read the list of enabled extensions late.
    func enableExtension() throws {
        try home.run("gsettings", "set", "org.gnome.shell", "enabled-extensions", "['\(Self.uuid)']")
        try wait(for: "Main.extensionManager.lookup('\(Self.uuid)')?.state", "1")
        try wait(for: "!!Main.panel.statusArea.monkeycall", "true")
    }

    func lock() throws {
        let saver = "org.gnome.ScreenSaver"
        try home.start(Home.program(of: saver), owning: saver)
        _ = try home.client.send(saver, "/org/gnome/ScreenSaver", saver, "Lock")
        try wait(for: "Main.sessionMode.currentMode", #""unlock-dialog""#)
        // The shell tells other programs last.
        try wait(for: "Main.screenShield.locked && Main.screenShield.active", "true")
    }

    /// Opens the menu of the extension's button in the top panel, when there is a call.
    func openPanelMenu() throws -> GnomePart {
        try wait(for: "Main.panel.statusArea.monkeycall.visible", "true")
        try evaluate("Main.panel.statusArea.monkeycall.menu.open()")
        return GnomePart.panelMenu(of: self)
    }

    /// Closes a menu of the top panel. Until it has faded out it takes the clicks on what is below it.
    func closeMenu(_ indicator: String) throws {
        let menu = "Main.panel.statusArea.\(indicator).menu"
        try evaluate(menu + ".close()")
        try wait(for: menu + ".actor.mapped", "false")
    }

    var isLocked: Bool { get throws { try evaluate("Main.sessionMode.isLocked") == "true" } }

    func unlock() throws {
        try evaluate("Main.screenShield.deactivate(false)")
        try wait(for: "Main.sessionMode.isLocked || Main.screenShield.locked || Main.screenShield.active", "false")
    }

    /// Waits until a script has that result.
    func wait(for script: String, _ result: String) throws {
        let deadline = Deadline()
        while try evaluate(script) != result {
            guard !deadline.hasPassed else { throw SupportError("\(script) is \(try evaluate(script))") }
        }
    }
}

/// A part of GNOME Shell, with the mouse and the pictures of the whole.
final class GnomePart: Screen {
    private let shell: GnomeShell
    private let actor: String

    /// `actor` is a JavaScript expression; null while the part is not there.
    init(_ actor: String, of shell: GnomeShell) { (self.actor, self.shell) = (actor, shell) }

    /// The panel of the extension on the locked screen.
    static func lockPanel(of shell: GnomeShell) -> GnomePart {
        GnomePart(lockPanelActor, of: shell)
    }

    static let lockPanelActor =
        "Main.layoutManager.uiGroup.get_children().find(child => child.style_class == 'monkeycall-lock-panel')"

    /// The button of the extension in the top panel.
    static func panelButton(of shell: GnomeShell) -> GnomePart {
        GnomePart("Main.panel.statusArea.monkeycall", of: shell)
    }

    /// The menu below that button.
    static func panelMenu(of shell: GnomeShell) -> GnomePart {
        GnomePart(panelMenuActor, of: shell)
    }

    static let panelMenuActor = "Main.panel.statusArea.monkeycall.menu.actor"

    /// The button of the quick settings in the top panel, whose texts are those of other indicators.
    static func quickSettings(of shell: GnomeShell) -> GnomePart {
        GnomePart("Main.panel.statusArea.quickSettings.menu.actor", of: shell)
    }

    /// The first lines of the calls, from top to bottom.
    func titles() throws -> [String] { try read().map(\.text).filter { $0.hasPrefix("Incoming call") } }

    /// Waits for an item of a menu and presses it.
    func choose(_ label: String) throws {
        try moveMouse(to: try waitFor(label).centre)
        try click()
    }

    func read() throws -> [Element] { try shell.read(in: actor) }
    func moveMouse(to point: Point) throws { try shell.moveMouse(to: point) }
    func click() throws { try shell.click() }
    func takePicture(to file: URL) throws { try shell.takePicture(to: file) }
    func isPainted(_ element: Element) throws -> Bool { shell.isPainted(element) }
}

// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The programs by which desktops, browsers and sandboxed apps open links, with the installed desktop file.
struct LinkLauncherTests {
    private let desktop: Desktop
    private let screen: Dunst
    private let home: TemporaryDirectory
    private let environment: [String: String]

    init() throws {
        desktop = try Desktop()
        screen = try Dunst(on: desktop.bus)
        home = try TemporaryDirectory()
        let applications = home.url.appendingPathComponent("applications")
        try FileManager.default.createDirectory(at: applications, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            at: try Repository.file("desktop/org.monkeycall.Dial.desktop"),
            to: applications.appendingPathComponent("org.monkeycall.Dial.desktop"))
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let programs = URL(fileURLWithPath: try Product.path("monkeycall")).deletingLastPathComponent().path
        environment = [
            "PATH": programs + ":" + path, "HOME": home.url.path, "XDG_DATA_HOME": home.url.path,
            "XDG_DATA_DIRS": "/usr/share", "XDG_CONFIG_HOME": home.url.path, "XDG_RUNTIME_DIR": home.url.path,
            "XDG_CURRENT_DESKTOP": "", "DBUS_SESSION_BUS_ADDRESS": desktop.bus.address,
            "DBUS_SYSTEM_BUS_ADDRESS": desktop.bus.address, "DISPLAY": ":1234", "WAYLAND_DISPLAY": "",
        ]
        try index()
        try BusClient(address: desktop.bus.address).waitForName("org.freedesktop.Notifications")
        try desktop.startAgent()
    }

    /// Opens a link like a desktop, whose programs end with the result.
    private func open(_ link: String, by opener: String) throws -> ChildProcess {
        try ChildProcess(
            ["sh", "-c", #"$1 "$2"; echo opened; read -r _"#, "sh", opener, link], environment: environment)
    }

    /// The program that a bus starts for the portal.
    private func portalProgram() throws -> String {
        let file = "/usr/share/dbus-1/services/org.freedesktop.portal.Desktop.service"
        let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
        return String(try #require(lines.first { $0.hasPrefix("Exec=") }).dropFirst("Exec=".count))
    }

    private func index() throws {
        let folder = home.url.appendingPathComponent("applications").path
        #expect(try ChildProcess.run(["update-desktop-database", folder]).succeeded)
    }

    @Test(arguments: ["Agent", "Dial", "Phone"]) func `The desktop files are valid`(name: String) throws {
        let file = try Repository.file("desktop/org.monkeycall.\(name).desktop").path
        let result = try ChildProcess.run(["desktop-file-validate", file])
        #expect(result.succeeded && result.output.isEmpty && result.errors.isEmpty)
    }

    @Test(arguments: ["xdg-open", "gio open"])
    func `A link arrives untouched`(_ opener: String) throws {
        let link = "tel:+49%2030-123456;ext=7"
        let program = try open(link, by: opener)
        let question = try screen.expect("Call \u{2068}+4930123456\u{2069}?")
        #expect(question.body.contains("Extension \u{2068}7\u{2069}"))
        withExtendedLifetime(program) {}
    }

    @Test(arguments: [
        "sip:$(touch%20x)@example.org", "sip:a;b`c`@example.org", "callto:%24HOME'x", "tel:--video", "sip:a%22b@x",
    ])
    func `A hostile link runs no command and adds no argument`(_ link: String) throws {
        let programs = try [open(link, by: "xdg-open"), open(link, by: "gio open"), open("tel:1", by: "xdg-open")]
        for program in programs { _ = try program.waitForLine { $0 == "opened" } }
        try screen.expect("Call \u{2068}1\u{2069}?")
        #expect(!FileManager.default.fileExists(atPath: home.url.appendingPathComponent("x").path))
        #expect(!FileManager.default.fileExists(atPath: "x"))
    }

    @Test func `The portal opens the link of an app`() throws {
        // The portal offers OpenURI if the desktop can ask the user which program to use. With one program it does not
        // ask, so it sees none of this machine.
        let chooser = """
            [portal]
            DBusName=org.freedesktop.impl.portal.desktop.test
            Interfaces=org.freedesktop.impl.portal.AppChooser
            UseIn=test
            """
        _ = try home.write(chooser, to: "test.portal")
        let portal = try ChildProcess(
            [try portalProgram()],
            environment: environment.merging([
                "XDG_CURRENT_DESKTOP": "test", "XDG_DESKTOP_PORTAL_DIR": home.url.path,
                "XDG_DATA_DIRS": home.url.path, "GSETTINGS_SCHEMA_DIR": "/usr/share/glib-2.0/schemas",
            ]) { $1 })
        let client = try BusClient(address: desktop.bus.address)
        try client.waitForName("org.freedesktop.portal.Desktop")
        try client.call(
            "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop", "org.freedesktop.portal.OpenURI",
            "OpenURI", "", "sip:ada@example.org", [:])
        try screen.expect("Call \u{2068}ada@example.org\u{2069}?")
        withExtendedLifetime(portal) {}
    }

    @Test func `Other programs for links stay the default, and the user can choose this one`() throws {
        for other in ["org.gnome.Calls", "org.kde.kdeconnect.handler"] {
            let entry = """
                [Desktop Entry]
                Type=Application
                Name=Other
                Exec=true %u
                MimeType=x-scheme-handler/tel;
                """
            _ = try home.write(entry, to: "applications/\(other).desktop")
        }
        try index()
        func standard() throws -> String {
            let arguments = ["xdg-mime", "query", "default", "x-scheme-handler/tel"]
            return try ChildProcess.run(arguments, environment: environment).output
        }
        #expect(try standard() == "org.gnome.Calls.desktop\n")
        let choice = ["gio", "mime", "x-scheme-handler/tel", "org.monkeycall.Dial.desktop"]
        #expect(try ChildProcess.run(choice, environment: environment).succeeded)
        #expect(try standard() == "org.monkeycall.Dial.desktop\n")
    }
}

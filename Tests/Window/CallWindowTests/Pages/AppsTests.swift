// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The page of the apps that can call.
@Suite(.serialized)
struct AppsTests {
    private func isAllowed(_ page: PageWindow) throws -> DBusValue? {
        let apps = try page.directory.object("Apps").call("List").first?.elements ?? []
        return apps.first { $0["Identifier"] == "org.example.Phone" }?["Allowed"]
    }

    private func expect(_ page: PageWindow, isOn: Bool) throws {
        _ = try page.window.wait("the switch that is \(isOn ? "on" : "off")") {
            try page.window.widgets().first {
                $0.isControl && $0.name == "Example Phone" && $0.isPressed == isOn
            }
        }
    }

    @Test(arguments: PhoneWindow.widths)
    func `The switch of an app is that of the directory, and stays when the app has gone`(width: Int) throws {
        let page = try PageWindow(width: width)
        let app = try CallingApp(page.window)
        // The directory knows the name of an app that has gone from its calls.
        try page.miss(app, "+4930123456")
        try page.window.open()
        try page.window.activate("show-apps")
        try expect(page, isOn: true)
        try page.window.checkWidgets()
        try page.window.screen.keepPicture("apps-\(width)")
        try page.window.toggle("Example Phone")
        _ = try page.window.wait("the app to be switched off") { try isAllowed(page) == false ? true : nil }
        // Another program changes it.
        try page.directory.object("Apps").call("SetAllowed", "org.example.Phone", true)
        try expect(page, isOn: true)
        try page.window.expectTree()
        try app.quit()
        try page.window.waitFor("App · not open")
        try expect(page, isOn: true)
    }

    @Test func `A modem has no switch`() throws {
        let configuration = "[Cellular org.example.Modem]\nUser=\(getuid())\n"
        let page = try PageWindow(configuration: configuration)
        let modem = try page.window.desktop.stage.app("Modem", ["LocalizedName": "SIM One"])
        _ = try CallingApp(page.window)
        try page.window.open()
        try page.window.activate("show-apps")
        try expect(page, isOn: true)
        try page.window.waitFor("SIM One")
        #expect(try !page.window.widgets().contains { $0.isControl && $0.name == "SIM One" })
        withExtendedLifetime(modem) {}
    }

    @Test func `An app that was never in a call and is not open has the name of its desktop file`() throws {
        let page = try PageWindow()
        let folder = page.window.screen.home.path(of: "data/applications")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try "[Desktop Entry]\nType=Application\nName=Rare Phone\nExec=true\n"
            .write(toFile: folder + "/org.example.Rare.desktop", atomically: true, encoding: .utf8)
        for app in ["org.example.Rare", "org.example.Unknown"] {
            try page.directory.object("Apps").call("SetAllowed", .string(app), true)
        }
        try page.window.open()
        try page.window.activate("show-apps")
        try page.window.waitFor("Rare Phone")
        try page.window.waitFor("org.example.Unknown")
        #expect(try !page.window.shows("org.example.Rare"))
    }

    @Test func `A call comes to the front of the apps`() throws {
        let page = try PageWindow()
        let app = try CallingApp(page.window)
        try page.window.open()
        try page.window.activate("show-apps")
        try page.window.waitFor("Apps That Can Call")
        _ = try app.ring("+4930123456", "Ada")
        try page.window.waitUntilGone("Apps That Can Call")
        try page.window.waitForButton("Answer")
    }
}

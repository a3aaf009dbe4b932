// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// An app asks for the settings of call directory extensions.
@Suite struct OpenSettingsTests {
    private let services: TemporaryDirectory
    private let bus: BusDaemon
    private let app: ChildProcess
    private static let window = "org.monkeycall.Phone"

    init() throws {
        services = try TemporaryDirectory()
        bus = try BusDaemon.session(serviceDirectories: [services.url])
        app = try ChildProcess(
            [try Product.path("CallKitActor")],
            environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address, "MONKEYCALL_BUS": bus.address])
    }

    /// What the app hears.
    private func open(_ form: String = "") throws -> String {
        try app.writeLine("open-settings " + form)
        return try app.waitForLine { _ in true }
    }

    /// Lets the bus start this command as the window.
    private func install(_ command: String, on client: BusClient) throws {
        try services.write("[D-BUS Service]\nName=\(Self.window)\nExec=\(command)\n", to: "\(Self.window).service")
        try client.callBus("ReloadConfig")
    }

    @Test(.needsPython("dbus", "gi")) func `The settings of the window open, and the bus starts it for that`() throws {
        let client = try BusClient(address: bus.address)
        let program = try services.write(Self.standIn, to: "window.py")
        try client.addMatch("type='signal',interface='org.example.Window'")
        try install("/usr/bin/python3 \(program.path)", on: client)
        for form in ["", "async"] {
            #expect(try open(form) == "opened")
            let activation = try client.waitForSignal("Activated")
            #expect(activation.arguments == ["show-settings", .uint32(0)])
        }
    }

    @Test(arguments: ["", "async"])
    func `Without the window the error names the command that enables an extension`(_ form: String) throws {
        let line = try open(form)
        #expect(line.hasPrefix("not opened unknown ") && line.hasSuffix("monkeycall lists enable NAME"))
    }

    @Test func `A window that does not start is an error too`() throws {
        try install("/bin/false", on: try BusClient(address: bus.address))
        #expect(try open().hasPrefix("not opened unknown "))
    }

    /// Stands in for the window: it tells the action that it was asked for, and the count of its parameters.
    private static let standIn = """
        import dbus, dbus.mainloop.glib, dbus.service
        from gi.repository import GLib


        class Window(dbus.service.Object):
            @dbus.service.method("org.freedesktop.Application", in_signature="sava{sv}")
            def ActivateAction(self, name, parameters, data):
                self.Activated(name, len(parameters))

            @dbus.service.signal("org.example.Window", signature="su")
            def Activated(self, name, count):
                pass


        dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
        window = Window(dbus.SessionBus(), "/org/monkeycall/Phone")
        name = dbus.service.BusName("org.monkeycall.Phone", dbus.SessionBus())
        GLib.MainLoop().run()
        """
}

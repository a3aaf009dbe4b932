// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// The bus starts the window by its name, as desktops, notifications and links do.
@Suite(.serialized)
struct ActivationTests {
    private static let name = "org.monkeycall.Phone"
    let window: PhoneWindow
    private let client: BusClient

    init() throws {
        window = try PhoneWindow()
        client = try BusClient(address: window.desktop.bus.address)
        try window.screen.home.installWindow(on: window.desktop.bus)
    }

    private func call(_ method: String, _ arguments: DBusValue...) throws {
        _ = try client.call(Self.name, "/org/monkeycall/Phone", "org.freedesktop.Application", method, arguments)
    }

    private func activate(_ action: String, _ parameters: [DBusValue] = []) throws {
        try call("ActivateAction", .string(action), .array(of: "v", parameters.map { .variant($0) }), [:])
    }

    /// Ends the program that the bus has started.
    private func close() throws {
        try activate("quit")
        try client.waitForName(Self.name, owned: false)
    }

    @Test func `The bus starts the window for a call, for a page, for a link and for nothing in particular`() throws {
        let app = try CallingApp(window)
        let ada = try app.ring("+4930123456", "Ada")
        try activate("show-call", [.string(ada)])
        try window.waitForButton("Answer")
        try window.waitFor("Incoming call")
        try app.end(ada)
        try window.waitFor("Ada hung up")
        try close()
        try activate("show-keypad")
        try window.waitFor("Name or number")
        try close()
        try call("Activate", [:])
        try window.waitFor("Recents")
        try close()
        try call("Open", .strings(["tel:+49-30-123456"]), [:])
        try window.waitFor("Call +4930123456?")
        try window.press("Cancel")
        try close()
    }
}

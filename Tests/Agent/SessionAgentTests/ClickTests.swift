// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// A click on a notification beside its buttons. The tests of the desktops click with a mouse; here a stand-in tells of
/// the click.
struct ClickTests {
    private static let name = "org.monkeycall.Phone"
    let desktop: Desktop

    init() throws { desktop = try Desktop() }

    /// Owns the name in place of the window, so the bus delivers the activation to it.
    private func window() throws -> BusClient {
        let window = try BusClient(address: desktop.bus.address)
        try window.requestName(Self.name)
        return window
    }

    private func server() throws -> ServerStandIn {
        let server = try ServerStandIn(on: desktop.bus)
        try desktop.startAgent()
        try server.introduce()
        return server
    }

    /// Waits until the agent opens the window with that action, and returns the call.
    @discardableResult
    private func expect(_ action: String, at window: BusClient, token: String? = nil) throws -> String? {
        let activation = try window.waitForCall("ActivateAction")
        #expect(activation.path == "/org/monkeycall/Phone" && activation.arguments[0] == .string(action))
        #expect(activation.arguments[2]["activation-token"] == token.map { .string($0) })
        return activation.arguments[1].elements?.first?.unwrapped.string
    }

    @Test func `A click on a call that rings or is active opens the window, and does nothing to the call`() throws {
        let window = try window()
        let server = try server()
        let provider = try desktop.phone()
        try provider.ring()
        let ringing = try server.next()
        #expect(ringing.actions.prefix(2) == ["decline", "Decline"])
        #expect(ringing.actions.suffix(2) == ["default", "Open the Window"])
        try server.press("default", of: ringing, token: "wayland-3")
        let call = try expect("show-call", at: window, token: "wayland-3")
        #expect(try desktop.daemon.client().call(call ?? "").get("State") == "incoming")
        try server.press("answer", of: ringing)
        try provider.fulfill(after: "PerformAnswerCallAction")
        let talk = try server.next { $0.actions.contains("end") && $0.actions.contains("mute") }
        // As Xfce and MATE do, the server closes the notification. It comes back.
        try server.press("default", of: talk, closing: true)
        #expect(try expect("show-call", at: window) == call)
        #expect(try server.next().isNew)
        #expect(try desktop.daemon.client().call(call ?? "").get("State") == "active")
    }

    @Test func `A click on a missed call opens the recent calls, and calls nobody`() throws {
        let window = try window()
        let server = try server()
        let provider = try desktop.phone()
        try provider.ring()
        _ = try server.next()
        try provider.end()
        let missed = try server.next { $0.summary.contains("Missed") }
        #expect(missed.actions.contains("call-back"))
        try server.press("default", of: missed)
        #expect(try expect("show-recents", at: window) == nil)
        let heard = try provider.actor.client.signalsUpToNow(from: "org.monkeycall.CallManager")
        #expect(!heard.contains { $0.member == "StartCallRequested" })
    }

    @Test func `A notification offers to open the window only while the bus can start it`() throws {
        let server = try server()
        let provider = try desktop.phone()
        try provider.ring()
        let without = try server.next()
        #expect(!without.actions.contains("default"))
        try desktop.bus.install(Self.name, service: "[D-BUS Service]\nName=\(Self.name)\nExec=/bin/false\n")
        let with = try server.next { $0.actions.contains("default") }
        #expect(with.id == without.id)
        try desktop.bus.uninstall(Self.name)
        _ = try server.next { !$0.actions.contains("default") }
    }

    @Test func `A click beside the buttons of the question about a link opens no window`() throws {
        let window = try window()
        let server = try server()
        let phone = try desktop.phone()
        let dialed = try ChildProcess.run([
            try Product.path("monkeycall"), "--address=\(desktop.bus.address)", "dial", "--link", "tel:+49-30-123456",
        ])
        #expect(dialed.succeeded)
        let question = try server.next()
        #expect(question.actions == ["place-call", "Call", "cancel", "Cancel"])
        try server.click(question)
        _ = try window.callBus("GetId")
        #expect(window.methodCalls.isEmpty)
        withExtendedLifetime(phone) {}
    }

    @Test(arguments: ["dunst", "mako"])
    func `On a server without buttons a click opens the window too, and neither ends nor dials`(
        _ product: String
    ) throws {
        let window = try window()
        let server = try ServerStandIn(product, on: desktop.bus)
        try desktop.startAgent()
        try server.introduce()
        let provider = try desktop.phone()
        try provider.ring()
        let ringing = try server.next { $0.body.contains("lick: \u{2068}Open the Window\u{2069}") }
        #expect(ringing.actions.suffix(2) == ["default", "Open the Window"])
        try server.press("default", of: ringing)
        let call = try expect("show-call", at: window)
        #expect(try desktop.daemon.client().call(call ?? "").get("State") == "incoming")
        try server.press("answer", of: ringing)
        try provider.fulfill(after: "PerformAnswerCallAction")
        let talk = try server.next { $0.actions.contains("mute") }
        try server.press("default", of: talk)
        #expect(try expect("show-call", at: window) == call)
        #expect(try desktop.daemon.client().call(call ?? "").get("State") == "active")
        try provider.reportEnded("A")
        try provider.ring("B", name: "Bob")
        _ = try server.next { $0.summary.contains("Incoming call from") }
        try provider.end("B")
        let missed = try server.next { $0.summary.contains("Missed") }
        try server.press("default", of: missed)
        try expect("show-recents", at: window)
        let heard = try provider.actor.client.signalsUpToNow(from: "org.monkeycall.CallManager")
        #expect(!heard.contains { $0.member == "StartCallRequested" })
    }

    @Test(arguments: ["dunst", "mako"])
    func `A server without buttons gets a default action for everything, so that it never presses the only button`(
        _ product: String
    ) throws {
        let server = try ServerStandIn(product, on: desktop.bus)
        try desktop.startAgent()
        try server.introduce()
        let provider = try desktop.phone()
        try provider.ring("A", name: "Ada")
        let ringing = try server.next()
        #expect(ringing.actions.contains("default"))
        try server.press("answer", of: ringing)
        try provider.fulfill(after: "PerformAnswerCallAction")
        let talk = try server.next { $0.actions.contains("end") }
        #expect(talk.actions.contains("default"))
        try server.click(talk)
        let client = try BusClient(address: desktop.bus.address)
        try client.object(AgentClient.name, AgentClient.path, AgentClient.name)
            .call("ConfirmCall", "tel:1", [:])
        let question = try server.next { $0.actions.contains("place-call") }
        #expect(question.actions.contains("default"))
        try server.click(question)
        let heard = try provider.actor.client.signalsUpToNow(from: "org.monkeycall.CallManager").map(\.member)
        #expect(!heard.contains("StartCallRequested") && !heard.contains("PerformEndCallAction"))
    }

    @Test func `A click at the portal opens the window in place of the app of the call`() throws {
        let window = try window()
        let portal = try Portal(on: desktop.bus)
        try desktop.startAgent()
        let app = try BusClient(address: desktop.bus.address)
        try app.requestName("org.example.Phone-App")
        let provider = try desktop.phone(desktopEntry: "org.example.Phone-App")
        try provider.ring()
        try portal.expect("AddNotification")
        try portal.press("open", token: "wayland-4")
        try expect("show-call", at: window, token: "wayland-4")
        // Without the window it is the app. The agent hears of the window's end before the next press.
        window.close()
        _ = try app.waitForName(Self.name, owned: false)
        try portal.expect("AddNotification")
        try portal.press("open")
        _ = try app.waitForCall("Activate")
    }
}

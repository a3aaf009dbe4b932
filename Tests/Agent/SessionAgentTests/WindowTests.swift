// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// The window of monkeycall-phone, which the agent may open.
struct WindowTests {
    let desktop: Desktop
    /// Stands in for the window: it already owns the name, so the bus delivers the activation to it.
    let window: BusClient

    init() throws {
        desktop = try Desktop()
        window = try BusClient(address: desktop.bus.address)
        try window.requestName("org.monkeycall.Phone")
    }

    @Test func `A call that rings opens the window if the user wants that`() throws {
        try desktop.set("[Window]\nOpenForCalls=yes\n")
        try desktop.startAgent()
        let app = try desktop.app()
        try app.type("incoming ada Ada")
        let call = try app.expect("incoming").prefix(8)
        let activation = try window.waitForCall("ActivateAction")
        #expect(activation.path == "/org/monkeycall/Phone" && activation.interface == "org.freedesktop.Application")
        #expect(activation.arguments.first == "show-call")
        let parameters = activation.arguments.dropFirst().first?.elements ?? []
        #expect(parameters.count == 1)
        #expect(parameters.first?.unwrapped.string?.hasPrefix(call) == true)
    }

    @Test func `A call that still rings after another shell has come and gone does not open the window again`() throws {
        let screen = try Dunst(on: desktop.bus)
        try desktop.set("[Window]\nOpenForCalls=yes\n")
        try desktop.startAgent()
        let app = try desktop.app()
        try app.type("incoming ada Ada")
        _ = try window.waitForCall("ActivateAction")
        try screen.expect("Incoming call")
        let other = try desktop.stage.shell()
        try screen.waitForCount(0)
        other.client.close()
        // The notification comes after the decision about the window or with it.
        try screen.waitForCount(1)
        _ = try window.callBus("GetId")
        #expect(window.methodCalls.isEmpty)
    }

    @Test func `A call that a paused notification server hides opens the window`() throws {
        let screen = try Dunst(on: desktop.bus)
        try desktop.startAgent()
        let agent = try AgentClient(on: desktop.bus)
        try screen.pause(true)
        try agent.expect(doNotDisturb: "dunst")
        let phone = try desktop.phone()
        // A caller that calls again within three minutes rings.
        try? phone.ring("A", from: "+4930123456")
        try phone.ring("B", from: "+4930123456")
        #expect(try window.waitForCall("ActivateAction").arguments.first == "show-call")
        try screen.waitForCount(0)
        // The reason stays after the call, until the server shows calls again.
        try agent.expect(problem: "notifications-hidden")
        try phone.end("B")
        let status = try ChildProcess.run([Product.path("monkeycall"), "--address=\(desktop.bus.address)", "status"])
        #expect(status.output.contains("Calls are not shown, because the desktop hides all notifications."))
        try screen.pause(false)
        try agent.expect(problem: "notifications-hidden", false)
    }

    @Test func `A mode of mako that hides notifications opens the window`() throws {
        let screen = try Mako(on: desktop.bus)
        try desktop.startAgent()
        let agent = try AgentClient(on: desktop.bus)
        try screen.set("do-not-disturb")
        try agent.expect(doNotDisturb: "mako")
        let phone = try desktop.phone()
        try? phone.ring("A", from: "+4930123456")
        try phone.ring("B", from: "+4930123456")
        #expect(try window.waitForCall("ActivateAction").arguments.first == "show-call")
        try agent.expect(problem: "notifications-hidden")
    }

    @Test func `A call opens no window by default`() throws {
        let screen = try Dunst(on: desktop.bus)
        try desktop.startAgent()
        let app = try desktop.app()
        try app.type("incoming ada Ada")
        // The notification comes after the decision about the window or with it.
        try screen.expect("Incoming call")
        try app.type("answer")
        try screen.expect("Call with")
        _ = try window.callBus("GetId")
        #expect(window.methodCalls.isEmpty)
    }
}

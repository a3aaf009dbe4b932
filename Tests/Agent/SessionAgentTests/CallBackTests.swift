// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// Calling back when the app has ended in the meantime.
struct CallBackTests {
    let desktop: Desktop
    let screen: Dunst

    init() throws {
        desktop = try Desktop()
        screen = try Dunst(on: desktop.bus)
        try desktop.startAgent()
    }

    private func miss(desktopEntry: String?) throws {
        let provider = try desktop.phone(desktopEntry: desktopEntry)
        try provider.ring()
        try screen.expect("Incoming call")
        try provider.end()
        try screen.expect("Missed call")
        provider.actor.client.close()
    }

    @Test func `An app that the bus can start is started, then asked to call back`() throws {
        // This client stands in for the app: it already owns the name, so the bus delivers the activation to it.
        let started = try BusClient(address: desktop.bus.address)
        try started.requestName("org.example.Phone-App")
        try miss(desktopEntry: "org.example.Phone-App")
        try screen.press("call-back")
        let activation = try started.waitForCall("Activate")
        #expect(activation.path == "/org/example/Phone_App" && activation.interface == "org.freedesktop.Application")
        try started.reply(to: activation)
        let provider = try desktop.phone()
        let asked = try provider.actor.client.waitForSignal("StartCallRequested")
        #expect(asked.arguments[1] == .tuple("phone-number", "+4930123456"))
        try screen.waitForCount(0)
    }

    @Test func `An app that dies while its call rings leaves a missed call, until it reports the call again`() throws {
        let provider = try desktop.phone()
        try provider.ring()
        try screen.expect("Incoming call")
        provider.actor.client.close()
        try screen.expect("Missed call")
        // The app has started again, and the other side still calls.
        let again = try desktop.phone()
        try again.ring()
        try screen.expect("Incoming call")
        try screen.waitForCount(1)
        try screen.press("answer")
        try again.fulfill(after: "PerformAnswerCallAction")
        try screen.expect("Call with")
    }

    @Test(arguments: [nil, "org.example.Nowhere", "no name"] as [String?])
    func `The notification asks the user to open an app that the bus cannot start`(_ entry: String?) throws {
        try miss(desktopEntry: entry)
        try screen.press("call-back")
        try screen.expect("Missed call") { $0.body.contains("Open \u{2068}Phone\u{2069} to call back") }
        // After the app has registered, calling back works.
        let provider = try desktop.phone()
        try screen.expect("Missed call") { !$0.body.contains("Open") }
        try screen.press("call-back")
        _ = try provider.actor.client.waitForSignal("StartCallRequested")
    }

    @Test func `The notification says that the app does not take the call, and what to do`() throws {
        let provider = try desktop.phone()
        try provider.ring()
        try screen.expect("Incoming call")
        try provider.end()
        try screen.expect("Missed call")
        try screen.press("call-back")
        _ = try provider.actor.client.waitForSignal("StartCallRequested")
        try provider.refuseStart("+4930123456")
        try screen.expect("Missed call") { $0.body.contains("does not take calls from other programs. Open it.") }
    }

    @Test func `A missed call outlives the notification server and the agent until the user dismisses it`() throws {
        try miss(desktopEntry: nil)
        try screen.restart()
        try screen.expect("Missed call")
        try desktop.killAgent()
        try desktop.startAgent()
        try screen.expect("Missed call")
        try screen.waitForCount(1)
        let provider = try desktop.phone()
        try screen.press("call-back")
        _ = try provider.actor.client.waitForSignal("StartCallRequested")
        try screen.waitForCount(0)
    }
}

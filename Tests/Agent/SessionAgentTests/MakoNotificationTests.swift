// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// Calls on mako: after a dismissal, and with another program's notification in their place.
struct MakoNotificationTests {
    @Test func `On mako a call that the user dismisses comes back with its buttons`() throws {
        let desktop = try Desktop()
        let screen = try Mako(on: desktop.bus)
        try desktop.startAgent()
        let app = try desktop.app()
        try app.type("incoming ada Ada")
        try screen.expect(["answer", "decline", "default", "silence"])
        try screen.dismiss()
        try screen.expect(["answer", "decline", "default"])
        try app.type("answer")
        try screen.expect(["default", "end", "hold", "mute"])
    }

    /// mako lets every program replace every notification, and tells every program of a press.
    @Test func `On mako a press on another app's notification, in the place of a call's, does not answer`() throws {
        let name = "org.freedesktop.Notifications"
        let desktop = try Desktop()
        let screen = try Mako(on: desktop.bus)
        try desktop.startAgent()
        let phone = try desktop.phone()
        try phone.ring()
        try screen.expect(["answer", "decline", "default", "silence"])
        let shop = try BusClient(address: desktop.bus.address)
        try shop.addMatch("type='signal',interface='\(name)',member='ActionInvoked'")
        try shop.call(
            name, "/org/freedesktop/Notifications", name, "Notify", "Shop", .uint32(screen.id()), "", "Your parcel", "",
            .strings(["answer", "Track"]), [:], .int32(0))
        try screen.expect(["answer"])
        try screen.press("answer")
        _ = try shop.waitForSignal("ActionInvoked")
        for connection in try shop.connections(of: desktop.agent?.processID) {
            try shop.call(connection, "/", "org.freedesktop.DBus.Peer", "Ping")
        }
        let heard = try phone.actor.client.signalsUpToNow(from: DaemonUnderTest.busName).compactMap(\.member)
        #expect(!heard.contains("PerformAnswerCallAction"))
        // A press of the agent's own button counts.
        try phone.rename("Grace")
        try screen.expect(["answer", "decline", "default", "silence"])
        try screen.press("answer")
        _ = try phone.actor.client.waitForSignal("PerformAnswerCallAction")
    }
}

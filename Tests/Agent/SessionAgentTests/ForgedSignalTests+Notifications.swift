// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// The programs that show notifications.
extension ForgedSignalTests {
    private static let path = "/org/freedesktop/Notifications"
    private static let name = "org.freedesktop.Notifications"

    /// A press answers a call.
    func forgeNotificationServer() throws {
        let server = try ServerStandIn(on: desktop.bus)
        try desktop.startAgent()
        try server.introduce()
        let phone = try desktop.phone()
        try phone.ring()
        let shown = try server.next()
        let id = DBusValue.uint32(shown.id)
        let forger = try Forger(of: Self.name, to: desktop.agent, on: desktop.bus)
        try forger.forge(
            ForgedSignal(Self.path, Self.name, "ActionInvoked", id, .string(shown.key("answer"))),
            ForgedSignal(Self.path, Self.name, "NotificationClosed", id, .uint32(2)))
        try expectNothing(of: phone)
        #expect(try phone.actor.property("Silenced", of: "A") == false)
        try server.press("answer", of: shown)
        _ = try phone.actor.client.waitForSignal("PerformAnswerCallAction")
    }

    func forgeNotificationPortal() throws {
        let portal = try Portal(on: desktop.bus)
        try desktop.startAgent()
        let phone = try desktop.phone()
        try phone.ring()
        let call = try portal.expect("AddNotification")
        let forger = try Forger(of: "org.freedesktop.portal.Desktop", to: desktop.agent, on: desktop.bus)
        try forger.forge(
            ForgedSignal(
                "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Notification", "ActionInvoked",
                .string(call.id ?? ""), .string(call.buttons?.first?.key ?? ""), .array(of: "v", [])))
        try expectNothing(of: phone)
        try portal.press("answer")
        _ = try phone.actor.client.waitForSignal("PerformAnswerCallAction")
    }

    private func expectNothing(of phone: Provider) throws {
        let heard = try phone.actor.client.signalsUpToNow(from: DaemonUnderTest.busName).compactMap(\.member)
        #expect(!heard.contains { $0.hasPrefix("Perform") })
        #expect(try phone.actor.states() == ["A": "incoming"])
    }

    /// The notice about a mistake in the settings is shown again by the next server.
    func forgeServerOfNotice() throws {
        try desktop.set("[Fax]")
        let server = try standIn(Self.name)
        // The agent asks once for the notice, and once for the notifications of calls.
        server.onMessage = { [unowned server] message in
            guard message.kind == .methodCall, message.member == "GetCapabilities" else { return }
            try? server.reply(to: message, [.strings(["body"])])
        }
        func acceptNotice() throws {
            let shown = try server.waitForCall("Notify")
            #expect(shown.arguments[3] == "There is a mistake in your call settings")
            try server.reply(to: shown, [.uint32(1)])
        }
        try desktop.startAgent()
        try acceptNotice()
        try Forger(of: Self.name, to: desktop.agent, on: desktop.bus).forge()
        #expect(try !server.hasCalls(of: "Notify"))
        try server.releaseName(Self.name)
        try server.requestName(Self.name)
        try acceptNotice()
    }

    /// The switch of the server switches the agent's.
    func forgeDoNotDisturb() throws {
        let server = try standIn(Self.name)
        try desktop.startAgent()
        let agent = try AgentClient(on: desktop.bus)
        let question = try server.waitForCall("Get") { $0.arguments == [.string(Self.name), "Inhibited"] }
        try server.reply(to: question, [.variant(false)])
        let change = ForgedSignal.change(Self.path, Self.name, ["Inhibited": true])
        let forger = try Forger(of: Self.name, to: desktop.agent, on: desktop.bus)
        try forger.forge(change)
        #expect(try agent.object.get("DoNotDisturb") == false)
        try forger.tell(change, by: server)
        try agent.expect(doNotDisturb: "kde")
    }
}

// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// Calls at the notification portal of version 2. The portal is a stand-in: the tests show that the agent follows the
/// specification, not how a desktop shows the call.
struct PortalTests {
    let desktop: Desktop

    init() throws { desktop = try Desktop() }

    private func scene() throws -> (portal: Portal, app: App) {
        let portal = try Portal(on: desktop.bus)
        try desktop.startAgent()
        return (portal, try desktop.app())
    }

    @Test func `The portal gets a call with its category, the app id and the purposes of the buttons`() throws {
        let (portal, app) = try scene()
        #expect(try portal.expect("Register").app == "org.monkeycall.Agent")
        try app.type("incoming +4930123456 <b>Ada</b>")
        let call = try portal.expect("AddNotification")
        #expect(call.title?.contains("<b>Ada</b>") == true && call.body?.contains("+4930123456") == true)
        #expect(call.category == "call.incoming" && call.priority == "urgent" && call.sound == "silent")
        #expect(call.buttons?.map(\.action) == ["decline", "silence", "answer"])
        #expect(call.buttons?.map(\.purpose) == ["call.decline", nil, "call.accept"])
    }

    @Test func `A call is controlled from the portal, which closes the notification at every press`() throws {
        let (portal, app) = try scene()
        try app.type("incoming ada Ada")
        let id = try portal.expect("AddNotification").id
        try portal.press("answer")
        try app.expect("answered")
        let talk = try portal.expect("AddNotification") { $0.category == "call.ongoing" }
        #expect(talk.id == id && talk.priority == "normal")
        #expect(talk.buttons?.first?.purpose == "call.hang-up")
        try portal.press("mute")
        try portal.expect("AddNotification") { $0.buttons?.contains { $0.action == "mute" } == true }
        try app.expect("muted")
        try portal.expect("AddNotification") { $0.buttons?.contains { $0.action == "unmute" } == true }
        // A press beside the buttons: the agent shows the same notification again.
        try portal.press("open")
        try portal.expect("AddNotification") { $0.buttons?.contains { $0.action == "unmute" } == true }
        try portal.press("end")
        try app.expect("ended")
        #expect(try portal.expect("RemoveNotification").id == id)
    }

    @Test func `A second call at the portal has only one button with the purpose to accept`() throws {
        let (portal, app) = try scene()
        try app.type("incoming ada Ada")
        try portal.expect("AddNotification")
        try portal.press("answer")
        try app.expect("answered")
        try portal.expect("AddNotification") { $0.category == "call.ongoing" }
        try app.type("incoming bob Bob")
        let second = try portal.expect("AddNotification") { $0.category == "call.incoming" }
        #expect(second.buttons?.map(\.action) == ["decline", "end-and-answer", "hold-and-answer", "silence"])
        #expect(second.buttons?.map(\.purpose) == ["call.decline", nil, "call.accept", nil])
    }

    @Test func `A press at the portal with another program's key shows the call again, and answers nothing`() throws {
        let portal = try Portal(on: desktop.bus)
        try desktop.startAgent()
        let provider = try desktop.phone()
        try provider.ring()
        try portal.expect("AddNotification")
        try portal.tell("answer")
        try portal.expect("AddNotification")
        let heard = try provider.actor.client.signalsUpToNow(from: DaemonUnderTest.busName).compactMap(\.member)
        #expect(!heard.contains("PerformAnswerCallAction"))
        try portal.press("answer")
        _ = try provider.actor.client.waitForSignal("PerformAnswerCallAction")
    }

    @Test func `The app may raise its window after a press at the portal`() throws {
        let portal = try Portal(on: desktop.bus)
        try desktop.startAgent()
        let provider = try desktop.phone()
        try provider.ring()
        try portal.expect("AddNotification")
        try portal.press("answer", token: "wayland-1")
        let details = try provider.actor.client.waitForSignal("PerformAnswerCallAction").arguments.last
        #expect(details?["ActivationToken"] == .string("wayland-1"))
    }

    @Test func `The portal gets an icon file as a file`() throws {
        let portal = try Portal(on: desktop.bus)
        try desktop.startAgent()
        let provider = try desktop.phone(icon: Provider.png)
        try provider.ring()
        let hexadecimal = Provider.png.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        try portal.expect("AddNotification") { $0.icon == hexadecimal }
    }

    @Test(arguments: [["--version", "1"], ["--without-registry"], ["--refusing"]])
    func `The other server shows the calls if the portal cannot`(_ options: [String]) throws {
        let portal = try Portal(on: desktop.bus, options: options)
        let screen = try Dunst(on: desktop.bus)
        try desktop.startAgent()
        let app = try desktop.app()
        try app.type("incoming ada Ada")
        try screen.expect("Incoming call")
        try screen.press("answer")
        try app.expect("answered")
        withExtendedLifetime(portal) {}
    }

    @Test func `A login with only the portal reports no missing notification server`() throws {
        let (portal, app) = try scene()
        let agent = try #require(desktop.agent)
        try app.type("incoming ada Ada")
        try portal.expect("AddNotification")
        try desktop.killAgent()
        #expect(!agent.text(of: .error).contains("notification server"))
    }

    @Test(arguments: [["--version", "1"], ["--without-registry"]])
    func `A portal that cannot show calls does not count as a notification server`(_ options: [String]) throws {
        let portal = try Portal(on: desktop.bus, options: options)
        try desktop.startAgent()
        let agent = try AgentClient(on: desktop.bus)
        try agent.expect(["Problems": .strings(["no-notification-server"])])
        withExtendedLifetime(portal) {}
    }

    @Test func `A portal that leaves the bus is reported as missing until the next one starts`() throws {
        let (portal, _) = try scene()
        let agent = try AgentClient(on: desktop.bus)
        try portal.expect("Register")
        try portal.kill9()
        try agent.expect(["Problems": .strings(["no-notification-server"])])
        let next = try Portal(on: desktop.bus)
        try agent.expect(["Problems": .strings([])])
        withExtendedLifetime(next) {}
    }

    @Test func `The other server takes over from a portal that leaves, and a new portal gets the next call`() throws {
        let screen = try Dunst(on: desktop.bus)
        let (portal, app) = try scene()
        try app.type("incoming ada Ada")
        try portal.expect("AddNotification")
        try portal.kill9()
        try screen.expect("Incoming call")
        let next = try Portal(on: desktop.bus)
        try next.expect("Register")
        try screen.press("decline")
        try app.expect("ended")
        try app.type("incoming bob Bob")
        #expect(try next.expect("AddNotification").title?.contains("Bob") == true)
    }

    @Test func `After a portal has refused a notification another server shows the calls`() throws {
        let (portal, app) = try scene()
        try app.type("incoming ada Ada")
        let id = try portal.expect("AddNotification").id
        try portal.refuse()
        try portal.press("answer")
        try app.expect("answered")
        #expect(try portal.expect("RemoveNotification").id == id)
        let screen = try Dunst(on: desktop.bus)
        try screen.expect("Call with")
    }

    @Test func `The next agent closes a killed agent's notifications of ended calls at the portal`() throws {
        let (portal, app) = try scene()
        try app.type("incoming ada Ada")
        let id = try portal.expect("AddNotification").id
        try portal.press("answer")
        try app.expect("answered")
        try portal.expect("AddNotification") { $0.category == "call.ongoing" }
        try desktop.killAgent()
        try app.type("end")
        try app.expect("ended")
        try desktop.startAgent()
        #expect(try portal.expect("RemoveNotification").id == id)
    }
}

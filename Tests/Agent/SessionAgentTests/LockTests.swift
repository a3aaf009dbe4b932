// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The notifications on a locked screen. logind is a mock of python-dbusmock, because the real one needs a booted
/// system. The screen savers are clients of the test.
struct LockTests {
    private static let logind = "org.freedesktop.login1"
    let desktop: Desktop
    let client: BusClient
    let screen: Dunst

    init() throws {
        desktop = try Desktop()
        client = try BusClient(address: desktop.bus.address)
        screen = try Dunst(on: desktop.bus)
        try desktop.set("[Screen]\nShowCallerWhenLocked=no")
    }

    /// The user's desktop is the session c2.
    private func startLogind() throws -> ChildProcess {
        let process = try ChildProcess(
            ["/usr/bin/python3", "-m", "dbusmock", "--system", "--template", "logind"],
            environment: ["DBUS_SYSTEM_BUS_ADDRESS": desktop.bus.address])
        _ = try client.waitForName(Self.logind)
        try client.call(
            Self.logind, "/org/freedesktop/login1", "org.freedesktop.DBus.Mock", "AddSession", "c2", "seat0",
            .uint32(geteuid()), "ada", true)
        // The mock's own GetUser adds a number to a string, which fails.
        try client.call(
            Self.logind, "/org/freedesktop/login1", "org.freedesktop.DBus.Mock", "AddMethod",
            .string(Self.logind + ".Manager"), "GetUser", "u", "o",
            "ret = f'/org/freedesktop/login1/user/{args[0]}'")
        try client.object(Self.logind, "/org/freedesktop/login1/user/\(geteuid())", Self.logind + ".User")
            .set("Display", .structure(["c2", .path("/org/freedesktop/login1/session/c2")]))
        return process
    }

    private func lock(_ isLocked: Bool) throws {
        try client.object(Self.logind, "/org/freedesktop/login1/session/c2", Self.logind + ".Session")
            .call("SetLockedHint", .bool(isLocked))
    }

    private func expectNobody() throws {
        let shown = try screen.expect("Incoming call") { !$0.summary.contains("Ada") }
        #expect(!shown.summary.contains("from") && !shown.text.contains("4930"))
        #expect(shown.body.contains("Phone") && shown.keys.contains("answer"))
    }

    private func expectAda() throws { try screen.expect("Incoming call from \u{2068}Ada") }

    @Test func `A locked screen hides the caller if the user wants that`() throws {
        let logind = try startLogind()
        try desktop.startAgent(environment: ["XDG_SESSION_ID": "c2"])
        let app = try desktop.app()
        try app.type("incoming +4930123456 Ada")
        try expectAda()
        try lock(true)
        try expectNobody()
        try lock(false)
        try expectAda()
        try lock(true)
        try expectNobody()
        try desktop.set("[Screen]\nShowCallerWhenLocked=yes")
        try expectAda()
        logind.terminate()
    }

    @Test func `An agent without a session of its own follows the lock of the user's desktop`() throws {
        let logind = try startLogind()
        try lock(true)
        try desktop.startAgent()
        let app = try desktop.app()
        try app.type("incoming +4930123456 Ada")
        try expectNobody()
        try lock(false)
        try expectAda()
        logind.terminate()
    }

    @Test func `A locked screen hides the caller while the settings cannot be read`() throws {
        try desktop.set("[Fax]")
        let logind = try startLogind()
        try lock(true)
        try desktop.startAgent()
        let app = try desktop.app()
        try app.type("incoming +4930123456 Ada")
        try expectNobody()
        try desktop.set("")
        try expectAda()
        logind.terminate()
    }

    @Test(arguments: ["freedesktop", "gnome"])
    func `A screen saver tells the lock if logind does not know it`(_ desktopName: String) throws {
        let saver = try BusClient(address: desktop.bus.address)
        let name = "org.\(desktopName).ScreenSaver"
        try saver.requestName(name)
        try desktop.startAgent()
        try saver.reply(to: saver.waitForCall("GetActive"), [true])
        let app = try desktop.app()
        try app.type("incoming +4930123456 Ada")
        try expectNobody()
        try saver.emit("/org/\(desktopName)/ScreenSaver", name, "ActiveChanged", [false])
        try expectAda()
        try saver.emit("/org/\(desktopName)/ScreenSaver", name, "ActiveChanged", [true])
        try expectNobody()
        try saver.releaseName(name)
        try expectAda()
    }

    @Test(arguments: ["freedesktop", "gnome"])
    func `Another program than the screen saver does not unlock the screen`(_ desktopName: String) throws {
        let saver = try BusClient(address: desktop.bus.address)
        let name = "org.\(desktopName).ScreenSaver"
        try saver.requestName(name)
        try desktop.startAgent()
        try saver.reply(to: saver.waitForCall("GetActive"), [true])
        let app = try desktop.app()
        try app.type("incoming +4930123456 Ada")
        try expectNobody()
        for connection in try client.connections(of: desktop.agent?.processID) {
            try client.emit("/org/\(desktopName)/ScreenSaver", name, "ActiveChanged", [false], to: connection)
            try client.call(connection, "/", "org.freedesktop.DBus.Peer", "Ping")
        }
        try app.type("remote-end")
        #expect(try !screen.expect("Missed call").summary.contains("Ada"))
    }

    @Test func `Signals of others ask logind nothing, and many of its own ask it again once`() throws {
        let logind = try BusClient(address: desktop.bus.address)
        try logind.requestName(Self.logind)
        try desktop.startAgent(environment: ["XDG_SESSION_ID": "c2"])
        let path = "/org/freedesktop/login1/session/c2"
        let question = try logind.waitForCall("GetSession")
        try logind.reply(to: question, [.path(path)])
        try logind.reply(to: logind.waitForCall("Get"), [.variant(true)])
        let agent = try #require(question.sender)
        func tell(_ program: BusClient) throws {
            for _ in 1...100 {
                try program.emit(
                    path, "org.freedesktop.DBus.Properties", "PropertiesChanged",
                    [.string(Self.logind + ".Session"), ["LockedHint": false], .strings([])], to: agent)
            }
            try program.call(agent, "/", "org.freedesktop.DBus.Peer", "Ping")
        }
        try tell(client)
        try client.emit(
            "/org/freedesktop/login1", Self.logind + ".Manager", "SessionNew", ["c3", .path("/c3")], to: agent)
        try tell(logind)
        let first = try logind.waitForCall("Get")
        #expect(logind.methodCalls.isEmpty)
        try logind.reply(to: first, [.variant(true)])
        let second = try logind.waitForCall("Get")
        try logind.reply(to: second, [.variant(true)])
        try logind.call(agent, "/", "org.freedesktop.DBus.Peer", "Ping")
        #expect(logind.methodCalls.isEmpty)
        let app = try desktop.app()
        try app.type("incoming +4930123456 Ada")
        try expectNobody()
    }

    @Test func `A screen saver that has given its name to another one does not unlock the screen`() throws {
        let name = "org.freedesktop.ScreenSaver"
        let (first, second) = (
            try BusClient(address: desktop.bus.address), try BusClient(address: desktop.bus.address)
        )
        try first.requestName(name)
        try desktop.startAgent()
        let question = try first.waitForCall("GetActive")
        try first.releaseName(name)
        try second.requestName(name)
        try second.reply(to: second.waitForCall("GetActive"), [true])
        try first.reply(to: question, [false])
        for saver in [first, second] {
            try saver.call(question.sender ?? "", "/", "org.freedesktop.DBus.Peer", "Ping")
        }
        let app = try desktop.app()
        try app.type("incoming +4930123456 Ada")
        try expectNobody()
    }

    @Test func `A locked screen offers neither to block a caller nor to hold a call`() throws {
        try desktop.set("")
        let directory = try DirectoryOfUser(on: desktop)
        let logind = try startLogind()
        try desktop.startAgent()
        let phone = try desktop.phone()
        try phone.ring(name: "Eve")
        try screen.expect("Incoming call from") { $0.keys.contains("block") }
        try lock(true)
        try screen.expect("Incoming call from") { !$0.keys.contains("block") && $0.keys.contains("decline") }
        try screen.press("answer")
        try phone.fulfill(after: "PerformAnswerCallAction")
        try screen.expect("Call with") { $0.keys.contains("mute") && !$0.keys.contains("hold") }
        try lock(false)
        try screen.expect("Call with") { $0.keys.contains("hold") }
        withExtendedLifetime(directory) {}
        logind.terminate()
    }

    @Test func `A locked screen offers no call back`() throws {
        try desktop.set("")
        let logind = try startLogind()
        try desktop.startAgent()
        let app = try desktop.app()
        try app.type("incoming +4930123456 Ada")
        try expectAda()
        try app.type("remote-end")
        try screen.expect("Missed call from") { $0.keys.contains("call-back") }
        try lock(true)
        try screen.expect("Missed call from") { !$0.keys.contains("call-back") }
        try lock(false)
        try screen.expect("Missed call from") { $0.keys.contains("call-back") }
        logind.terminate()
    }

    @Test func `A locked screen calls nobody back and opens no window, also if its server still has the button`() throws
    {
        try desktop.set("")
        try client.requestName("org.monkeycall.Phone")
        try screen.stop()
        let server = try ServerStandIn(on: desktop.bus)
        let logind = try startLogind()
        try desktop.startAgent(environment: ["XDG_SESSION_ID": "c2"])
        try server.introduce()
        let phone = try desktop.phone()
        try phone.ring()
        _ = try server.next()
        try phone.end()
        let missed = try server.next { $0.actions.contains("call-back") }
        try lock(true)
        let locked = try server.next { !$0.actions.contains("call-back") }
        #expect(locked.id == missed.id)
        #expect(missed.actions.contains("default") && !locked.actions.contains("default"))
        try server.click(missed)
        try server.press("call-back", of: missed)
        try lock(false)
        let unlocked = try server.next { $0.actions.contains("call-back") }
        let heard = try phone.actor.client.signalsUpToNow(from: "org.monkeycall.CallManager")
        #expect(!heard.contains { $0.member == "StartCallRequested" })
        #expect(!client.methodCalls.contains { $0.member == "ActivateAction" })
        try server.press("call-back", of: unlocked)
        _ = try phone.actor.client.waitForSignal("StartCallRequested")
        logind.terminate()
    }
}

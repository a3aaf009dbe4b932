// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// That the computer stays awake during calls. logind is python-dbusmock's, because the real one needs a booted system;
/// the screen saver is a client of the test.
struct SleepInhibitorTests {
    let desktop: Desktop
    let client: BusClient

    init() throws {
        desktop = try Desktop()
        client = try BusClient(address: desktop.bus.address)
    }

    private func expectInhibitors(_ expected: [String], _ logind: BusObject) throws {
        let deadline = Deadline()
        var whats: [String] = []
        repeat {
            let inhibitors = try logind.call("ListInhibitors").first?.elements ?? []
            whats = inhibitors.compactMap { inhibitor in
                guard inhibitor[1]?.string == "MonkeyCall", inhibitor[3]?.string == "block" else { return nil }
                return inhibitor[0]?.string
            }
        } while whats != expected && !deadline.hasPassed
        #expect(whats == expected)
    }

    @Test func `sleep and idle are blocked from ringing until the end, or the agent's`() throws {
        let mock = try ChildProcess(
            ["/usr/bin/python3", "-m", "dbusmock", "--system", "--template", "logind"],
            environment: ["DBUS_SYSTEM_BUS_ADDRESS": desktop.bus.address])
        _ = try client.waitForName("org.freedesktop.login1")
        let logind = client.object(
            "org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager")
        try desktop.startAgent()
        let app = try desktop.app()
        try app.type("incoming ada Ada")
        try expectInhibitors(["idle:sleep"], logind)
        try app.type("answer")
        try app.expect("answered")
        try expectInhibitors(["idle:sleep"], logind)
        try app.type("end")
        try app.expect("ended")
        try expectInhibitors([], logind)
        try app.type("incoming bob Bob")
        try expectInhibitors(["idle:sleep"], logind)
        try desktop.killAgent()
        try expectInhibitors([], logind)
        mock.terminate()
    }

    @Test func `the screen saver is kept away during a call`() throws {
        let saver = try BusClient(address: desktop.bus.address)
        try saver.requestName("org.freedesktop.ScreenSaver")
        try desktop.startAgent()
        let app = try desktop.app()
        try app.type("incoming ada Ada")
        let inhibit = try saver.waitForCall("Inhibit")
        try saver.reply(to: inhibit, [.uint32(7)])
        try app.type("end")
        #expect(try saver.waitForCall("UnInhibit").arguments == [.uint32(7)])
    }
}

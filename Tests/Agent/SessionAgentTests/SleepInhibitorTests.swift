// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// The computer stays awake during calls. The screen saver is a client of the test.
struct SleepInhibitorTests {
    let desktop: Desktop
    let client: BusClient

    init() throws {
        desktop = try Desktop()
        client = try BusClient(address: desktop.bus.address)
    }

    @Test func `Sleep and idle are blocked from the ringing until the call or the agent ends`() throws {
        let logind = try Logind(on: desktop.bus)
        try desktop.startAgent()
        let app = try desktop.app()
        try app.type("incoming ada Ada")
        try logind.expectInhibitors(["idle:sleep"])
        try app.type("answer")
        try app.expect("answered")
        try logind.expectInhibitors(["idle:sleep"])
        try app.type("end")
        try app.expect("ended")
        try logind.expectInhibitors([])
        try app.type("incoming bob Bob")
        try logind.expectInhibitors(["idle:sleep"])
        try desktop.killAgent()
        try logind.expectInhibitors([])
    }

    @Test func `The screen saver is inhibited during a call`() throws {
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

// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// "call ada" in the searches of desktops.
struct SearchTests {
    let desktop: Desktop
    private let phone: Provider

    init() throws {
        desktop = try Desktop(hasUnits: true)
        phone = try desktop.stage.app("Phone")
    }

    private func called() throws -> DBusValue {
        try phone.actor.client.waitForSignal("StartCallRequested").arguments[1]
    }

    @Test func `The search of GNOME finds a contact and calls it`() throws {
        var dial: Dial?
        let screen = try GnomeShell(on: desktop.bus) { home in dial = try Dial(home, on: desktop.bus) }
        try screen.search(for: "call ada")
        #expect(try screen.waitForResult() == "Ada Lovelace")
        try screen.activateResult()
        #expect(try called() == Dial.number)
        withExtendedLifetime(dial) {}
    }

    @Test func `KRunner finds a contact and calls it`() throws {
        let home = try Home(on: desktop.bus)
        let screen = try XScreen(home)
        let dial = try Dial(home, on: desktop.bus)
        try home.start(["krunner"], owning: "org.kde.krunner")
        try home.client.call("org.kde.krunner", "/App", "org.kde.krunner.App", "query", "call ada")
        var request: BusMessage?
        try screen.pressReturn(in: "krunner") {
            let news = try phone.actor.client.signalsUpToNow(from: DaemonUnderTest.busName)
            request = news.first { $0.member == "StartCallRequested" }
            return request != nil
        }
        #expect(request?.arguments[1] == Dial.number)
        withExtendedLifetime(dial) {}
    }
}

// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// The two ways by which phosh shows calls on its locked screen.
@Suite(.serialized)
struct PhoshTests {
    let desktop: Desktop
    let screen: Phosh
    let app: App

    init() throws {
        desktop = try Desktop(hasUnits: true)
        screen = try Phosh(on: desktop.bus)
        try desktop.startAgent(environment: ["XDG_SESSION_ID": Logind.session])
        app = try desktop.app()
    }

    /// The buttons of its page for calls have pictures and no names, so a place below a text stands for each. The page
    /// slides in, so a press may miss: the test repeats it until the app prints `words`.
    private func press(_ across: Int, until words: String) throws {
        let deadline = Deadline()
        while !deadline.hasPassed {
            if let text = try? screen.waitFor("This call is not encrypted") {
                try screen.moveMouse(to: Point(x: across, y: text.centre.y + 70))
                try screen.click()
            }
            if (try? app.expect(words, timeout: 3)) != nil { return }
        }
        throw SupportError("phosh has no button that makes the app say \"\(words)\"")
    }

    @Test func `The locked phosh shows a call by the interface of GNOME Calls, and its button answers it`() throws {
        try app.type("incoming +4930123456 Ada Lovelace")
        try screen.waitFor("Ada Lovelace")
        try screen.keepPicture("phosh-call")
        try press(255, until: "answered")
        #expect(try screen.isLocked)
    }

    @Test func `The locked phosh declines a call by the interface of GNOME Calls`() throws {
        try app.type("incoming ada Ada")
        try press(105, until: "ended")
        #expect(try screen.isLocked)
    }

    @Test func `Where GNOME Calls has its name, the locked phosh shows the notification with its buttons`() throws {
        let calls = try BusClient(address: desktop.bus.address)
        // The agent gives its name back with the service, and takes it when it is free.
        try desktop.killAgent()
        try calls.requestName("org.gnome.Calls")
        try desktop.startAgent(environment: ["XDG_SESSION_ID": Logind.session])
        try app.type("incoming +4930123456 Ada Lovelace")
        try screen.waitFor("Incoming call from Ada Lovelace")
        try screen.waitForButton("Decline")
        try screen.keepPicture("phosh-notification")
        try screen.press("Answer")
        try app.expect("answered")
        #expect(try screen.isLocked)
    }
}

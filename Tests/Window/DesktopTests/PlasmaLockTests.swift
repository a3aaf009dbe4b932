// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// The window above the lock screen of Plasma on Wayland.
@Suite(.serialized)
struct PlasmaLockTests {
    let desktop: Desktop
    let screen: PlasmaLock

    init() throws {
        desktop = try Desktop(hasUnits: true)
        screen = try PlasmaLock(on: desktop.bus)
    }

    /// Starts the agent with these settings, the window, and an app.
    private func start(_ settings: String = "") throws -> App {
        try desktop.set(settings)
        try desktop.startAgent(environment: ["XDG_SESSION_ID": Logind.session])
        try screen.startWindow()
        return try desktop.app()
    }

    private func expectNoCaller() throws {
        let texts = try screen.read().map(\.text)
        #expect(!texts.isEmpty && !texts.contains { $0.contains("Ada") || $0.contains("4930") })
    }

    @Test func `The locked Plasma answers and ends a call by a window, also after the mouse has left it`() throws {
        let app = try start()
        try app.type("incoming +4930123456 Ada Lovelace")
        let (decline, answer) = (try screen.waitForButton("Decline"), try screen.waitForButton("Answer"))
        try screen.keepPicture("plasma-locked")
        try screen.moveMouse(to: answer.centre)
        try screen.moveMouse(to: Point(x: 5, y: 5))
        try screen.keepPicture("plasma-locked-left")
        try screen.moveMouse(to: answer.centre)
        try screen.keepPicture("plasma-locked-back")
        try screen.press("Silence")
        try screen.waitUntilGone("Silence")
        #expect(try screen.waitForButton("Answer").x == answer.x)
        try screen.press("Answer")
        try app.expect("answered")
        let end = try screen.waitForButton("End")
        #expect(decline.x + decline.width <= end.x && end.x + end.width <= answer.x)
        try screen.moveMouse(to: Point(x: 1000, y: 700))
        try screen.keepPicture("plasma-locked-active")
        try screen.press("End")
        try app.expect("ended")
        #expect(try screen.isLocked)
    }
    @Test func `The locked Plasma hides the caller with ShowCallerWhenLocked=no, mutes a call, and declines another`()
        throws
    {
        let app = try start("[Screen]\nShowCallerWhenLocked=no")
        try app.type("incoming +4930123456 Ada Lovelace")
        try screen.waitFor("Incoming call")
        try screen.waitFor("through Phone")
        #expect(try screen.buttons() == ["Decline", "Silence", "Answer"])
        try expectNoCaller()
        try screen.keepPicture("plasma-locked-hidden")
        try screen.press("Answer")
        try app.expect("answered")
        try screen.press("Mute")
        try app.expect("muted")
        try screen.waitForButton("Unmute")
        try expectNoCaller()
        try screen.press("End")
        try app.expect("ended")
        try desktop.set("[Screen]\nShowCallerWhenLocked=yes")
        try app.type("incoming +4930123456 Ada Lovelace")
        try screen.waitFor("Incoming call from Ada Lovelace")
        try screen.press("Decline")
        try app.expect("ended")
        try screen.waitUntilGone("Decline")
        #expect(try screen.isLocked)
    }
}

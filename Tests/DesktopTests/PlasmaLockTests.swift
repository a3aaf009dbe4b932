// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// The window above the lock screen of Plasma on Wayland.
@Suite(.serialized)
struct PlasmaLockTests {
    @Test func `The locked Plasma answers and ends a call by a window, also after the mouse has left it`() throws {
        let desktop = try Desktop()
        let screen = try PlasmaLock(on: desktop.bus)
        try desktop.startAgent(environment: ["XDG_SESSION_ID": Logind.session])
        try screen.startWindow()
        let app = try desktop.app()
        try app.type("incoming +4930123456 Ada Lovelace")
        let answer = try screen.waitForButton("Answer")
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
        #expect(end.x + end.width <= answer.x)
        try screen.moveMouse(to: Point(x: 1000, y: 700))
        try screen.keepPicture("plasma-locked-active")
        try screen.press("End")
        try app.expect("ended")
        #expect(try screen.isLocked)
    }
}

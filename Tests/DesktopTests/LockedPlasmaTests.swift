// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// The window above the lock screen of Plasma on Wayland.
@Suite(.serialized)
struct LockedPlasmaTests {
    /// The colours of libadwaita for the button that is suggested, and for the one that ends something.
    private static let (answer, end) = ("#3584e4", "#e01b24")

    let desktop: Desktop
    let screen: LockedPlasma

    init() throws {
        desktop = try Desktop()
        screen = try LockedPlasma(on: desktop.bus)
        try screen.startOverlay()
    }

    @Test func `The locked Plasma shows a call above its lock screen, and its buttons answer and end it`() throws {
        try desktop.startAgent()
        let app = try desktop.app()
        try app.type("incoming +4930123456 Ada Lovelace")
        try screen.press(Self.answer)
        try app.expect("answered")
        try screen.waitUntilGone(Self.answer)
        try screen.takePicture("plasma-locked")
        try screen.press(Self.end)
        try app.expect("ended")
        try screen.waitUntilGone(Self.end)
        #expect(try screen.isLocked)
    }
}

// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// The window on Wayland, from an empty desktop to calls that were held and merged and have ended.
@Suite(.serialized)
struct SwayTests {
    @Test(arguments: PhoneWindow.widths)
    func `On sway the window answers, holds, swaps, merges and ends calls`(width: Int) throws {
        let window = try PhoneWindow(width: width, on: .sway)
        try window.open()
        try window.expectTree()
        let app = try CallingApp(window)
        let ada = try app.ring("+4930123456", "Ada")
        try window.waitForButton("Answer")
        try expectWidth(width, of: window)
        try window.screen.keepPicture("sway-ringing-\(width)")
        // With the mouse.
        try window.click("Answer")
        try app.expect("answer")
        try window.press("Hold")
        try app.expect("hold")
        try window.expectTree("On hold")
        try window.press("Hold")
        try app.expect("resume")
        let bob = try app.ring("bob@example.org", "Bob")
        try window.press("Hold & Answer")
        #expect(try app.expect("hold").hasSuffix(ada))
        #expect(try app.expect("answer").hasSuffix(bob))
        try window.waitForButton("End: Ada")
        try expectWidth(width, of: window)
        try window.screen.keepPicture("sway-two-\(width)")
        try window.click("Swap")
        #expect(try app.expect("hold").hasSuffix(bob))
        #expect(try app.expect("resume").hasSuffix(ada))
        try window.waitForButton("End: Bob")
        try window.press("Merge")
        try app.expect("group")
        try window.waitFor("Conference of 2")
        try window.expectTree("Connected")
        try window.screen.keepPicture("sway-conference-\(width)")
        // Both members, with a key.
        try window.screen.type("ctrl+e")
        try app.expect("end")
        try app.expect("end")
        try window.waitUntilGone("Conference of 2")
    }

    /// sway gives the window the width of its screen; a page that needs more would be cut off.
    private func expectWidth(_ width: Int, of window: PhoneWindow) throws {
        let right = try window.widgets().map { $0.area[0] + $0.area[2] }.max() ?? 0
        #expect(right <= width)
    }
}

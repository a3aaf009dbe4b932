// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// Texts of apps in the window.
@Suite(.serialized)
struct HostileTextTests {
    @Test func `Markup in the name of a caller is shown as text, also when the call has ended`() throws {
        let window = try PhoneWindow(width: 360)
        try window.open()
        let app = try CallingApp(window)
        let call = try app.ring("+4930123456", "<b>Ada</b> & <a href=\"x\">Co</a>")
        try window.waitFor("<b>Ada</b> & <a href=\"x\">Co</a>")
        try app.end(call)
        try window.waitFor("The call with <b>Ada</b> & <a href=\"x\">Co</a> has ended.")
    }

    @Test func `A name as long as the service allows, with marks of direction, leaves the window as narrow as it was`()
        throws
    {
        let window = try PhoneWindow(width: 360)
        try window.open()
        let app = try CallingApp(window)
        _ = try app.ring("+4930123456", "\u{202E}" + String(repeating: "W", count: 1000))
        let answer = try window.waitForButton("Answer")
        #expect(answer.area[0] + answer.area[2] <= 400)
        try window.press("Answer")
        try window.waitForButton("Hold")
        try window.checkNames()
    }
}

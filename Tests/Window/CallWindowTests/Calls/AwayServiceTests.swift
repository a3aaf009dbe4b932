// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// The call service dies in a call.
@Suite(.serialized)
struct AwayServiceTests {
    @Test(arguments: [true, false])
    func `A call stays in the window while the service is away, and leaves it if the next service does not know it`(
        isKnown: Bool
    ) throws {
        let window = try PhoneWindow(width: 360, keepsState: true)
        try window.open()
        let app = try CallingApp(window)
        try app.talk(in: window)
        try window.waitForButton("Hold")
        let stage = window.desktop.stage
        try stage.crash()
        try window.waitFor("MonkeyCall is starting again. Your call goes on in Example Phone.")
        #expect(try window.shows("Ada"))
        #expect(try window.widgets().contains { $0.isButton && $0.isCalled("Mute") && !$0.isSensitive })
        #expect(try window.widgets().contains { $0.isButton && $0.isCalled("End") && !$0.isSensitive })
        try window.screen.keepPicture("away")
        if !isKnown { try stage.dropState() }
        try stage.startService()
        try window.waitUntilGone("MonkeyCall is starting again.")
        guard isKnown else { return try window.waitUntilGone("through Example Phone") }
        try window.press("Mute")
        try app.expect("mute")
    }
}

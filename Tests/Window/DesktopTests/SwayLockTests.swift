// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// The keys that the documentation binds on sway, whose lock screen shows no calls.
struct SwayLockTests {
    @Test func `On a sway that swaylock has locked, the documented keys answer and end calls`() throws {
        let desktop = try Desktop(configuration: SwayLock.configuration, hasUnits: true)
        let screen = try SwayLock(on: desktop.bus)
        let app = try desktop.app()
        try screen.press(SwayLock.unlockedKey)
        let deadline = Deadline()
        while try screen.unlockedPresses == 0 { try #require(!deadline.hasPassed) }
        try screen.lock()
        for key in ["XF86Phone", "XF86AudioPlay"] {
            try app.type("incoming ada Ada")
            try app.expect("incoming")
            try screen.press(SwayLock.unlockedKey)
            try screen.press(key)
            try app.expect("answered")
            try screen.press("XF86HangupPhone")
            try app.expect("ended")
        }
        #expect(try screen.unlockedPresses == 1)
    }
}

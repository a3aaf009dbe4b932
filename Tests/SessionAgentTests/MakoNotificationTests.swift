// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// The behaviour on mako after the user has dismissed a notification.
struct MakoNotificationTests {
    @Test func `On mako a call that the user dismisses comes back with its buttons`() throws {
        let desktop = try Desktop()
        let screen = try Mako(on: desktop.bus)
        try desktop.startAgent()
        let app = try desktop.app()
        try app.type("incoming ada Ada")
        try screen.expect(["answer", "decline", "default", "silence"])
        try screen.dismiss()
        try screen.expect(["answer", "decline", "default"])
        try app.type("answer")
        try screen.expect(["default", "end", "hold", "mute"])
    }
}

// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// What the window says of a call beside its state.
@Suite(.serialized)
struct BadgeTests {
    @Test func `The window says that a call is encrypted, and that its silence depends on the app`() throws {
        let window = try PhoneWindow()
        // Without a sound server the agent can silence no call.
        try window.desktop.startAgent(environment: window.desktop.bus.withoutSound)
        try window.open()
        let app = try CallingApp(window)
        let call = try app.talk(in: window)
        try app.update(call, "Encrypted", "true")
        try window.waitFor("Encrypted")
        #expect(try !window.shows("Silence depends on the app"))
        try window.press("Mute")
        try app.expect("mute")
        try window.waitFor("Silence depends on the app")
        try window.press("Mute")
        try app.expect("unmute")
        try window.waitUntilGone("Silence depends on the app")
        try app.update(call, "Encrypted", "false")
        try window.waitUntilGone("Encrypted")
    }
}

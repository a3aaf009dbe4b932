// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// Links that call.
@Suite(.serialized)
struct LinkTests {
    @Test func `A link asks whether to call, and only the press of Call asks an app`() throws {
        let window = try PhoneWindow()
        try window.open("tel:+49-30-123456")
        let app = try CallingApp(window)
        try window.waitFor("Call +4930123456?")
        try window.checkWidgets()
        try window.screen.keepPicture("link")
        try window.press("Cancel")
        try window.waitUntilGone("Call +4930123456?")
        // The same program asks about the link of another process, which ends.
        let other = try window.start(["sip:ada@example.org"])
        #expect(try other.waitForExit() == .exited(0))
        try window.waitFor("Call ada@example.org?")
        try window.press("Call")
        #expect(try app.expect("start-requested") == "generic ada@example.org")
    }

    @Test func `The question about a link names the contact, with the number that is called`() throws {
        let page = try PageWindow()
        try page.directory.add("Charles Babbage", "+4930654321")
        try page.window.open("tel:+49-30-654321")
        try page.window.waitFor("Call Charles Babbage?")
        try page.window.waitFor("030 654321")
    }

    @Test func `A link that must not be called is refused with its reason`() throws {
        let window = try PhoneWindow()
        try window.open("tel:*%2306%23")
        try window.waitFor("link")
        #expect(try !window.shows("Call *"))
    }

    @Test func `A burst of links that must not be called leaves the window open, with the newest reason`() throws {
        let window = try PhoneWindow()
        try window.open()
        let client = try BusClient(address: window.desktop.bus.address)
        try client.waitForName("org.monkeycall.Phone", owned: true)
        func open(_ links: String...) throws {
            _ = try client.call(
                "org.monkeycall.Phone", "/org/monkeycall/Phone", "org.freedesktop.Application", "Open",
                .strings(links), [:])
        }
        for _ in 0..<3 {
            try open("tel:x", "tel:x", "tel:x")
            for _ in 0..<8 { try open("tel:x") }
            try open("tel:*%2306%23")
            try window.waitFor("This link can change settings of your line")
        }
        try open("tel:x")
        try window.waitFor("This link has no valid number or address")
    }

    @Test func `The window is no shell`() throws {
        let window = try PhoneWindow()
        try window.open()
        let app = try CallingApp(window)
        _ = try app.ring("+4930123456", "Ada")
        try window.waitForButton("Answer")
        let client = try window.desktop.daemon.client()
        #expect(try client.audio().getAll()["HasShell"] == .bool(false))
        // Without a shell there is no route, and the control says so.
        try window.press("Answer")
        try window.waitForButton("Hold")
        #expect(try window.explanation(of: "Audio").contains("monkeycall-agent"))
    }
}

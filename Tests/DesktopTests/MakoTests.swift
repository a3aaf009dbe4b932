// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// Calls on a notification server that shows no buttons: the user can only click on the notification.
struct MakoTests {
    let desktop: Desktop
    let screen: Mako
    let app: App

    init() throws {
        desktop = try Desktop()
        screen = try Mako(on: desktop.bus)
        try desktop.startAgent()
        app = try desktop.app()
    }

    private func click(at text: String) throws {
        try screen.pointAt(text)
        try screen.click()
    }

    @Test func `mako shows a call and the hint that a click answers it, and a click does`() throws {
        try app.type("incoming +4930123456 Ada Lovelace")
        try screen.waitFor("Incoming call from Ada Lovelace")
        try screen.waitFor("Click: Answer")
        try screen.keepPicture("mako-incoming")
        try click(at: "Click: Answer")
        try app.expect("answered")
        try screen.waitFor("Call with Ada Lovelace")
        try screen.keepPicture("mako-talking")
        try click(at: "Click: End")
        try app.expect("ended")
        try screen.waitUntilGone("Ada Lovelace")
    }

    @Test func `On mako a click on a second call holds the first`() throws {
        try app.type("incoming ada Ada")
        try click(at: "Incoming call from Ada")
        try app.expect("answered")
        try screen.waitFor("Call with Ada")
        try app.type("incoming bob Bob")
        try screen.waitFor("Incoming call from Bob")
        try screen.keepPicture("mako-second")
        try click(at: "Click: Hold & Answer")
        try app.expect("held")
        try app.expect("answered")
        try screen.waitFor("Call with Bob")
    }
}

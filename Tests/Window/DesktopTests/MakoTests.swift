// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// Calls on a notification server that shows no buttons.
struct MakoTests {
    let desktop: Desktop
    let screen: Mako
    let app: App

    init() throws {
        desktop = try Desktop(hasUnits: true)
        screen = try Mako(on: desktop.bus)
        try desktop.startAgent()
        app = try desktop.app()
    }

    @Test func `mako shows a call with its app, and a click beside the buttons neither answers nor ends it`() throws {
        try app.type("incoming +4930123456 Ada Lovelace")
        try screen.waitFor("Incoming call from Ada Lovelace")
        try screen.keepPicture("mako-incoming")
        try screen.pointAt("Incoming call from Ada Lovelace")
        try screen.click()
        // mako closes the notification at a click, and the agent shows it again.
        try screen.waitFor("Incoming call from Ada Lovelace")
        try app.type("answer")
        try app.expect("answered")
        try screen.waitFor("Call with Ada Lovelace")
        try screen.keepPicture("mako-talking")
        try app.type("end")
        try app.expect("ended")
        try screen.waitUntilGone("Ada Lovelace")
    }

    @Test func `mako shows a second call beside the first`() throws {
        try app.type("incoming ada Ada")
        try screen.waitFor("Incoming call from Ada")
        try app.type("answer")
        try app.expect("answered")
        try screen.waitFor("Call with Ada")
        try app.type("incoming bob Bob")
        try screen.waitFor("Incoming call from Bob")
        try screen.keepPicture("mako-second")
    }
}

// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// The two ways by which phosh shows calls on its locked screen.
@Suite(.serialized)
struct PhoshTests {
    let desktop: Desktop
    let screen: Phosh
    let app: App

    init() throws {
        desktop = try Desktop()
        screen = try Phosh(on: desktop.bus)
        try desktop.startAgent(environment: ["XDG_SESSION_ID": Logind.session])
        app = try desktop.app()
    }

    @Test func `The locked phosh shows a call by the interface of GNOME Calls, and its buttons answer and end it`() throws {
        try app.type("incoming +4930123456 Ada Lovelace")
        try screen.waitFor("Ada Lovelace")
        try screen.keepPicture("phosh-call")
        try screen.press("Accept call")
        try app.expect("answered")
        try screen.press("Hang up")
        try app.expect("ended")
        #expect(try screen.isLocked)
    }
}

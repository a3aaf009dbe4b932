// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// The real window, which the bus starts from a notification of Xfce.
struct WindowTests {
    @Test func `A press on a notification of Xfce starts the window with the call, and later with the missed calls`()
        throws
    {
        let desktop = try Desktop(hasUnits: true)
        let screen = try Xfce(on: desktop.bus)
        let directory = try DirectoryOfUser(on: desktop)
        // Only a window with the focus marks the missed calls as seen.
        try screen.home.start(["openbox"])
        try screen.home.installWindow(on: desktop.bus)
        try desktop.startAgent()
        let app = try desktop.app()
        try app.type("incoming +4930123456 Ada")
        try screen.waitFor("Incoming call from Ada")
        try screen.press("Open the Window")
        try screen.home.act(inWindowOf: "monkeycall-phone", "windowfocus", "--sync")
        try screen.keepPicture("xfce-window")
        try screen.home.run("xdotool", "key", "--clearmodifiers", "ctrl+q")
        try screen.home.client.waitForName("org.monkeycall.Phone", owned: false)
        try screen.press("Decline")
        try app.expect("ended")
        try app.type("incoming +4930123457 Bob")
        try screen.waitFor("Incoming call from Bob")
        try app.type("remote-end")
        try screen.waitFor("Missed call from Bob")
        try screen.press("Open the Window")
        try screen.home.act(inWindowOf: "monkeycall-phone", "windowfocus", "--sync")
        try directory.expectUnread(0)
        try screen.waitUntilGone("Missed call from Bob")
    }
}

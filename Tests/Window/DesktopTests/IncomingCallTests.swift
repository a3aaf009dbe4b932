// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// Incoming calls on real desktops, from the app to the button and back.
struct IncomingCallTests {
    enum Kind: String, CaseIterable {
        case gnome, plasma, xfce

        func start(on bus: BusDaemon) throws -> any Screen {
            switch self {
            case .gnome: try GnomeShell(on: bus)
            case .plasma: try Plasma(on: bus)
            case .xfce: try Xfce(on: bus)
            }
        }
    }

    let desktop: Desktop

    init() throws { desktop = try Desktop(hasUnits: true) }

    private func begin(_ kind: Kind) throws -> (screen: any Screen, app: App) {
        let screen = try kind.start(on: desktop.bus)
        try desktop.startAgent()
        return (screen, try desktop.app())
    }

    @Test(arguments: Kind.allCases)
    func `A desktop shows a call, and its buttons answer and end it`(_ kind: Kind) throws {
        let (screen, app) = try begin(kind)
        try app.type("incoming +4930123456 Ada Lovelace")
        try screen.waitFor("Incoming call from Ada Lovelace")
        // KDE does not tell screen readers these texts; see the picture.
        if kind != .plasma {
            try screen.waitFor("+4930123456")
            try screen.waitFor("through Phone")
        }
        try screen.waitForButton("Silence")
        #expect(try screen.buttons() == ["Decline", "Silence", "Answer"])
        try screen.keepPicture("\(kind)-incoming")
        try screen.press("Answer")
        try app.expect("answered")
        try screen.pointAt("Call with Ada Lovelace")
        try screen.waitForButton("Hold")
        #expect(try screen.buttons() == ["End", "Mute", "Hold"])
        try screen.keepPicture("\(kind)-talking")
        try screen.press("End")
        try app.expect("ended")
        try screen.waitUntilGone("Ada Lovelace")
    }

    @Test(arguments: Kind.allCases)
    func `Declining a call ends it and closes its notification`(_ kind: Kind) throws {
        let (screen, app) = try begin(kind)
        try app.type("incoming ada Ada")
        try screen.press("Decline")
        try app.expect("ended")
        try screen.waitUntilGone("Ada")
    }

    @Test(arguments: Kind.allCases)
    func `A click on the notification of a call opens the window for calls, and does not answer`(_ kind: Kind) throws {
        // It owns the name in place of the window.
        let window = try BusClient(address: desktop.bus.address)
        try window.requestName("org.monkeycall.Phone")
        let (screen, app) = try begin(kind)
        try app.type("incoming ada Ada")
        try click(on: "Incoming call from Ada", kind, screen, until: window)
        try screen.waitFor("Incoming call from Ada")
        try app.type("remote-end")
        #expect(try app.process.waitForLine { $0.hasPrefix("answered") || $0.hasPrefix("ended") }.hasPrefix("ended"))
    }

    /// Clicks on a notification until the agent opens the window with the call. Xfce has a button in place of a click.
    private func click(on title: String, _ kind: Kind, _ screen: any Screen, until window: BusClient) throws {
        let deadline = Deadline()
        // A notification that still moves does not notice the click.
        while !window.methodCalls.contains(where: { $0.arguments.first == "show-call" }) {
            guard !deadline.hasPassed else { throw SupportError("no click on \"\(title)\" opens the window") }
            try screen.pointAt(title)
            if kind == .xfce { try screen.press("Open the Window") } else { try screen.click() }
            _ = try window.callBus("GetId")
        }
    }

    @Test(arguments: Kind.allCases)
    func `A desktop shows a second call, and its answer holds the first`(_ kind: Kind) throws {
        let (screen, app) = try begin(kind)
        try app.type("incoming ada Ada")
        try screen.press("Answer")
        try app.expect("answered")
        try screen.waitFor("Call with Ada")
        try app.type("incoming bob Bob")
        try screen.waitFor("Incoming call from Bob")
        try screen.waitForButton("Hold & Answer")
        try screen.waitForButton("End & Answer")
        try screen.waitForButton("Decline")
        try screen.keepPicture("\(kind)-second")
        try screen.press("Hold & Answer")
        try app.expect("held")
        try app.expect("answered")
        try screen.waitFor("Call with Bob")
        try screen.waitUntilGone("Incoming call")
    }
}

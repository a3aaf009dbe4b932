// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// Two lines that can call the same number.
@Suite(.serialized)
struct LineTests {
    private static let names = ["One", "Two"]

    /// Two modems of the user, and the window.
    private static func scene() throws -> (window: PhoneWindow, modems: [Provider]) {
        let window = try PhoneWindow(
            width: 360,
            configuration: names.map { "[Cellular org.example.\($0)]\nUser=\(getuid())\n" }.joined())
        let modems = try names.map { name in
            try window.desktop.stage.app(
                name,
                ["LocalizedName": .string("SIM \(name)"), "SupportedHandleTypes": .strings(["phone-number"])])
        }
        return (window, modems)
    }

    /// The second modem is asked to call, and the first is not.
    private static func expectSecond(_ modems: [Provider], number: String = "+4930123456") throws {
        let request = try modems[1].actor.client.waitForSignal("StartCallRequested")
        #expect(request.arguments[0] == "org.example.Two")
        #expect(request.arguments[1][1] == .string(number))
        let others = try modems[0].actor.client.signalsUpToNow(from: DaemonUnderTest.busName)
        #expect(!others.contains { $0.member == "StartCallRequested" })
    }

    /// The mailbox of a line is a number that the window dials as it was typed.
    @Test(arguments: ["+4930123456", "3311"])
    func `The keypad offers each line by its name, and the chosen one calls`(_ number: String) throws {
        let (window, modems) = try Self.scene()
        try window.open()
        try window.screen.type("alt+4")
        try window.press("App for the call: Default app")
        for name in ["Default app", "SIM One"] { try window.waitForButton(name) }
        try window.screen.keepPicture("keypad-lines")
        try window.press("SIM Two")
        try window.waitForButton("App for the call: SIM Two")
        for key in number { try window.screen.type(key == "+" ? "plus" : String(key)) }
        try window.screen.type("Return")
        try Self.expectSecond(modems, number: number)
        // The chosen line goes, and one line leaves no choice.
        modems[1].actor.client.close()
        try window.waitUntilGone("App for the call")
    }

    @Test func `The question about a link offers each line by its name, and the chosen one calls`() throws {
        let (window, modems) = try Self.scene()
        // The link starts the program, which does not know the lines yet.
        try window.open("tel:+49-30-123456")
        try window.waitForButton("App for the call")
        try window.press("Cancel")
        try window.waitUntilGone("Call +4930123456?")
        let other = try window.start(["tel:+49-30-123456"])
        #expect(try other.waitForExit() == .exited(0))
        let choice = try window.waitForButton("App for the call")
        try window.screen.accessibility.act(on: choice.node)
        for name in ["Default app", "SIM One", "SIM Two"] { try window.waitFor(name) }
        try window.screen.keepPicture("lines")
        try window.screen.type("Down", "Down", "Return")
        try window.waitUntilGone("SIM One")
        try window.press("Call")
        try Self.expectSecond(modems)
    }

    /// The second modem has called the number, and the directory knows.
    private static func callBefore(_ modems: [Provider], _ directory: DirectoryOfUser) throws {
        _ = try modems[1].actor.request([modems[1].start("A", ["Handle": .tuple("phone-number", "+4930123456")])])
        try modems[1].doEverything()
        try modems[1].reportEnded(UUIDs.text("A"))
        let history = directory.object("History")
        while try history.call("List", [:], .uint64(0), .uint32(1)).first?.elements?.isEmpty != false {}
    }

    @Test func `The line of the last call is the first one and selected, and the user can choose the default app`()
        throws
    {
        let (window, modems) = try Self.scene()
        let directory = try DirectoryOfUser(on: window.desktop)
        try Self.callBefore(modems, directory)
        try window.open("tel:+49-30-123456")
        try window.waitForButton("App for the call")
        try window.waitFor("SIM Two")
        try window.press("Call")
        try Self.expectSecond(modems)
        try window.waitUntilGone("App for the call")
        // A press while the request is open would be the same request.
        try window.waitForButton("Cancel")
        try window.screen.type("ctrl+e")
        try window.screen.type("alt+4")
        for key in "+4930123456" { try window.screen.type(key == "+" ? "plus" : String(key)) }
        try window.press("App for the call: SIM Two")
        let names = ["SIM Two", "Default app", "SIM One"]
        let tops = try names.map { try window.waitForButton($0).area[1] }
        #expect(tops == tops.sorted())
        try window.screen.keepPicture("keypad-last-line")
        try window.press("Default app")
        try window.waitForButton("App for the call: Default app")
        try window.screen.type("Return")
        _ = try modems[0].actor.client.waitForSignal("StartCallRequested")
        withExtendedLifetime(directory) {}
    }

    @Test func `A link is called by the app of the favourite if the user chooses no app`() throws {
        let (window, modems) = try Self.scene()
        let directory = try DirectoryOfUser(on: window.desktop)
        try directory.object("Favourites").call(
            "Set", .uint32(1), .tuple("phone-number", "030 123456"), "Ada", "org.example.Two")
        try window.open("tel:+49-30-123456")
        try window.waitForButton("App for the call")
        try window.press("Call")
        try Self.expectSecond(modems)
    }
}

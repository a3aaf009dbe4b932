// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// The call view without a mouse.
@Suite(.serialized)
struct KeyboardTests {
    @Test func `Keys answer, mute, send tones and end a call`() throws {
        let window = try PhoneWindow()
        try window.open()
        let app = try CallingApp(window)
        let call = try app.ring("+4930123456", "Ada")
        try window.waitForButton("Answer")
        try window.screen.type("ctrl+Return")
        try app.expect("answer")
        try window.waitForButton("Hold")
        try window.screen.type("ctrl+m")
        try app.expect("mute")
        try window.screen.type("5")
        #expect(try app.expect("dtmf").hasSuffix("\(call) 5"))
        try window.screen.type("numbersign")
        #expect(try app.expect("dtmf").hasSuffix("\(call) #"))
        try window.waitForButton("Hide Keypad")
        try window.checkWidgets()
        try window.screen.keepPicture("tones")
        try window.screen.type("ctrl+e")
        try app.expect("end")
    }

    @Test func `Each key of the shortcuts window does what the window says`() throws {
        let page = try PageWindow()
        let window = page.window
        try window.open()
        try window.waitFor("No calls yet")
        try window.focusSearch()
        let app = try CallingApp(window)
        let ada = try app.ring("+4930123456", "Ada")
        try window.waitForButton("Answer")
        try window.screen.type("ctrl+i")
        try window.waitFor("Incoming call, silenced")
        try window.screen.type("ctrl+Return")
        try app.expect("answer")
        try window.waitForButton("Hold")
        try window.screen.type("ctrl+h")
        try app.expect("hold")
        try window.waitFor("On hold")
        try window.screen.type("ctrl+h")
        try app.expect("resume")
        try window.waitUntilGone("On hold")
        try window.screen.type("ctrl+k")
        try window.waitForButton("Hide Keypad")
        try window.screen.type("ctrl+k")
        try window.waitUntilGone("Hide Keypad")
        try window.screen.type("ctrl+n")
        try window.press("Back to the call with Ada")
        let bob = try app.ring("bob@example.org", "Bob")
        try window.waitForButton("Hold & Answer")
        // It answers the call that rings, in the way of its first button.
        try window.screen.type("ctrl+Return")
        #expect(try app.expect("answer").hasSuffix(bob))
        try window.waitForButton("End: Ada")
        try window.screen.type("ctrl+s")
        #expect(try app.expect("resume").hasSuffix(ada))
        try window.waitForButton("End: Bob")
        try window.screen.type("ctrl+j")
        try app.expect("group")
        try window.waitFor("Conference of 2")
        try window.screen.type("ctrl+e")
        try app.expect("end")
        try app.expect("end")
        try window.waitUntilGone("Conference of 2")
        try window.screen.type("ctrl+question")
        try window.waitFor("Hold or Resume")
        try window.screen.type("Escape")
        try window.waitUntilGone("Hold or Resume")
        let process = try #require(window.process)
        try window.screen.type("ctrl+q")
        #expect(try process.waitForExit() == .exited(0))
    }

    @Test func `Ctrl and Backspace decline a call that rings`() throws {
        let window = try PhoneWindow()
        try window.open()
        let app = try CallingApp(window)
        let call = try app.ring("+4930123456", "Ada")
        try window.waitForButton("Decline")
        try window.screen.type("ctrl+BackSpace")
        #expect(try app.expect("end").hasSuffix(call))
    }

    @Test func `A second press of the Return key on Answer does not end the call`() throws {
        let window = try PhoneWindow()
        try window.open()
        let app = try CallingApp(window)
        _ = try app.ring("+4930123456", "Ada")
        try window.waitForButton("Answer")
        try window.tab(to: "Answer")
        try window.screen.type("Return")
        try app.expect("answer")
        try window.waitForButton("Hold")
        // The focus is on the person, which no key presses.
        try window.waitForFocus(on: "Ada through Example Phone, Connected")
        try window.screen.type("Return", "space")
        try window.press("Mute")
        try app.expect("mute")
    }

    @Test func `While the user writes on a page, the key that declines deletes a word and the call rings on`() throws {
        let page = try PageWindow()
        let window = page.window
        let app = try CallingApp(window)
        try window.open()
        _ = try app.ring("+4930123456", "Ada")
        try window.waitForButton("Answer")
        try page.show(.keypad)
        try window.waitForButton("Back to the call with Ada")
        try page.write("030654321", into: "Name or number")
        try window.waitFor("030 654321")
        try window.screen.type("End", "ctrl+BackSpace")
        try window.waitUntilGone("030 654321")
        try window.press("Back to the call with Ada")
        try window.press("Answer")
        try app.expect("answer")
    }

    @Test func `All calls that ring are declined with one press`() throws {
        let window = try PhoneWindow(width: 360)
        try window.open()
        let (one, two) = (try CallingApp(window, "One"), try CallingApp(window, "Two"))
        _ = try one.ring("+4930123456", "Ada")
        _ = try two.ring("+4930123457", "Bob")
        try window.press("Decline All")
        try one.expect("end")
        try two.expect("end")
        try window.waitUntilGone("through Example")
    }

    @Test func `A second call that rings while the user looks at a page comes to the front`() throws {
        let window = try PhoneWindow()
        try window.open()
        let app = try CallingApp(window)
        _ = try app.ring("+4930123456", "Ada")
        try window.press("Answer")
        try window.press("Add Call")
        try window.waitForButton("Back to the call with Ada")
        try window.checkWidgets()
        _ = try app.ring("bob@example.org", "Bob")
        try window.press("Hold & Answer")
        try window.waitForButton("End: Ada")
    }

    @Test func `An incoming call takes the focus as a whole so that a screen reader says it, and Space does nothing`()
        throws
    {
        let window = try PhoneWindow()
        try window.open()
        let app = try CallingApp(window)
        _ = try app.ring("+4930123456", "Ada")
        let caller = try window.waitForFocus(on: "Incoming call from Ada through Example Phone")
        #expect(caller.text == "Control Return answers")
        try window.screen.type("space", "Return")
        try window.screen.type("ctrl+Return")
        try app.expect("answer")
        _ = try app.ring("bob@example.org", "Bob")
        try window.waitForFocus(on: "Incoming call from Bob through Example Phone")
        try window.press("Decline")
        try app.expect("end")
        try window.waitForFocus(on: "Ada through Example Phone, Connected")
    }

    @Test func `The Tab key goes on when the buttons of a call that rang have gone with the focus`() throws {
        let window = try PhoneWindow()
        try window.open()
        let app = try CallingApp(window)
        _ = try app.ring("+4930123456", "Ada")
        try window.tab(to: "Silence")
        try window.screen.type("ctrl+Return")
        try app.expect("answer")
        try window.waitForButton("Hold")
        try window.tab(to: "Mute")
        _ = try app.ring("bob@example.org", "Bob")
        try window.tab(to: "Hold & Answer")
        try window.screen.type("Return")
        try window.waitForButton("End: Ada")
        try window.tab(to: "Mute")
    }

    @Test func `Escape goes back from the tones, and from the call to the pages`() throws {
        let window = try PhoneWindow()
        try window.open()
        let app = try CallingApp(window)
        try app.talk(in: window)
        try window.waitForButton("Hold")
        try window.screen.type("5")
        try window.waitForButton("Hide Keypad")
        try window.screen.type("Escape")
        try window.waitUntilGone("Hide Keypad")
        try window.waitForButton("Hold")
        try window.screen.type("Escape")
        try window.press("Back to the call with Ada")
        try window.waitForButton("Hold")
    }
}

extension PhoneWindow {
    /// Waits until the keyboard focus is on an object with that name.
    @discardableResult
    fileprivate func waitForFocus(on name: String) throws -> AccessibleTree.Node {
        try wait("the focus on \"\(name)\"") {
            try AccessibleTree(self).nodes.first { $0.name == name && $0.isFocused }
        }
    }

    /// Presses the Tab key until the focus is on that button.
    fileprivate func tab(to name: String) throws {
        _ = try wait("the focus on \(name)") {
            try screen.type("Tab")
            return try widgets().first { $0.isCalled(name) && $0.isFocused }
        }
    }
}

// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// The call view, driven as a person does it.
@Suite(.serialized)
struct CallViewTests {
    @Test(arguments: PhoneWindow.widths)
    func `A call is answered, muted, held, resumed and ended in the window`(width: Int) throws {
        let window = try PhoneWindow(width: width)
        try window.open()
        try window.checkWidgets()
        let app = try CallingApp(window)
        _ = try app.ring("+4930123456", "Ada Lovelace")
        try window.waitFor("Ada Lovelace")
        try window.waitFor("+4930123456")
        try window.waitFor("Incoming call")
        try window.checkWidgets()
        try window.screen.keepPicture("ringing-\(width)")
        try window.press("Answer")
        try app.expect("answer")
        try window.waitForButton("Hold")
        try window.checkWidgets()
        try window.press("Mute")
        try app.expect("mute")
        try window.waitFor("Your microphone is muted")
        #expect(try window.waitForButton("Mute").isPressed)
        try window.screen.keepPicture("muted-\(width)")
        try window.press("Mute")
        try app.expect("unmute")
        try window.waitUntilGone("Your microphone is muted")
        try window.press("Hold")
        try app.expect("hold")
        try window.waitFor("On hold")
        // The user has done it, and is told nothing about it.
        #expect(try !window.shows("as asked"))
        try window.press("Hold")
        try app.expect("resume")
        try window.waitUntilGone("On hold")
        try window.press("End")
        try app.expect("end")
        try window.waitUntilGone("+4930123456")
        #expect(try !window.shows("hung up"))
    }

    @Test func `Each key of the keypad of a call sends its tone when the mouse presses it`() throws {
        let window = try PhoneWindow(width: 360)
        try window.open()
        let app = try CallingApp(window)
        try app.talk(in: window)
        try window.press("Keypad")
        for key in ["1", "9", "0", "*", "#"] {
            try window.click(key)
            #expect(try app.expect("dtmf").hasSuffix(" " + key))
        }
        try window.press("Hide Keypad")
        try window.waitForButton("Mute")
    }

    @Test func `A double press on the answer of one call answers no other call that comes to its place`() throws {
        let window = try PhoneWindow(width: 360)
        try window.open()
        let (one, two) = (try CallingApp(window, "One"), try CallingApp(window, "Two"))
        _ = try one.ring("+4930123456", "Ada")
        _ = try two.ring("+4930123457", "Bob")
        try window.waitFor("Bob")
        let above = try window.wait("two buttons that answer") {
            let answers = try window.widgets().filter { $0.isButton && $0.isCalled("Answer") }
            return answers.count == 2 ? answers.min { $0.area[1] < $1.area[1] } : nil
        }
        try window.point(at: above)
        try window.screen.doubleClick()
        try two.expect("answer")
        try window.waitForButton("Hold & Answer")
        #expect(try window.widgets().contains { $0.isButton && $0.isCalled("End") })
        // Only a call that still rings has it.
        try window.press("Decline")
        try one.expect("end")
    }

    @Test(arguments: PhoneWindow.widths)
    func `Two calls are swapped, merged, taken apart and ended in the window`(width: Int) throws {
        let window = try PhoneWindow(width: width)
        try window.open()
        let app = try CallingApp(window)
        let ada = try app.talk(in: window)
        let bob = try app.ring("bob@example.org", "Bob")
        try window.waitForButton("End & Answer")
        try window.waitForButton("Decline")
        try window.checkWidgets()
        try window.screen.keepPicture("second-\(width)")
        try window.press("Hold & Answer")
        #expect(try app.expect("hold").hasSuffix(ada))
        #expect(try app.expect("answer").hasSuffix(bob))
        try window.waitForButton("End: Ada")
        try window.checkWidgets()
        try window.screen.keepPicture("two-\(width)")
        try window.press("Swap")
        #expect(try app.expect("hold").hasSuffix(bob))
        #expect(try app.expect("resume").hasSuffix(ada))
        try window.waitForButton("End: Bob")
        try window.press("Merge")
        try app.expect("group")
        try window.waitFor("Conference of 2")
        try window.checkWidgets()
        try window.screen.keepPicture("conference-\(width)")
        try window.press("Talk Privately: Bob")
        try app.expect("ungroup")
        try window.waitUntilGone("Conference")
        try window.press("End: Ada")
        #expect(try app.expect("end").hasSuffix(ada))
        try window.waitUntilGone("End: Ada")
        try window.press("End")
        #expect(try app.expect("end").hasSuffix(bob))
        try window.waitUntilGone("through Example Phone")
    }
}

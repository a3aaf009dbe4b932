// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// Why something is not possible, and what has happened.
@Suite(.serialized)
struct ExplanationTests {
    @Test func `The window explains on request each action that is missing, and what happened to the call`() throws {
        let window = try PhoneWindow(width: 360)
        try window.open()
        let (one, two) = (try CallingApp(window, "One"), try CallingApp(window, "Two"))
        let ada = try one.ring("+4930123456", "Ada")
        try window.press("Answer")
        try window.waitForButton("Hold")
        for ability in ["SupportsHolding", "SupportsDTMF", "SupportsMuting"] { try one.update(ada, ability, "false") }
        let obstacles = [
            "Mute": "The app cannot mute this call.", "Keypad": "The app cannot send tones.",
            "Hold": "The app cannot put this call on hold.",
        ]
        for (control, reason) in obstacles {
            _ = try window.wait(reason) { try window.explanation(of: control) == reason ? true : nil }
        }
        try window.press("Details of the Call")
        try window.waitFor("Not possible now")
        for (control, reason) in obstacles { try window.waitFor("\(control): \(reason)") }
        // As `monkeycall why` tells it.
        try window.waitFor("What happened")
        try window.waitFor("Example One answered")
        try window.screen.keepPicture("explanation")
        try window.screen.type("Escape")
        try window.waitUntilGone("Not possible now")
        // A call that cannot be held leaves one answer.
        _ = try two.ring("bob@example.org", "Bob")
        try window.waitForButton("End & Answer")
        #expect(try !window.shows("Hold & Answer"))
        try one.update(ada, "SupportsHolding", "true")
        try window.press("Hold & Answer")
        try two.expect("answer")
        try window.waitForButton("End: Ada")
        #expect(try window.explanation(of: "Merge") == "Only calls of the same app can be merged.")
    }

    @Test func `The window explains on request why only the app can answer, decline and end a call`() throws {
        let window = try PhoneWindow(width: 360)
        try window.open()
        let app = try CallingApp(window)
        let ada = try app.ring("+4930123456", "Ada")
        try window.waitForButton("Answer")
        for ability in ["SupportsAnswering", "SupportsEnding"] { try app.update(ada, ability, "false") }
        try window.waitUntilGone("Answer")
        try window.waitUntilGone("Decline")
        try window.press("Details of the Call")
        try window.waitFor("Answer: Only the app itself can answer this call.")
        try window.waitFor("Decline: Only the app itself can end this call.")
        // The open details follow the call.
        try app.update(ada, "SupportsAnswering", "true")
        try window.waitUntilGone("Answer: Only")
        try window.screen.type("Escape")
        try window.waitUntilGone("Not possible now")
        try window.press("Answer")
        try app.expect("answer")
        let reason = "Only the app itself can end this call."
        _ = try window.wait(reason) { try window.explanation(of: "End") == reason ? true : nil }
        try window.press("Details of the Call")
        try window.waitFor("End: " + reason)
    }
}

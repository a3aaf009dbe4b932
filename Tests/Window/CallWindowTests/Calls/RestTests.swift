// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The window while nothing happens.
@Suite(.serialized)
struct RestTests {
    /// The main thread's name, as long as the kernel keeps it.
    private static let thread = "monkeycall-phon"
    private static let seconds = 5

    /// How often the main thread runs within the time.
    private func wakeUps(of window: PhoneWindow) throws -> Int {
        let process = try #require(window.process)
        let before = try ProcessUsage.wakeUps(of: process.processID, threadsNamed: Self.thread)
        Thread.sleep(forTimeInterval: Double(Self.seconds))
        return try ProcessUsage.wakeUps(of: process.processID, threadsNamed: Self.thread) - before
    }

    /// The start and the end of an animation take their time, which depends on the machine.
    private func expectRest(_ window: PhoneWindow) throws {
        let deadline = Deadline()
        while try wakeUps(of: window) > 0 {
            guard !deadline.hasPassed else { throw SupportError("the window does not rest") }
        }
    }

    @Test func `A window without a call does not wake up, and one with a call wakes up for its time only`() throws {
        let window = try PhoneWindow()
        try window.open()
        try expectRest(window)
        let app = try CallingApp(window)
        _ = try app.ring("+4930123456", "Ada")
        try window.waitForButton("Answer")
        // A call that rings has no time.
        try expectRest(window)
        try window.press("Answer")
        try window.waitForButton("Hold")
        try window.waitFor("00:03")
        // So the count is that of the right thread.
        #expect(try wakeUps(of: window) >= Self.seconds - 1)
        try window.press("End")
        try window.waitUntilGone("through Example Phone")
        try expectRest(window)
    }
}

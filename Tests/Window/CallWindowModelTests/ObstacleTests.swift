// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import CallWindowModel
import SDBus
import Testing

/// Which reason the details of a call give for each control that is not there.
struct ObstacleTests {
    /// The lines of the details, without the marks that isolate names.
    private static func obstacles(_ calls: CallRecord...) -> [String] {
        var registry = Registry()
        for call in calls { registry.calls["/" + call.uuid] = call }
        return CallScreen(registry, AudioRecord()).obstacles.map { line in
            String(line.filter { !["\u{2068}", "\u{2069}"].contains($0) })
        }
    }

    private static func call(
        _ id: String, _ state: CallState, allows: [ActionWord] = ActionWord.allCases, _ more: [Key: Variant] = [:]
    ) -> CallRecord { CallScreenTests.call(id, state, allows: allows, more) }

    @Test func `A call that rings explains a missing Answer, Decline and Silence`() {
        #expect(Self.obstacles(Self.call("a", .incoming)).isEmpty)
        let observed = Self.call(
            "a", .incoming, allows: [],
            [.supportsAnswering: .bool(false), .supportsEnding: .bool(false), .silenced: .bool(true)])
        #expect(
            Self.obstacles(observed) == [
                "Answer: Only the app itself can answer this call.", "Decline: Only the app itself can end this call.",
                "Silence: The call is silenced already.",
            ])
    }

    @Test func `A second call that rings explains with its caller why the first one cannot be held`() {
        let second = Self.call("b", .incoming)
        #expect(!Self.obstacles(Self.call("a", .active), second).contains { $0.hasPrefix("Hold & Answer") })
        let app = Self.call("a", .active, allows: [.endCall], [.supportsHolding: .bool(false)])
        let line = "Hold & Answer: Name of b: "
        #expect(Self.obstacles(app, second).contains(line + "The app cannot put this call on hold."))
        let refusing = Self.call("a", .active, [.holdRefused: .bool(true)])
        #expect(Self.obstacles(refusing, second).contains(line + "The app cannot put this call on hold."))
        let emergency = Self.call("a", .active, allows: [.endCall], [.emergency: .bool(true)])
        #expect(Self.obstacles(emergency, second).contains(line + "An emergency call cannot be put on hold."))
    }

    @Test(arguments: [CallState.dialing, .connecting, .active, .held])
    func `A call that only its app can end explains the missing End`(_ state: CallState) {
        let line = "End: Only the app itself can end this call."
        #expect(!Self.obstacles(Self.call("a", state)).contains(line))
        let call = Self.call("a", state, allows: [.setMuted], [.supportsEnding: .bool(false)])
        #expect(Self.obstacles(call).contains(line))
        let other = Self.call("b", .held, allows: [.setHeld], [.supportsEnding: .bool(false)])
        #expect(
            Self.obstacles(Self.call("a", .active), other).contains(
                "End: Name of b: Only the app itself can end this call."))
    }

    @Test func `A held call that only its app can resume explains the missing Resume`() {
        let call = Self.call("a", .held, allows: [.endCall], [.supportsResuming: .bool(false)])
        #expect(Self.obstacles(call).contains { $0.hasSuffix("Only the app itself can resume this call.") })
        #expect(!Self.obstacles(Self.call("a", .held)).contains { $0.contains("resume this call") })
    }

    @Test func `A call that is ending says so for each of its controls`() {
        let reasons = Self.obstacles(Self.call("a", .ending, allows: [])).filter { $0.hasSuffix("The call is ending.") }
        #expect(reasons.map { $0.prefix { $0 != ":" } } == ["Mute", "Keypad", "Hold", "End"])
    }

    @Test func `A call alone explains that a swap and a merge need a second one`() {
        let lines = ["Swap: Possible with a second call.", "Merge: Possible with a second call."]
        #expect(Self.obstacles(Self.call("a", .active)).suffix(2) == lines)
        #expect(!Self.obstacles(Self.call("a", .active), Self.call("b", .held)).contains { lines.contains($0) })
    }

    @Test func `Members of a conference explain why one cannot leave it or be ended`() {
        let grouped: [Key: Variant] = [.group: .string("a")]
        let fixed = grouped.merging([.supportsUngrouping: .bool(false), .supportsEnding: .bool(false)]) { $1 }
        let obstacles = Self.obstacles(
            Self.call("a", .active), Self.call("b", .active, allows: [.setHeld, .setGroup], fixed))
        #expect(
            obstacles.suffix(2) == [
                "Talk Privately: Name of b: The app cannot take a call out of a conference.",
                "End: Name of b: Only the app itself can end this call.",
            ])
        #expect(!obstacles.contains { $0.contains("Name of a") })
    }

    @Test func `A call that its app alone controls cannot be merged, and says so`() {
        let observed = Self.call("a", .active, allows: [], [.observed: .bool(true)])
        let obstacles = Self.obstacles(observed, Self.call("b", .held))
        #expect(obstacles.contains("Merge: Only the app itself controls this call."))
    }

    @Test func `A second call that waits for its connection explains the missing Swap`() {
        let obstacles = Self.obstacles(Self.call("a", .active), Self.call("b", .dialing, allows: [.endCall]))
        #expect(obstacles.contains("Swap: Name of b: Possible when the call has connected."))
    }
}

// SPDX-License-Identifier: MIT

import AgentSettings
import CallClient
import Testing

@testable import SessionAgent

/// What a press of a hands-free device means, which names a call, in each state of that call. The other presses are
/// those of `HeadsetPressTests`, `MediaKeyTests` and `ShortcutKeysTests`.
struct CallPressTests {
    /// The effects of a press for the first call, as `button call`.
    private func effects(
        _ press: (String) -> CallPress, _ calls: [String], isLocked: Bool = false, answers: Bool = true
    ) -> [String] {
        var state = DesktopState(of: calls)
        (state.isLocked, state.settings.answerWhenLocked) = (isLocked, answers)
        return press("0").effects(on: state.pressable).map { "\($0.button) \($0.call)" }
    }

    @Test(arguments: [
        ([], []),
        (["incoming"], ["answer 0"]),
        (["incoming silenced"], ["answer 0"]),
        (["incoming fixed"], []),
        (["incoming", "incoming"], ["answer 0"]),
        (["incoming", "talks"], ["answer 0"]),
        (["incoming answered"], []),
        (["dialing"], []),
        (["connecting"], []),
        (["active", "incoming"], []),
        (["talks"], []),
        (["held", "incoming"], []),
        (["ending"], []),
        (["ended"], []),
    ])
    func `A hands-free device answers the call that it names while that call rings, and no other one`(
        _ calls: [String], _ expected: [String]
    ) {
        #expect(effects(CallPress.answerCall, calls) == expected)
    }

    @Test(arguments: [
        ([], []),
        (["incoming"], ["decline 0"]),
        (["incoming fixed"], []),
        (["incoming", "talks"], ["decline 0"]),
        (["incoming answered"], ["end 0"]),
        (["dialing"], ["end 0"]),
        (["connecting"], ["end 0"]),
        (["active"], ["end 0"]),
        (["talks"], ["end 0"]),
        (["talks", "incoming"], ["end 0"]),
        (["talks", "held"], ["end 0"]),
        (["talks", "talks"], ["end 0", "end 1"]),
        (["talks fixed"], []),
        (["active", "talks"], ["end 0"]),
        (["held"], ["end 0"]),
        (["held", "talks"], ["end 0"]),
        (["held", "held"], ["end 0"]),
        (["held fixed"], []),
        (["ending", "talks"], []),
        (["ended", "talks"], []),
    ])
    func `A hands-free device declines the call that it names, or ends it and its conference`(
        _ calls: [String], _ expected: [String]
    ) {
        #expect(effects(CallPress.hangUpCall, calls) == expected)
    }

    @Test func `On a locked screen a hands-free device answers if the user lets it, and ends calls in any case`() {
        #expect(effects(CallPress.answerCall, ["incoming"], isLocked: true) == ["answer 0"])
        #expect(effects(CallPress.answerCall, ["incoming"], isLocked: true, answers: false) == [])
        #expect(effects(CallPress.hangUpCall, ["incoming"], isLocked: true, answers: false) == ["decline 0"])
        #expect(effects(CallPress.hangUpCall, ["talks"], isLocked: true) == ["end 0"])
    }

    /// A button of a headset may arrive as a media key and as an AT command: the service has accepted the answer when
    /// the second one comes.
    @Test func `A press that arrives twice acts once`() {
        #expect(effects(CallPress.answerCall, ["incoming answered", "held"]) == [])
        #expect(effects({ _ in .answer }, ["incoming answered", "held"]) == [])
        #expect(effects(CallPress.hangUpCall, ["ending", "talks"]) == [])
    }
}

// SPDX-License-Identifier: MIT

import CallClient
import HeadsetReports
import Testing

@testable import SessionAgent

/// What a press on a headset means in each state, and which lights show the state.
struct HeadsetPressTests {
    /// The effects of a press, as `button call`.
    private func effects(_ button: HeadsetButton, _ calls: [String], isLocked: Bool = false) -> [String] {
        var state = DesktopState(of: calls)
        state.isLocked = isLocked
        return CallPress(button).effects(on: state.pressable).map { "\($0.button) \($0.call)" }
    }

    // MARK: The hook

    @Test(arguments: [
        ([], []),
        (["incoming"], ["answer 0"]),
        (["incoming", "incoming"], ["answer 1"]),
        (["incoming", "incoming silenced"], ["answer 0"]),
        (["incoming silenced"], ["answer 0"]),
        (["talks", "incoming"], ["answer 1"]),
        (["held", "incoming"], ["answer 1"]),
        (["dialing", "incoming"], ["answer 1"]),
        (["incoming fixed", "talks"], ["end 1"]),
        (["incoming fixed"], []),
        (["incoming answered"], ["end 0"]),
        (["dialing"], ["end 0"]),
        (["connecting"], ["end 0"]),
        (["active"], ["end 0"]),
        (["talks"], ["end 0"]),
        (["talks muted"], ["end 0"]),
        (["talks", "talks"], ["end 0", "end 1"]),
        (["held", "talks"], ["end 1"]),
        (["talks fixed"], []),
        (["held"], ["resume 0"]),
        (["held", "held"], ["resume 1"]),
        (["held fixed"], []),
        (["ending"], []),
        (["ended"], []),
        (["ending", "held"], ["resume 1"]),
    ])
    func `The hook switch answers, or else ends, or else resumes`(_ calls: [String], _ expected: [String]) {
        #expect(effects(.hookSwitch, calls) == expected)
    }

    // MARK: Flash

    @Test(arguments: [
        ([], []),
        (["incoming"], []),
        (["talks", "incoming"], ["answer 1"]),
        (["talks"], ["hold 0"]),
        (["talks fixed"], []),
        (["held", "talks"], ["resume 0"]),
        (["held"], ["resume 0"]),
        (["held", "incoming"], ["resume 0"]),
        (["dialing"], ["hold 0"]),
        (["ending"], []),
    ])
    func `Flash answers a waiting call, or else swaps, holds or resumes`(_ calls: [String], _ expected: [String]) {
        #expect(effects(.flash, calls) == expected)
    }

    // MARK: Mute

    @Test(arguments: [
        ([], []),
        (["incoming"], []),
        (["held"], []),
        (["active"], []),
        (["talks"], ["mute 0"]),
        (["talks muted"], ["unmute 0"]),
        (["talks", "talks muted"], ["mute 0"]),
        (["talks muted", "talks muted"], ["unmute 0", "unmute 1"]),
        (["talks fixed"], []),
        (["talks", "held muted"], ["mute 0"]),
        (["talks", "incoming"], ["mute 0"]),
    ])
    func `The mute button counts only for calls that have the audio`(_ calls: [String], _ expected: [String]) {
        #expect(effects(.phoneMute, calls) == expected)
    }

    @Test func `On a locked screen a press answers, ends and mutes, and neither holds nor resumes`() {
        #expect(effects(.hookSwitch, ["incoming"], isLocked: true) == ["answer 0"])
        #expect(effects(.hookSwitch, ["talks"], isLocked: true) == ["end 0"])
        #expect(effects(.phoneMute, ["talks"], isLocked: true) == ["mute 0"])
        #expect(effects(.flash, ["talks"], isLocked: true) == [])
        #expect(effects(.hookSwitch, ["held"], isLocked: true) == [])
    }

    // MARK: The lights

    @Test(
        arguments: [
            ([], []),
            (["incoming"], [.ring]),
            (["incoming silenced"], []),
            (["incoming answered"], [.offHook]),
            (["talks", "incoming"], [.offHook, .ring]),
            (["dialing"], [.offHook]),
            (["talks"], [.offHook]),
            (["talks muted"], [.offHook, .mute, .microphone]),
            (["talks muted", "talks"], [.offHook]),
            (["held"], [.offHook, .hold]),
            (["held muted", "talks"], [.offHook, .hold]),
            (["ended"], []),
        ] as [([String], Set<HeadsetLight>)])
    func `The lights show the calls`(_ calls: [String], _ lights: Set<HeadsetLight>) {
        #expect(Set<HeadsetLight>(DesktopState(of: calls)) == lights)
    }
}

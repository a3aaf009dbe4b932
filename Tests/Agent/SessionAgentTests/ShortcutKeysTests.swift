// SPDX-License-Identifier: MIT

import AgentSettings
import CallClient
import Testing

@testable import SessionAgent

/// What the keys of the user mean in each state.
struct ShortcutKeysTests {
    private static func effects(
        _ events: [ShortcutKeys.Event], _ calls: [String], isLocked: Bool = false
    ) -> [String] {
        var keys = ShortcutKeys()
        var state = DesktopState(of: calls)
        state.isLocked = isLocked
        return events.flatMap { keys.handle($0, in: state) }.map(words)
    }

    private static func words(_ effect: CallPress.Effect) -> String { "\(effect.button) \(effect.call)" }

    @Test(arguments: [
        ([], []), (["incoming"], ["answer 0"]), (["incoming", "incoming silenced"], ["answer 0"]),
        (["talks", "incoming"], ["answer 1"]), (["incoming fixed"], []), (["talks"], []), (["held"], []),
    ])
    func `The key to answer answers the call that rings, and does nothing else`(
        _ calls: [String], _ expected: [String]
    ) {
        #expect(Self.effects([.pressed(.answer)], calls) == expected)
    }

    @Test(arguments: [
        ([], []), (["incoming"], ["decline 0"]), (["talks", "incoming"], ["end 0"]), (["dialing"], ["end 0"]),
        (["held"], []), (["held", "incoming"], ["decline 1"]), (["talks", "talks"], ["end 0", "end 1"]),
        (["held", "talks"], ["end 1"]), (["talks fixed", "incoming"], []), (["ending"], []),
    ])
    func `The key to hang up ends the calls that go on, or else declines the one that rings`(
        _ calls: [String], _ expected: [String]
    ) {
        #expect(Self.effects([.pressed(.hangUp)], calls) == expected)
    }

    @Test(arguments: [
        ([], []), (["talks"], ["mute 0"]), (["talks muted"], ["unmute 0"]), (["talks muted", "talks"], ["mute 1"]),
        (["held"], []), (["incoming"], []), (["talks fixed"], []),
    ])
    func `The key to mute changes the calls that have the audio`(_ calls: [String], _ expected: [String]) {
        #expect(Self.effects([.pressed(.mute)], calls) == expected)
    }

    @Test(arguments: [
        ([], []), (["talks"], []), (["talks muted"], ["unmute 0", "mute 0"]), (["held muted"], []),
        (["talks muted", "talks"], ["unmute 0", "mute 0"]), (["talks muted fixed"], []),
    ])
    func `The key to talk unmutes what is muted while it is held down, and mutes only that again`(
        _ calls: [String], _ expected: [String]
    ) {
        for end in [ShortcutKeys.Event.released(.pushToTalk), .lost] {
            #expect(Self.effects([.pressed(.pushToTalk), end], calls) == expected)
        }
        #expect(Self.effects([.released(.pushToTalk), .lost], calls) == [])
    }

    @Test func `A repeated press and another key change nothing at the key to talk`() {
        var keys = ShortcutKeys()
        let muted = DesktopState(of: ["talks muted"])
        #expect(keys.handle(.pressed(.pushToTalk), in: muted).map(Self.words) == ["unmute 0"])
        let open = DesktopState(of: ["talks"])
        #expect(keys.handle(.pressed(.pushToTalk), in: open) == [])
        for key in [ShortcutKey.answer, .hangUp, .mute] { #expect(keys.handle(.released(key), in: open) == []) }
        #expect(keys.handle(.released(.pushToTalk), in: open).map(Self.words) == ["mute 0"])
        #expect(keys.handle(.released(.pushToTalk), in: open) == [])
    }

    @Test func `The release of the key to talk mutes no call that has ended`() {
        var keys = ShortcutKeys()
        _ = keys.handle(.pressed(.pushToTalk), in: DesktopState(of: ["talks muted"]))
        #expect(keys.handle(.released(.pushToTalk), in: DesktopState(of: [])) == [])
    }

    @Test func `A key answers on a locked screen only if the settings allow it`() {
        var state = DesktopState(of: ["incoming"])
        state.isLocked = true
        var keys = ShortcutKeys()
        #expect(keys.handle(.pressed(.answer), in: state).map(Self.words) == ["answer 0"])
        state.settings.answerWhenLocked = false
        #expect(keys.handle(.pressed(.answer), in: state) == [])
        #expect(keys.handle(.pressed(.hangUp), in: state).map(Self.words) == ["decline 0"])
    }
}

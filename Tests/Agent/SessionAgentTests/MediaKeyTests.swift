// SPDX-License-Identifier: MIT

import AgentSettings
import CallClient
import SDBus
import Testing

@testable import SessionAgent

/// What a media key means in each state.
struct MediaKeyTests {
    private static func state(_ calls: [String]) -> DesktopState {
        var state = DesktopState(of: calls)
        state.isPrimary = true
        return state
    }

    private static func effect(_ key: MediaKey, _ state: DesktopState) -> String? {
        key.effect(in: state, hasLooked: true).map { "\($0.button) \($0.call)" }
    }

    private static let answering: [MediaKey] = [.playPause, .play, .pause]

    @Test(
        arguments: [
            (["incoming"], "0"),
            (["incoming", "incoming"], "1"),
            (["incoming", "incoming silenced"], "0"),
            (["talks", "incoming"], "1"),
            (["held", "incoming"], "1"),
            (["dialing", "incoming"], "1"),
            (["talks muted", "held", "incoming"], "2"),
        ] as [([String], String)])
    func `Play and Pause answer the call that rings, and Stop declines it`(_ calls: [String], _ call: String) {
        let state = Self.state(calls)
        for key in Self.answering { #expect(Self.effect(key, state) == "answer \(call)") }
        #expect(Self.effect(.stop, state) == "decline \(call)")
        for key in [MediaKey.next, .previous] { #expect(Self.effect(key, state) == nil) }
    }

    @Test(arguments: [
        [], ["incoming silenced"], ["incoming fixed"], ["incoming answered"], ["dialing"], ["connecting"], ["active"],
        ["talks"], ["talks", "talks"], ["talks", "held"], ["held"], ["ending"], ["ended"],
        ["talks", "incoming silenced"],
    ])
    func `Without a call that rings and can be answered, every key has its ordinary meaning`(_ calls: [String]) {
        let state = Self.state(calls)
        #expect(!state.takesMediaKeys)
        for key in MediaKey.allCases { #expect(Self.effect(key, state) == nil) }
    }

    @Test func `A program that makes all players silent without looking presses no key`() {
        let state = Self.state(["incoming"])
        let keys = MediaKey.allCases.filter { $0.effect(in: state, hasLooked: false) != nil }
        #expect(keys == [.playPause, .play])
    }

    @Test func `For a second after the agent has paused a player, a pause is no key of the user`() {
        var echo = PlayerEcho()
        func keys(at time: UInt64) -> [MediaKey] { MediaKey.allCases.filter { echo.reflects($0, at: time) } }
        #expect(keys(at: 0) == [])
        echo.sent("Pause", at: 5_000_000)
        #expect(keys(at: 5_999_999) == [.pause])
        echo.sent("Play", at: 5_500_000)
        #expect(keys(at: 5_999_999) == [.play, .pause])
        #expect(keys(at: 6_000_000) == [.play])
        #expect(keys(at: 6_500_000) == [])
    }

    @Test func `A locked screen changes no media key`() {
        var state = Self.state(["talks", "incoming"])
        state.isLocked = true
        for key in Self.answering { #expect(Self.effect(key, state) == "answer 1") }
        #expect(Self.effect(.stop, state) == "decline 1")
    }

    @Test func `The agent takes no media keys while it is not the primary shell, or if the user does not want it`() {
        var other = Self.state(["incoming"])
        other.isPrimary = false
        #expect(!other.takesMediaKeys)
        var unwanted = Self.state(["incoming"])
        unwanted.settings.mediaKeys = false
        #expect(!unwanted.takesMediaKeys)
        #expect(Self.state(["incoming"]).takesMediaKeys)
    }
}

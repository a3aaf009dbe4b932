// SPDX-License-Identifier: MIT

import AgentSettings
import BusTesting
import CallClient
import CallInterface
import Foundation
import SDBus
import Testing

@testable import SessionAgent

/// What every surface shows of calls and does with them, in each state of the screen and with each setting.
struct SurfaceRulesTests {
    typealias ShowCaller = Settings.ShowCaller

    private func rules(
        isLocked: Bool, _ show: ShowCaller = .desktop, hides: Bool = false, answers: Bool = true
    ) -> SurfaceRules {
        var settings = Settings()
        (settings.showCallerWhenLocked, settings.answerWhenLocked) = (show, answers)
        return SurfaceRules(isLocked: isLocked, settings, desktopHidesDetails: hides)
    }

    @Test(arguments: ShowCaller.allCases, [false, true])
    func `An unlocked screen shows and does everything, whatever the settings are`(_ show: ShowCaller, _ hides: Bool) {
        let rules = rules(isLocked: false, show, hides: hides, answers: false)
        #expect(rules.showsParties && rules.answers && rules.allowsMore)
        for button in CallButton.allCases { #expect(rules.allows(button)) }
    }

    @Test(
        arguments: [
            (.yes, false, true), (.yes, true, true), (.no, false, false), (.no, true, false), (.desktop, false, true),
            (.desktop, true, false),
        ] as [(ShowCaller, Bool, Bool)])
    func `A locked screen names the other side if the user wants it, or else if the desktop does`(
        _ show: ShowCaller, _ hides: Bool, _ isNamed: Bool
    ) {
        #expect(rules(isLocked: true, show, hides: hides).showsParties == isNamed)
    }

    @Test(arguments: ShowCaller.allCases, [false, true])
    func `A locked screen answers, declines, silences, ends and mutes, and does nothing else`(
        _ show: ShowCaller, _ hides: Bool
    ) {
        let rules = rules(isLocked: true, show, hides: hides)
        let allowed = CallButton.allCases.filter { rules.allows($0) }
        #expect(
            allowed == [.answer, .holdAndAnswer, .endAndAnswer, .decline, .silence, .end, .mute, .unmute])
        #expect(!rules.allowsMore)
    }

    @Test func `On its locked screen phosh shows the buttons that the agent allows there, and no other of the agent`()
        throws
    {
        let file = try String(contentsOf: Repository.file("desktop/org.monkeycall.Agent.desktop"), encoding: .utf8)
        let line = try #require(file.split(separator: "\n").first { $0.hasPrefix("X-Phosh-Lockscreen-Actions=") })
        let prefixes = line.drop { $0 != "=" }.dropFirst().split(separator: ";")
        let rules = rules(isLocked: true)
        let others: [Banner.Button] = [.callBack, .block, .placeCall, .cancel]
        for button in CallButton.allCases.map({ Banner.Button.call($0) }) + others {
            #expect(prefixes.contains { button.rawValue.hasPrefix($0) } == button.isAllowed(by: rules), "\(button)")
        }
    }

    @Test func `With AnswerWhenLocked=no a locked screen does not answer, and does the rest`() {
        let rules = rules(isLocked: true, answers: false)
        let allowed = CallButton.allCases.filter { rules.allows($0) }
        #expect(allowed == [.decline, .silence, .end, .mute, .unmute])
    }

    @Test func `A hidden caller leaves neither name nor number, and the app stays`() {
        let call = CallRecord(
            [String: Variant]([
                .localizedCallerName: .string("Ada"), .providerName: .string("Phone"),
                .remoteHandle: WireHandle(type: Received(text: "phone-number"), value: "+4930").variant,
            ]))
        #expect(rules(isLocked: true, .no).party(of: call) == CallParty(name: "", address: "", app: "Phone"))
        #expect(rules(isLocked: true, .yes).party(of: call) == CallParty(name: "Ada", address: "+4930", app: "Phone"))
    }

    // MARK: The surfaces

    private static let stories: [([String], locked: [[CallButton]], unlocked: [[CallButton]])] = [
        (["incoming"], [[.decline, .silence, .answer]], [[.decline, .silence, .answer]]),
        (["incoming silenced"], [[.decline, .answer]], [[.decline, .answer]]),
        (
            ["incoming", "talks"], [[.decline, .endAndAnswer, .holdAndAnswer, .silence], [.end, .mute]],
            [[.decline, .endAndAnswer, .holdAndAnswer, .silence], [.end, .mute, .hold]]
        ),
        (
            ["incoming", "talks unheld"], [[.decline, .silence, .endAndAnswer], [.end, .mute]],
            [[.decline, .silence, .endAndAnswer], [.end, .mute, .hold]]
        ),
        (["dialing"], [[.end, .mute]], [[.end, .mute, .hold]]),
        (["talks muted"], [[.end, .unmute]], [[.end, .unmute, .hold]]),
        (["held"], [[.end]], [[.end, .resume]]),
        (["incoming fixed"], [[.silence]], [[.silence]]),
        (["ending"], [], []),
    ]

    @Test(arguments: stories.indices)
    func `The interface for panels has the buttons of the notifications, with and without a lock`(_ story: Int) {
        let (calls, locked, unlocked) = Self.stories[story]
        for isLocked in [false, true] {
            var state = DesktopState(of: calls)
            state.isLocked = isLocked
            let shown = ShownCalls(state)
            #expect(shown.calls.map(\.buttons) == (isLocked ? locked : unlocked))
            #expect(shown.isLocked == isLocked)
            let banners = state.calls.compactMap { Banner($0, in: state, canBlock: true) }
            for (banner, call) in zip(banners, shown.calls) {
                #expect(banner.buttons.filter { $0 != .block } == call.buttons.map { .call($0) })
                #expect(!isLocked || !banner.buttons.contains(.block))
            }
        }
    }

    @Test(arguments: [false, true], [false, true])
    func `The interface for panels says what a surface with texts of its own may show and do`(
        _ isLocked: Bool, _ isAllowed: Bool
    ) {
        var state = DesktopState()
        state.isLocked = isLocked
        state.settings.showCallerWhenLocked = isAllowed ? .yes : .no
        (state.settings.answerWhenLocked, state.settings.headsetButtons) = (isAllowed, isAllowed)
        let shown = ShownCalls(state)
        #expect(shown.showsCallers == (!isLocked || isAllowed) && shown.answers == (!isLocked || isAllowed))
        #expect(shown.headsetButtons == isAllowed)
    }

    @Test func `The interface for panels has the urgent call first, then those that ring, that talk and that are held`()
    {
        let calls = ["held", "dialing", "incoming", "talks", "incoming", "incoming silenced", "held"]
        let shown = ShownCalls(DesktopState(of: calls)).calls
        #expect(shown.map(\.call.uuid) == ["4", "2", "5", "1", "3", "0", "6"])
        #expect(shown.map(\.banner.isUrgent) == [true, false, false, false, false, false, false])
    }

    @Test func `A locked screen has no routes and no tones`() throws {
        var state = DesktopState(of: ["talks"])
        state.audio.properties[.route] = .string("a")
        state.audio.properties[.routes] = .dictionaries([[String: Variant]([.name: .string("a")])])
        #expect(ShownCalls(state).routes.map(\.name) == ["a"] && ShownCalls(state).route == "a")
        #expect(try #require(GnomeCallFacts(state.calls[0], in: state)).playsTones)
        state.isLocked = true
        #expect(ShownCalls(state).routes.isEmpty && ShownCalls(state).route.isEmpty)
        #expect(try #require(GnomeCallFacts(state.calls[0], in: state)).playsTones == false)
    }

    @Test(
        arguments: [
            ("incoming", .incoming, .answer, .decline), ("dialing", .dialing, nil, .end), ("talks", .active, nil, .end),
            ("held", .held, nil, .end), ("incoming answered", .active, nil, .end),
        ] as [(String, GnomeCallsName.State, CallButton?, CallButton?)])
    func `The interface of GNOME Calls has the state and the buttons of the call`(
        _ call: String, _ expected: GnomeCallsName.State, _ accepting: CallButton?, _ ending: CallButton?
    ) throws {
        for isLocked in [false, true] {
            var state = DesktopState(of: [call])
            state.isLocked = isLocked
            let facts = try #require(GnomeCallFacts(state.calls[0], in: state))
            #expect(facts.state == expected && facts.accepting == accepting && facts.ending == ending)
        }
    }

    @Test func `A second call waits, and GNOME Calls' Accept holds the first one`() throws {
        let state = DesktopState(of: ["talks", "incoming"])
        let facts = try #require(GnomeCallFacts(state.calls[1], in: state))
        #expect(facts.state == .waiting && facts.accepting == .holdAndAnswer)
    }

    @Test func `With AnswerWhenLocked=no neither a media key nor a headset answers on a locked screen`() {
        var state = DesktopState(of: ["incoming"])
        (state.isPrimary, state.isLocked, state.settings.answerWhenLocked) = (true, true, false)
        #expect(!state.takesMediaKeys && CallPress.answer.effects(on: state.pressable).isEmpty)
        #expect(CallPress.decline.effects(on: state.pressable).map(\.button) == [.decline])
        state.isLocked = false
        #expect(state.takesMediaKeys && CallPress.answer.effects(on: state.pressable).map(\.button) == [.answer])
    }
}

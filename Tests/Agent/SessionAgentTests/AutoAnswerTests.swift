// SPDX-License-Identifier: MIT

import AgentSettings
import BusTesting
import CallClient
import CallInterface
import SDBus
import Testing

@testable import SessionAgent

/// Calls that the agent answers by itself.
struct AutoAnswerTests {
    private static let intercom = Handle(kind: .phoneNumber, value: "+4930123456")

    /// A call of the intercom rings, and nothing prevents its answer. The other words are those of more calls.
    private func state(_ others: String...) -> DesktopState {
        var state = DesktopState(of: ["incoming"] + others)
        (state.isPrimary, state.settings.autoAnswer) = (true, [Self.intercom])
        set([.remoteHandle: Self.intercom.variant], &state)
        return state
    }

    /// Changes properties of the first call.
    private func set(_ values: [Key: Variant], _ state: inout DesktopState) {
        let path = state.registry.calls.first { $0.value.uuid == "0" }?.key
        guard let path, var call = state.registry.calls[path] else { return }
        for (key, value) in values { call.properties[key] = value }
        state.registry.calls[path] = call
    }

    @Test func `A call of a chosen caller is answered, also after a call that has ended`() {
        #expect(state().automaticAnswer == "0")
        #expect(state("ended").automaticAnswer == "0")
    }

    @Test(arguments: ["incoming", "dialing", "connecting", "active talks", "held", "active observed", "ending"])
    func `Another call prevents the automatic answer`(_ other: String) {
        #expect(state(other).automaticAnswer == nil)
    }

    /// One thing that prevents the answer.
    enum Obstacle: CaseIterable {
        case notChosen, otherType, hidden, doNotDisturb, silenced, answered, notAllowed, emergency, elsewhere, locked
    }

    @Test(arguments: Obstacle.allCases) func `Each obstacle prevents the automatic answer`(_ obstacle: Obstacle) {
        var state = state()
        switch obstacle {
        case .notChosen: state.settings.autoAnswer = [Handle(kind: .phoneNumber, value: "+49301234567")]
        case .otherType: state.settings.autoAnswer = [Handle(kind: .generic, value: Self.intercom.value)]
        case .hidden: set([.remoteHandle: .structure([.string(""), .string("")])], &state)
        case .doNotDisturb: state.isQuiet = true
        case .silenced:
            set([.silenced: .bool(true)], &state)
            state.audio.properties[.alert] = .string(Alert.silent.rawValue)
        case .answered: set([.pendingAction: .string(ActionWord.answerCall.rawValue)], &state)
        case .notAllowed: set([.allowedActions: .strings([])], &state)
        case .emergency: set([.emergency: .bool(true)], &state)
        case .elsewhere: state.isPrimary = false
        case .locked: state.isLocked = true
        }
        #expect(state.automaticAnswer == nil)
    }

    @Test(arguments: [(true, true), (true, false), (false, true), (false, false)])
    func `On a locked screen both settings must allow the answer`(_ answers: Bool, _ answersByItself: Bool) {
        var state = state()
        state.isLocked = true
        (state.settings.answerWhenLocked, state.settings.autoAnswerWhenLocked) = (answers, answersByItself)
        #expect(state.automaticAnswer == (answers && answersByItself ? "0" : nil))
    }

    @Test func `The agent plays a tone and answers a chosen caller, and no other`() throws {
        let desktop = try Desktop()
        let sound = try SoundServer(on: desktop.bus)
        try desktop.set("[Ringing]\nDevice=speaker\n[Calls]\nAutoAnswer=phone-number:+4930123456\n")
        try desktop.startAgent(environment: sound.environment)
        let app = try desktop.app()
        try app.type("incoming +4930999 Bob")
        try sound.waitForLevel(on: "speaker", 0.005..<1.0)
        try app.type("remote-end")
        try app.expect("ended")
        try app.type("incoming +4930123456 Ada")
        try app.expect("answered")
    }

    @Test func `Without a sound server the agent answers nothing by itself`() throws {
        let desktop = try Desktop()
        let screen = try Dunst(on: desktop.bus)
        try desktop.set("[Calls]\nAutoAnswer=phone-number:+4930123456\n")
        try desktop.startAgent(environment: ["PULSE_SERVER": "unix:/nowhere"])
        let agent = try #require(desktop.agent)
        let app = try desktop.app()
        try app.type("incoming +4930123456 Ada")
        try screen.expect("Incoming call")
        // The ring, and the tone before an answer.
        for _ in 0..<2 { _ = try agent.waitForLine(of: .error) { $0.contains("cannot play a sound") } }
        let call = try #require(try desktop.daemon.client().manager.call("ListCalls").first?.elements?.first)
        #expect(call[4]?.string == "incoming")
    }
}

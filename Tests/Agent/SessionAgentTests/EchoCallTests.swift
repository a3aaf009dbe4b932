// SPDX-License-Identifier: MIT

import CallContract
import CallEcho
import Testing

/// When a test call rings and ends, without a bus, a sound server or a clock.
struct EchoCallTests {
    private static let action = ActionID.random()
    private static let second: Time = 1_000_000

    /// A call in that phase, which begins at 0 and rings at 3 s.
    private func call(_ phase: EchoCall.Phase) throws -> EchoCall {
        var call = EchoCall()
        if phase == .idle { return call }
        #expect(call.start(EchoFacts(), at: 0) == nil)
        if phase == .waiting { return call }
        _ = call.handle(.moment(hasCall: false), at: EchoCall.pause)
        if phase == .offered { return call }
        _ = call.handle(.accepted, at: EchoCall.pause)
        if phase == .ringing { return call }
        _ = call.handle(.perform(Self.action, .answer), at: 4 * Self.second)
        _ = call.handle(.audio(true), at: 4 * Self.second)
        if phase == .talking { return call }
        _ = call.handle(.perform(Self.action, .end), at: 5 * Self.second)
        return call
    }

    @Test func `Each phase has a call of these tests`() throws {
        for phase in EchoCall.Phase.allCases { #expect(try call(phase).phase == phase) }
    }

    // MARK: The question

    @Test func `The first thing that is missing refuses a test call`() {
        var facts = EchoFacts()
        (facts.hasService, facts.hasCall, facts.isQuiet, facts.hasSound) = (false, true, true, false)
        var call = EchoCall()
        #expect(call.start(facts, at: 0) == .noCallService)
        facts.hasService = true
        #expect(call.start(facts, at: 0) == .callExists)
        facts.hasCall = false
        #expect(call.start(facts, at: 0) == .doNotDisturb)
        facts.isQuiet = false
        #expect(call.start(facts, at: 0) == .noSound)
        facts.hasSound = true
        #expect(call.start(facts, at: 0) == nil)
    }

    @Test func `There is one test call at a time`() throws {
        for phase in EchoCall.Phase.allCases where phase != .idle {
            var call = try call(phase)
            #expect(call.start(EchoFacts(), at: 5 * Self.second) == .callExists, "\(phase)")
            #expect(call.phase == phase)
        }
    }

    // MARK: Time

    @Test func `It rings three seconds after the question, and not before`() throws {
        var call = try call(.waiting)
        #expect(call.deadline == EchoCall.pause)
        #expect(call.handle(.moment(hasCall: false), at: EchoCall.pause - 1) == [])
        let effects = call.handle(.moment(hasCall: false), at: EchoCall.pause)
        #expect(effects.count == 1 && effects.first?.rings == true)
        #expect(call.phase == .offered)
    }

    @Test func `It does not ring beside a call that has come since the question`() throws {
        var call = try call(.waiting)
        #expect(call.handle(.moment(hasCall: true), at: EchoCall.pause) == [.leave])
        #expect(call.phase == .leaving)
    }

    @Test(arguments: [EchoCall.Phase.offered, .ringing, .talking])
    func `It ends 60 seconds after it has begun to ring`(_ phase: EchoCall.Phase) throws {
        var call = try call(phase)
        let end = EchoCall.pause + 60 * Self.second
        #expect(call.deadline == end)
        #expect(call.handle(.moment(hasCall: true), at: end - 1) == [])
        let effects = call.handle(.moment(hasCall: true), at: end)
        #expect(effects.last == .leave)
        #expect(effects.contains(.endSound) == (phase == .talking))
        // A test that the user has not answered must be no missed call.
        let reason = try #require(effects.compactMap(\.reason).first)
        let outcome = CallOutcome(
            outgoing: false, hasConnected: phase == .talking, endedReason: reason, filteredBy: nil)
        #expect(!outcome.isMissed)
        #expect(call.phase == .leaving && call.deadline == nil)
    }

    @Test func `After its end there can be another test call`() throws {
        var call = try call(.leaving)
        #expect(call.handle(.left, at: 6 * Self.second) == [])
        #expect(call.phase == .idle)
        #expect(call.start(EchoFacts(), at: 7 * Self.second) == nil)
        #expect(call.deadline == 7 * Self.second + EchoCall.pause)
    }

    // MARK: Actions

    @Test func `It has sound while it is answered, has the audio and is not on hold`() throws {
        var call = try call(.ringing)
        #expect(call.handle(.perform(Self.action, .answer), at: 0) == [.fulfil(Self.action)])
        #expect(call.handle(.audio(true), at: 0) == [.beginSound])
        #expect(call.handle(.audio(true), at: 0) == [])
        #expect(call.handle(.perform(Self.action, .setHeld(true)), at: 0) == [.fulfil(Self.action), .endSound])
        #expect(call.handle(.audio(false), at: 0) == [])
        #expect(call.handle(.perform(Self.action, .setHeld(false)), at: 0) == [.fulfil(Self.action)])
        #expect(call.handle(.audio(true), at: 0) == [.beginSound])
        #expect(call.handle(.perform(Self.action, .end), at: 0) == [.endSound, .fulfil(Self.action), .leave])
    }

    @Test func `The audio may come before the answer is fulfilled`() throws {
        var call = try call(.ringing)
        #expect(call.handle(.audio(true), at: 0) == [])
        #expect(call.handle(.perform(Self.action, .answer), at: 0) == [.fulfil(Self.action), .beginSound])
    }

    @Test func `A mute is remembered until it is undone`() throws {
        var call = try call(.talking)
        #expect(call.handle(.perform(Self.action, .setMuted(true)), at: 0) == [.fulfil(Self.action)])
        #expect(call.isMuted)
        #expect(call.handle(.perform(Self.action, .setMuted(false)), at: 0) == [.fulfil(Self.action)])
        #expect(!call.isMuted)
    }

    @Test func `A call that is over fails every action, and so does one that has not begun`() throws {
        for phase in [EchoCall.Phase.idle, .waiting, .leaving] {
            var call = try call(phase)
            #expect(call.handle(.perform(Self.action, .answer), at: 0) == [.fail(Self.action)], "\(phase)")
            #expect(call.phase == phase)
        }
    }

    @Test func `It joins no other call`() throws {
        var call = try call(.talking)
        #expect(call.handle(.perform(Self.action, .setGroup(with: nil)), at: 0) == [.fail(Self.action)])
    }

    @Test func `A refusal of the service ends a call that was reported, and nothing else`() throws {
        for phase in EchoCall.Phase.allCases {
            var call = try call(phase)
            let effects = call.handle(.refused, at: 0)
            switch phase {
            case .idle, .waiting, .leaving: #expect(effects == [] && call.phase == phase)
            case .offered, .ringing: #expect(effects == [.leave] && call.phase == .leaving)
            case .talking: #expect(effects == [.endSound, .leave] && call.phase == .leaving)
            }
        }
    }

    // MARK: The sound

    @Test func `A voice comes back half as loud after the delay`() {
        var sound = EchoSound(delay: 4)
        sound.hear([1, 1], isMuted: false)
        #expect(sound.play(3) == [0, 0, 0])
        sound.hear([0.5, 0.5], isMuted: false)
        #expect(sound.play(3) == [0.5, 0.5, 0.25])
    }

    @Test func `A muted voice does not come back`() {
        var sound = EchoSound(delay: 2)
        sound.hear([1, 1], isMuted: true)
        #expect(sound.play(2) == [0, 0])
    }

    @Test func `Sound that runs out is followed by silence, and by the whole delay`() {
        var sound = EchoSound(delay: 2)
        sound.hear([1, 1], isMuted: false)
        #expect(sound.play(3) == [0.5, 0.5, 0])
        sound.hear([1], isMuted: false)
        #expect(sound.play(1) == [0])
        sound.hear([1], isMuted: false)
        #expect(sound.play(2) == [0.5, 0.5])
    }

    @Test func `Sound that is not played does not grow`() {
        var sound = EchoSound(delay: 2)
        sound.hear([0.2, 0.4, 0.6, 0.8, 1, 1], isMuted: false)
        #expect(sound.play(5) == [0.3, 0.4, 0.5, 0.5, 0])
    }
}

extension EchoEffect {
    fileprivate var rings: Bool { if case .ring = self { true } else { false } }
    fileprivate var reason: EndedReason? { if case .end(_, let reason) = self { reason } else { nil } }
}

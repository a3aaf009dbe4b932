// SPDX-License-Identifier: MIT

package import CallContract

/// What a test call needs, at the moment when it is asked for.
package struct EchoFacts {
    package var hasService = true
    /// The user has a call that is not over, also one that an app only shows.
    package var hasCall = false
    package var isQuiet = false
    package var hasSound = true

    package init() {}

    /// The first reason why no call rings.
    var refusal: TestCall.Refusal? {
        if !hasService { return .noCallService }
        if hasCall { return .callExists }
        if isQuiet { return .doNotDisturb }
        return hasSound ? nil : .noSound
    }
}

package enum EchoEvent {
    /// The time of ``EchoCall/deadline`` has come. `hasCall`: another call of the user is not over.
    case moment(hasCall: Bool)
    /// The service has taken the call, which rings now.
    case accepted
    /// The service does not have the call.
    case refused
    case perform(ActionID, ActionKind)
    /// Whether the call has the microphone and the loudspeaker.
    case audio(Bool)
    /// The service has everything that it was told.
    case left
}

package enum EchoEffect: Hashable {
    case ring(CallID)
    case fulfil(ActionID)
    case fail(ActionID)
    /// Reports that the call is over.
    case end(CallID, EndedReason)
    case beginSound
    case endSound
    /// Takes the provider back.
    case leave
}

/// A test call, from the question to its end. Times are in microseconds of a clock that is never set.
package struct EchoCall {
    package enum Phase: Hashable, CaseIterable {
        case idle
        /// It rings soon.
        case waiting
        /// It is reported, and the service has not answered.
        case offered
        case ringing
        case talking
        /// It is over, and the service is told so.
        case leaving
    }

    /// From the question to the ring: the user may lock the screen or put the headset on.
    package static let pause: Time = 3_000_000
    /// From the ring to the end, at most.
    package static let longest: Time = 60_000_000

    package private(set) var phase = Phase.idle
    /// When to tell ``EchoEvent/moment(hasCall:)``; nil = never.
    package private(set) var deadline: Time?
    package private(set) var isMuted = false
    private var call = CallID.random()
    private var isHeld = false
    private var hasAudio = false
    /// Whether it records and plays.
    package private(set) var hasSound = false

    package init() {}

    /// Begins a test call, or returns why it does not ring.
    package mutating func start(_ facts: EchoFacts, at now: Time) -> TestCall.Refusal? {
        switch phase {
        case .idle: break
        case .waiting, .offered, .ringing, .talking, .leaving: return .callExists
        }
        if let refusal = facts.refusal { return refusal }
        self = EchoCall()
        (phase, deadline) = (.waiting, now + Self.pause)
        return nil
    }

    package mutating func handle(_ event: EchoEvent, at now: Time) -> [EchoEffect] {
        switch event {
        case .moment(let hasCall): deadline.map { $0 <= now } == true ? pass(hasCall, now) : []
        case .accepted: accept()
        case .refused: vanish()
        case .perform(let action, let kind): perform(action, kind)
        case .audio(let isOn): take(audio: isOn)
        case .left: leave()
        }
    }

    private mutating func pass(_ hasCall: Bool, _ now: Time) -> [EchoEffect] {
        switch phase {
        case .idle, .leaving: return []
        case .waiting:
            // The user has another call by now, which a test must not disturb.
            if hasCall { return over([]) }
            (phase, deadline) = (.offered, now + Self.longest)
            return [.ring(call)]
        // A test that the user does not answer is no missed call.
        case .offered, .ringing: return over([.end(call, .declined)])
        case .talking: return over([.end(call, .remoteEnded)])
        }
    }

    private mutating func accept() -> [EchoEffect] {
        switch phase {
        case .offered: phase = .ringing
        case .idle, .waiting, .ringing, .talking, .leaving: break
        }
        return []
    }

    private mutating func vanish() -> [EchoEffect] {
        switch phase {
        case .offered, .ringing, .talking: over([])
        case .idle, .waiting, .leaving: []
        }
    }

    private mutating func leave() -> [EchoEffect] {
        switch phase {
        case .leaving: phase = .idle
        case .idle, .waiting, .offered, .ringing, .talking: break
        }
        return []
    }

    private mutating func perform(_ action: ActionID, _ kind: ActionKind) -> [EchoEffect] {
        switch phase {
        case .idle, .waiting, .leaving: return [.fail(action)]
        case .offered, .ringing, .talking: break
        }
        switch kind {
        case .answer:
            phase = .talking
            return [.fulfil(action)] + sound()
        case .end: return over([.fulfil(action)])
        case .setHeld(let onHold):
            isHeld = onHold
            return [.fulfil(action)] + sound()
        case .setMuted(let muted):
            isMuted = muted
            return [.fulfil(action)]
        // It calls nobody, is in no conference, and hears no tones.
        case .start, .setGroup, .playDTMF: return [.fail(action)]
        }
    }

    private mutating func take(audio isOn: Bool) -> [EchoEffect] {
        hasAudio = isOn
        return sound()
    }

    private mutating func over(_ effects: [EchoEffect]) -> [EchoEffect] {
        (phase, deadline) = (.leaving, nil)
        return sound() + effects + [.leave]
    }

    /// It plays while it has the audio, as a real app.
    private mutating func sound() -> [EchoEffect] {
        let isWanted = phase == .talking && hasAudio && !isHeld
        guard isWanted != hasSound else { return [] }
        hasSound = isWanted
        return [isWanted ? .beginSound : .endSound]
    }
}

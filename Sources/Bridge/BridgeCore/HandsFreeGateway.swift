// SPDX-License-Identifier: MIT

package import CallContract

/// The user's calls as hands-free headsets get them, and the presses of these headsets. It decides which calls the
/// front of modems gets, and which press is for which call. What a press then means decides the function for all kinds
/// of headset. A time is that of a monotonic clock in microseconds.
package struct HandsFreeGateway {
    package enum Event: Hashable, Sendable {
        /// The front has no calls yet, and takes them.
        case attached
        /// The front has gone, or takes none.
        case lost
        /// All calls of the user, in order of their beginning.
        case calls([GatewayCall])
        /// What headsets may show and do.
        case rules(GatewayRules)
        /// A headset presses; the number is the front's for the call.
        case pressed(UInt32, FrontPress)
        /// A headset dials; empty = the number that was dialled last.
        case dialed(String)
        /// A headset plays a tone in that call.
        case tone(UInt32, String)
    }

    package enum Effect: Hashable, Sendable {
        /// All calls for the front, and what headsets show as the name of the network.
        case show([FrontCall], operatorName: String)
        /// The user wants to answer that call.
        case answer(String)
        /// The user wants to decline or end that call.
        case hangUp(String)
        case playTone(String, in: String)
        case dial(String)
        /// Dial the number that the user dialled last.
        case redial
    }

    private enum Phase: Hashable {
        /// There is no front that takes calls.
        case away
        case attached
    }

    /// A call that the front has.
    private struct Line: Hashable {
        let call: GatewayCall
        let id: UInt32
        /// What the call is.
        let state: FrontCall.State
        /// It is held, and shown as active.
        var standsForActive = false

        var shownState: FrontCall.State { standsForActive ? .active : state }
    }

    /// In the moment after a press lost its call, the press is for a call that is not there any more. The time is that
    /// of the echo of other headsets.
    package static let echoTime: UInt64 = 1_000_000

    private var phase = Phase.away
    private var calls: [GatewayCall] = []
    private var rules = GatewayRules()
    /// What the front has, in order of their beginning; empty while there is none.
    private var lines: [Line] = []
    /// What the front got last.
    private var handedOver = Effect.show([], operatorName: "")
    private var nextID: UInt32 = 1
    /// The call that a headset has answered last.
    private var answered: String?
    /// Until these times a press is for a call that has gone, or that another device has answered.
    private var endOfHangUpEcho: UInt64 = 0
    private var endOfAcceptEcho: UInt64 = 0

    package init() {}

    /// Takes an event, and returns what to do.
    package mutating func handle(_ event: Event, at now: UInt64) -> [Effect] {
        switch (phase, event) {
        case (.away, .attached), (.attached, .attached):
            // Another front in the place of the last one has no calls either.
            begin(.attached)
            return update(at: now)
        case (.away, .lost): return []
        case (.attached, .lost):
            begin(.away)
            return []
        case (.away, .calls(let calls)):
            self.calls = calls
            return []
        case (.attached, .calls(let calls)):
            self.calls = calls
            return update(at: now)
        case (.away, .rules(let rules)):
            self.rules = rules
            return []
        case (.attached, .rules(let rules)):
            self.rules = rules
            return update(at: now)
        // A signal of a front that has gone.
        case (.away, .pressed), (.away, .dialed), (.away, .tone): return []
        case (.attached, .pressed(let id, let press)): return pressed(press, id, at: now)
        case (.attached, .dialed(let number)): return dialed(number)
        case (.attached, .tone(let id, let tone)): return played(tone, id)
        }
    }

    // MARK: The calls

    /// In the beginning of a phase the front has no calls.
    private mutating func begin(_ phase: Phase) {
        (self.phase, lines, handedOver) = (phase, [], .show([], operatorName: ""))
    }

    /// Hands the calls over, if the front does not have them so.
    private mutating func update(at now: UInt64) -> [Effect] {
        let before = lines
        lines = rules.acts ? makeLines() : []
        noteEchoes(from: before, at: now)
        let shown = shown
        guard shown != handedOver else { return [] }
        handedOver = shown
        return [shown]
    }

    /// What the front is to have.
    private var shown: Effect {
        let calls = lines.map { line in
            FrontCall(
                id: line.id, state: line.shownState, direction: line.call.isOutgoing ? .outgoing : .incoming,
                digits: rules.showsNumbers ? line.call.number : "")
        }
        return .show(calls, operatorName: (Self.target(of: lines) ?? lines.last)?.call.app ?? "")
    }

    private mutating func makeLines() -> [Line] {
        let known = Dictionary(lines.map { ($0.call.id, $0) }) { first, _ in first }
        var lines: [Line] = []
        for call in chosen(known) {
            guard let state = call.shownState(after: known[call.id]?.state) else { continue }
            lines.append(Line(call: call, id: known[call.id]?.id ?? makeID(), state: state))
        }
        // PipeWire has no indicator for held calls: a headset would believe that the call is over, and end it.
        if !lines.contains(where: { $0.state == .active }), let held = lines.lastIndex(where: { $0.state == .held }) {
            lines[held].standsForActive = true
        }
        return lines
    }

    /// Of too many calls those that the user has answered or made, and then those that ring.
    private func chosen(_ known: [String: Line]) -> [GatewayCall] {
        let present = calls.filter { $0.shownState(after: known[$0.id]?.state) != nil }
        guard present.count > FrontCall.mostCalls else { return present }
        let ranked =
            present.filter { !$0.isUnanswered } + present.filter { $0.isUnanswered && !$0.isSilenced }
            + present.filter { $0.isUnanswered && $0.isSilenced }
        let chosen = Set(ranked.prefix(FrontCall.mostCalls).map(\.id))
        return present.filter { chosen.contains($0.id) }
    }

    private mutating func makeID() -> UInt32 {
        defer { nextID &+= 1 }
        return nextID
    }

    // MARK: Presses

    private mutating func pressed(_ press: FrontPress, _ id: UInt32, at now: UInt64) -> [Effect] {
        guard let line = lines.first(where: { $0.id == id }) else { return [] }
        switch press {
        case .accept:
            guard now >= endOfAcceptEcho else { return [] }
            answered = line.call.id
            return [.answer(line.call.id)]
        case .hangup:
            guard now >= endOfHangUpEcho else { return [] }
            // A held call that is shown as active comes first for PipeWire. The user means the call that rings or is
            // dialled, if there is one.
            let meant = line.standsForActive ? Self.target(of: lines) ?? line : line
            return [.hangUp(meant.call.id)]
        }
    }

    private func dialed(_ number: String) -> [Effect] {
        guard rules.acts else { return [] }
        if number.isEmpty { return [.redial] }
        return FrontCall.isNumber(number) ? [.dial(number)] : []
    }

    private func played(_ tone: String, _ id: UInt32) -> [Effect] {
        guard rules.playsTones, FrontCall.isTone(tone), let line = lines.first(where: { $0.id == id }),
            line.state == .active
        else { return [] }
        return [.playTone(tone, in: line.call.id)]
    }

    // MARK: Echoes

    /// The call that a hang-up is for: the one that is active, or else one that is dialled or rings, or else one that
    /// is held. PipeWire chooses in the same order, so that this is also the call that its next hang-up names.
    private static func target(of lines: [Line]) -> Line? {
        lines.first { $0.state == .active }
            ?? lines.first {
                switch $0.state {
                case .dialing, .ringingOut, .ringingIn: true
                case .active, .held, .waiting: false
                }
            } ?? lines.first(where: \.standsForActive)
    }

    /// A press may be on its way while its call ends here. PipeWire then names the call that comes after it, so that a
    /// second call would end or be answered too. The same happens when one button arrives as a media key and as an AT
    /// command, when a button is pressed twice, and when a headset follows an indicator and calls that a press.
    private mutating func noteEchoes(from before: [Line], at now: UInt64) {
        let (old, new) = (Self.target(of: before), Self.target(of: lines))
        if let old, let new {
            let hasRung = before.contains { $0.call.id == new.call.id && $0.state == .ringingIn }
            let isPickedUp = hasRung && new.state != .ringingIn
            let isAnother = old.call.id != new.call.id
            // The headset that has answered a call knows that it talks in it.
            let isKnown = isPickedUp && new.call.id == answered
            if isAnother || isPickedUp, !isKnown { endOfHangUpEcho = now + Self.echoTime }
        }
        let (rang, rings) = (before.first { $0.state == .ringingIn }, lines.first { $0.state == .ringingIn })
        if let rang, let rings, rang.call.id != rings.call.id { endOfAcceptEcho = now + Self.echoTime }
        if let call = answered, !lines.contains(where: { $0.call.id == call }) { answered = nil }
    }
}

/// A call of the user, as far as the gateway needs to know it.
package struct GatewayCall: Hashable, Sendable {
    package let id: String
    package var state: CallState
    package var isOutgoing: Bool
    /// It comes in, and no answer has been accepted.
    package var isUnanswered: Bool
    /// It must not ring.
    package var isSilenced: Bool
    /// Of the other side; empty = none.
    package var number: String
    /// The name of its app for people.
    package var app: String

    package init(
        _ id: String, _ state: CallState, isOutgoing: Bool = false, isUnanswered: Bool = false,
        isSilenced: Bool = false, number: String = "", app: String = ""
    ) {
        (self.id, self.state, self.isOutgoing, self.isUnanswered) = (id, state, isOutgoing, isUnanswered)
        (self.isSilenced, self.number, self.app) = (isSilenced, number, app)
    }

    /// What a headset sees of it; nil = nothing. A call whose end is requested is shown as `before`, because its app
    /// may refuse. A call whose answer is accepted counts as answered, as for the lights of other headsets.
    fileprivate func shownState(after before: FrontCall.State?) -> FrontCall.State? {
        switch state {
        // PipeWire tells a headset nothing of a waiting call. So one beside another call rings too, and the headset can
        // answer it; and one that must not ring waits.
        case .incoming: isUnanswered ? isSilenced ? .waiting : .ringingIn : .active
        case .dialing: .dialing
        case .connecting: isOutgoing ? .ringingOut : .active
        case .active: .active
        case .held: .held
        case .ending: before
        case .ended: nil
        }
    }
}

/// What hands-free headsets may show and do.
package struct GatewayRules: Hashable, Sendable {
    /// A locked screen may hide callers.
    package var showsNumbers: Bool
    /// On a locked screen they play no tones.
    package var playsTones: Bool
    /// The user lets the buttons of headsets act.
    package var acts: Bool

    /// As long as nothing is known, no number is shown.
    package init(showsNumbers: Bool = false, playsTones: Bool = false, acts: Bool = true) {
        (self.showsNumbers, self.playsTones, self.acts) = (showsNumbers, playsTones, acts)
    }
}

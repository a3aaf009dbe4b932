// SPDX-License-Identifier: MIT

import BridgeCore
import CallContract
import Testing

/// What a modem can do with one of its calls, and what it is asked for.
struct ModemLineTests {
    private let a = SourceKey(life: "1", object: "a")
    private let b = SourceKey(life: "1", object: "b")
    private let action = ActionID.random()

    /// A modem that shows these calls, one after another.
    private func line(_ calls: (SourceKey, ModemCall.State)..., at kind: ModemKind = .modem) -> ModemLine {
        var line = ModemLine(kind)
        for (key, state) in calls { _ = line.show(key, call(state)) }
        return line
    }

    private func call(_ state: ModemCall.State, _ number: String = "+4930") -> ModemCall {
        ModemCall(state, outgoing: false, number: number)
    }

    /// The operations for a hold of `a` and for its resume.
    private func changes(_ line: ModemLine) -> [ModemOperation?] {
        [true, false].map { line.operation(for: .setHeld(a, $0, for: action)) }
    }

    @Test func `A hold swaps only if the modem has no call that would talk then`() {
        #expect(changes(line((a, .active))) == [.swap, nil])
        #expect(changes(line((a, .held))) == [nil, .swap])
        #expect(changes(line((a, .held), (b, .active))) == [nil, .swap])
        for other in [ModemCall.State.held, .incoming, .waiting, .dialing, .alerting] {
            #expect(changes(line((a, .active), (b, other))) == [nil, nil], "\(other)")
        }
        for other in [ModemCall.State.incoming, .waiting, .dialing, .alerting] {
            #expect(changes(line((a, .held), (b, other))) == [nil, nil], "\(other)")
        }
        for state in [ModemCall.State.incoming, .waiting, .dialing, .alerting] {
            #expect(changes(line((a, state))) == [nil, nil], "\(state)")
        }
    }

    @Test func `The other call hears of what it can do now`() throws {
        var line = line((a, .active))
        var events = line.show(b, call(.waiting))
        #expect(events.count == 2 && holding(events[1], a) == false)
        _ = line.show(a, call(.held))
        events = line.show(b, call(.active))
        #expect(holding(events[0], b) == false)
        #expect(holding(events[1], a) == true)
        events = line.show(b, call(.ended(.remote)))
        #expect(events.count == 1)
        events = line.show(a, call(.active))
        #expect(holding(events[0], a) == true)
    }

    /// Whether the event says that the call can be held.
    private func holding(_ event: BridgeEvent, _ key: SourceKey) -> Bool? {
        switch event {
        case .appeared(key, let call, _), .changed(key, let call): call.facts.supportsHolding
        default: nil
        }
    }

    @Test func `An answer holds the call that goes on`() {
        func answer(_ line: ModemLine) -> ModemOperation? { line.operation(for: .answer(a, for: action)) }
        #expect(answer(line((a, .incoming))) == .accept(a))
        #expect(answer(line((a, .incoming), (b, .active))) == .holdAndAccept)
        #expect(answer(line((a, .incoming), (b, .held))) == .holdAndAccept)
        #expect(answer(line((a, .waiting), (b, .active))) == .holdAndAccept)
        #expect(answer(line((a, .active))) == nil)
    }

    /// PipeWire sends one command for all of them, and asks for certain states before.
    @Test func `A phone over Bluetooth is asked for what PipeWire sends to it in that state`() {
        func answer(_ line: ModemLine) -> ModemOperation? { line.operation(for: .answer(a, for: action)) }
        #expect(answer(line((a, .incoming), at: .phone)) == .accept(a))
        #expect(answer(line((a, .incoming), (b, .held), at: .phone)) == .accept(a))
        #expect(answer(line((a, .waiting), (b, .active), at: .phone)) == .holdAndAccept)
        #expect(answer(line((a, .waiting), (b, .held), at: .phone)) == nil)
        #expect(changes(line((a, .active), at: .phone)) == [nil, nil])
        #expect(changes(line((a, .active), (b, .held), at: .phone)) == [nil, nil])
        #expect(changes(line((a, .held), at: .phone)) == [nil, nil])
        #expect(changes(line((a, .held), (b, .active), at: .phone)) == [nil, .swap])
        #expect(changes(line((a, .held), (b, .waiting), at: .phone)) == [nil, nil])
    }

    @Test func `A phone that would refuse a waiting call in place of a held one is not asked to end the held one`() {
        func end(_ line: ModemLine) -> ModemOperation? { line.operation(for: .end(a, for: action)) }
        #expect(end(line((a, .held), (b, .waiting), at: .phone)) == nil)
        #expect(end(line((a, .held), (b, .waiting))) == .hangUp(a))
        #expect(end(line((a, .held), (b, .active), at: .phone)) == .hangUp(a))
        #expect(end(line((a, .waiting), (b, .held), at: .phone)) == .hangUp(a))
    }

    @Test func `A phone whose calls are all held is asked to end all, because PipeWire ends no held call by itself`() {
        func end(_ line: ModemLine) -> ModemOperation? { line.operation(for: .end(a, for: action)) }
        #expect(end(line((a, .held), at: .phone)) == .hangUpAll)
        #expect(end(line((a, .held), (b, .held), at: .phone)) == .hangUpAll)
        #expect(end(line((a, .held), (b, .dialing), at: .phone)) == .hangUp(a))
        #expect(end(line((a, .held))) == .hangUp(a))
    }

    @Test func `The only call of a phone that is held there is resumed there only`() throws {
        func canResume(_ events: [BridgeEvent]) -> Bool? {
            switch events.first {
            case .changed(a, let call)?: call.facts.supportsResuming
            default: nil
            }
        }
        var phone = line((a, .active), at: .phone)
        #expect(canResume(phone.show(a, call(.held))) == false)
        #expect(canResume(phone.show(a, call(.active))) == true)
        var modem = line((a, .active))
        #expect(canResume(modem.show(a, call(.held))) == true)
    }

    @Test func `A call that waits at a phone beside a held one cannot be answered, until the held one has gone`() {
        func canAnswer(_ events: [BridgeEvent], _ key: SourceKey) -> Bool? {
            for event in events {
                switch event {
                case .appeared(key, let call, _), .changed(key, let call): return call.facts.supportsAnswering
                default: continue
                }
            }
            return nil
        }
        var line = line((a, .held), at: .phone)
        #expect(canAnswer(line.show(b, call(.waiting)), b) == false)
        #expect(canAnswer(line.show(a, call(.active)), b) == true)
        _ = line.show(a, call(.held))
        #expect(canAnswer(line.show(b, call(.incoming)), b) == true)
        var modem = self.line((a, .held))
        #expect(canAnswer(modem.show(b, call(.waiting)), b) == true)
    }

    @Test func `A call that was dialled stays outgoing when it connects`() {
        var line = ModemLine()
        _ = line.show(a, ModemCall(.dialing, outgoing: true, number: "+4930"))
        guard case .changed(_, let source) = line.show(a, call(.active)).first else {
            Issue.record("the connection is no change")
            return
        }
        #expect(source.outgoing)
    }

    @Test func `A call that is not there is not ended, and a modem has neither mute nor conference`() {
        let line = line((a, .active))
        #expect(line.operation(for: .end(a, for: action)) == .hangUp(a))
        #expect(line.operation(for: .end(b, for: action)) == nil)
        #expect(line.operation(for: .setMuted(a, true, for: action)) == nil)
        #expect(line.operation(for: .setGroup(a, with: nil, for: action)) == nil)
        #expect(line.operation(for: .silence(a)) == nil)
    }

    @Test func `Nothing is told twice`() {
        var line = line((a, .active))
        #expect(line.show(a, call(.active)).isEmpty)
        #expect(line.show(a, call(.active, "+4931")).count == 1)
        #expect(line.show(a, call(.ended(.remote))).count == 1)
        #expect(line.isEmpty)
        #expect(line.hide(a).isEmpty)
    }

    @Test(arguments: [
        ("+49 (30) 12-34", "+49301234"), ("112", "112"), ("*#21#", "*#21#"), ("+", nil), ("", nil), ("12+3", nil),
        ("1;+CHUP", nil), ("1\r2", nil), ("1,2", nil), ("A1", nil), ("\u{0661}", nil),
        (String(repeating: "1", count: 81), nil),
    ])
    func `Only a number is dialled`(_ text: String, _ number: String?) {
        #expect(Handle(kind: .phoneNumber, value: text).dialable == number)
        #expect(Handle(kind: .emailAddress, value: text).dialable == nil)
    }

    @Test func `A modem names the numbers of its SIM and of every network, as far as the registry takes them`() {
        let many = (0..<100).map { "1\($0)" }
        #expect(ModemNumber.emergencyNumbers(named: []) == ["112", "911"])
        #expect(
            ModemNumber.emergencyNumbers(named: [
                "118", "", "112", "1 1 0", "x", "1\r2", "118", String(repeating: "1", count: 33),
            ])
                == ["112", "911", "118"])
        #expect(ModemNumber.emergencyNumbers(named: many).count == Limits().emergencyNumbers)
    }

    @Test(arguments: [
        (ModemCall.End.local, ModemCall.State.active, EndedReason.localEnded), (.remote, .active, .remoteEnded),
        (.remote, .incoming, .unanswered), (.remote, .waiting, .unanswered), (.remote, .alerting, .unanswered),
        (.remote, .dialing, .failed), (.refused, .alerting, .remoteEnded), (.network, .active, .failed),
        (.unknown, .held, .unknown), (.unknown, .incoming, .unanswered),
    ])
    func `The reason depends on how far the call was`(
        _ end: ModemCall.End, _ state: ModemCall.State, _ reason: EndedReason
    ) {
        var line = line((a, state))
        guard case .changed(_, let call) = line.show(a, call(.ended(end))).first else {
            Issue.record("the end is no change")
            return
        }
        #expect(call.state == .ended(reason))
    }
}

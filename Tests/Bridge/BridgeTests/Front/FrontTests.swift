// SPDX-License-Identifier: MIT

import CallContract
import FrontCore
import Testing

/// What a front tells WirePlumber and gateways, for each event in each state.
struct FrontTests {
    private let gateway = Caller(name: ":1.1", uid: 1000)
    private let watcher = Caller(name: ":1.2", uid: 1000)
    private let stranger = Caller(name: ":1.3", uid: 2000)

    private func call(
        _ id: UInt32, _ state: FrontCall.State, _ direction: FrontCall.Direction = .incoming, _ digits: String = "+4930"
    ) -> FrontCall {
        FrontCall(id: id, state: state, direction: direction, digits: digits)
    }

    /// A front whose user is in front, with a gateway that has these calls, and with a watcher that knows them.
    private func front(_ calls: FrontCall..., name: String = "App") throws -> Front {
        var front = Front()
        _ = try front.handle(.userCame(1000))
        _ = try front.handle(.attached(gateway))
        _ = try front.handle(.calls(calls, operator: name, from: gateway))
        _ = try front.handle(.asked(watcher, ofModemManager: true))
        for call in calls { _ = try front.handle(.described(call.id, to: watcher)) }
        return front
    }

    private func told(_ kinds: FrontEffect.Kind...) -> [FrontEffect] {
        kinds.map { FrontEffect($0, to: watcher.name) }
    }

    // MARK: The modem

    /// What a watcher knows, what there is, and the news.
    @Test func `A modem appears with the gateway and its user, and disappears with either`() throws {
        let there = told(.modemAdded("App"))
        let gone = told(.modemRemoved)
        var front = try front()
        #expect(try front.handle(.userCame(1000)).isEmpty)
        #expect(try front.handle(.userCame(2000)) == gone)
        #expect(try front.handle(.userCame(nil)).isEmpty)
        #expect(try front.handle(.userCame(1000)) == there)
        #expect(try front.handle(.lost(gateway.name)) == gone)
        #expect(try front.handle(.userCame(2000)).isEmpty)
        #expect(try front.handle(.attached(gateway)).isEmpty)
        #expect(try front.handle(.userCame(1000)) == told(.modemAdded("")))
        #expect(try front.handle(.lost(stranger.name)).isEmpty)
    }

    @Test func `A new gateway of the user has no calls, and takes the place of the old one`() throws {
        var front = try front(call(1, .active))
        let next = Caller(name: ":1.9", uid: 1000)
        #expect(
            try front.handle(.attached(next))
                == told(.operatorChanged(""), .callChanged(1, from: .active, to: nil), .callDeleted(1)))
        #expect(throws: FrontRefusal.notAttached) { try front.handle(.calls([], operator: "", from: gateway)) }
        #expect(try front.handle(.lost(gateway.name)).isEmpty)
        #expect(front.view(for: watcher.name) != nil)
    }

    @Test func `A program finds a modem only after it has asked, and only that of its own user in front`() throws {
        var front = try front(call(1, .active))
        #expect(front.view(for: watcher.name)?.calls == [call(1, .active)])
        #expect(front.view(for: stranger.name) == nil)
        #expect(try front.handle(.asked(stranger, ofModemManager: false)).isEmpty)
        #expect(front.view(for: stranger.name) == nil)
        _ = try front.handle(.attached(stranger))
        #expect(front.view(for: stranger.name) == nil)
        _ = try front.handle(.userCame(2000))
        #expect(front.view(for: stranger.name)?.calls == [])
        #expect(front.view(for: watcher.name) == nil)
    }

    @Test
    func `A watcher that waited for the front knows nothing, and one that has asked meanwhile keeps what it knows`()
        throws
    {
        var front = try front(call(1, .active))
        #expect(try front.handle(.waited(watcher, ofModemManager: true)).isEmpty)
        let early = Caller(name: ":1.5", uid: 1000)
        #expect(!front.isWatched(by: early.name))
        #expect(
            try front.handle(.waited(early, ofModemManager: false))
                == [.modemAdded("App"), .callAdded(1)].map { FrontEffect($0, to: early.name) })
        #expect(front.isWatched(by: early.name))
        #expect(try front.handle(.yielded).isEmpty)
        #expect(front.view(for: early.name) != nil)
        _ = try front.handle(.userCame(2000))
        let other = Caller(name: ":1.6", uid: 1000)
        #expect(try front.handle(.waited(other, ofModemManager: true)).isEmpty)
    }

    @Test func `Only those that ask by ModemManager's name forget the modem with the name`() throws {
        var front = try front(call(1, .active))
        let patched = Caller(name: ":1.4", uid: 1000)
        _ = try front.handle(.asked(patched, ofModemManager: false))
        #expect(try front.handle(.yielded).isEmpty)
        #expect(front.view(for: watcher.name) == nil)
        #expect(front.view(for: patched.name) != nil)
    }

    @Test func `A user has only some connections of WirePlumber that find a modem`() throws {
        var front = try front()
        for number in 0..<20 {
            _ = try front.handle(.asked(Caller(name: ":2.\(number)", uid: 1000), ofModemManager: true))
        }
        #expect((0..<20).filter { front.view(for: ":2.\($0)") != nil }.count == FrontLimits().watchersOfUser - 1)
        #expect(try front.handle(.asked(watcher, ofModemManager: true)).isEmpty)
        #expect(front.view(for: watcher.name) != nil)
    }

    // MARK: The calls

    @Test(arguments: FrontCall.State.allCases, FrontCall.State.allCases)
    func `Each change of a state is told, and none is told twice`(_ old: FrontCall.State, _ new: FrontCall.State) throws
    {
        var front = try front(call(1, old))
        let effects = try front.handle(.calls([call(1, new)], operator: "App", from: gateway))
        #expect(effects == (old == new ? [] : told(.callChanged(1, from: old, to: new))))
        #expect(try front.handle(.calls([call(1, new)], operator: "App", from: gateway)).isEmpty)
    }

    @Test(arguments: FrontCall.State.allCases)
    func `A call appears in each state, and ends in each`(_ state: FrontCall.State) throws {
        var front = try front()
        #expect(try front.handle(.calls([call(1, state)], operator: "App", from: gateway)) == told(.callAdded(1)))
        #expect(
            try front.handle(.calls([], operator: "App", from: gateway))
                == told(.callChanged(1, from: state, to: nil), .callDeleted(1)))
    }

    @Test func `A watcher hears of one new call at a time, and of no change before it has its properties`() throws {
        var front = try front(call(1, .active))
        let next = [call(1, .held), call(2, .ringingIn), call(3, .waiting)]
        let three = [call(1, .active), call(2, .ringingIn), call(3, .waiting)]
        _ = try front.handle(.calls(three, operator: "App", from: gateway))
        #expect(try front.handle(.calls(next, operator: "App", from: gateway)).isEmpty)
        #expect(
            try front.handle(.described(2, to: watcher))
                == told(.callChanged(1, from: .active, to: .held), .callAdded(3)))
        #expect(try front.handle(.described(3, to: watcher)).isEmpty)
    }

    @Test func `The end of a call is told after the properties of a new one, and the call that goes on comes first`()
        throws
    {
        var front = try front(call(1, .active), call(2, .held))
        let three = [call(1, .active), call(2, .held), call(3, .ringingIn)]
        _ = try front.handle(.calls(three, operator: "App", from: gateway))
        let next = [call(2, .active), call(3, .ringingIn)]
        #expect(try front.handle(.calls(next, operator: "App", from: gateway)).isEmpty)
        #expect(
            try front.handle(.described(3, to: watcher))
                == told(
                    .callChanged(2, from: .held, to: .active), .callChanged(1, from: .active, to: nil), .callDeleted(1))
        )
    }

    @Test func `A swap never leaves the headset without an active call`() throws {
        var front = try front(call(1, .active), call(2, .held))
        let swapped = [call(1, .held), call(2, .active)]
        #expect(
            try front.handle(.calls(swapped, operator: "App", from: gateway))
                == told(.callChanged(2, from: .held, to: .active), .callChanged(1, from: .active, to: .held)))
    }

    @Test func `The properties that a watcher asks for are news, so the same state is not told again`() throws {
        var front = try front()
        _ = try front.handle(.calls([call(1, .ringingIn)], operator: "App", from: gateway))
        #expect(try front.handle(.calls([call(1, .active)], operator: "App", from: gateway)).isEmpty)
        #expect(try front.handle(.described(1, to: watcher)).isEmpty)
        #expect(
            try front.handle(.calls([call(1, .held)], operator: "App", from: gateway))
                == told(.callChanged(1, from: .active, to: .held)))
    }

    @Test func `The end of a call whose properties were not asked for is told, and the next call follows`() throws {
        var front = try front()
        _ = try front.handle(.calls([call(1, .ringingIn), call(2, .waiting)], operator: "App", from: gateway))
        #expect(
            try front.handle(.calls([call(2, .ringingIn)], operator: "App", from: gateway))
                == told(.callChanged(1, from: .ringingIn, to: nil), .callDeleted(1), .callAdded(2)))
    }

    @Test func `A watcher that asks during a call hears of that call`() throws {
        var front = try front(call(1, .active))
        let late = Caller(name: ":1.5", uid: 1000)
        #expect(
            try front.handle(.asked(late, ofModemManager: true)) == [FrontEffect(.callAdded(1), to: late.name)])
        // It asks again after it has forgotten everything.
        #expect(try front.handle(.asked(watcher, ofModemManager: true)) == told(.callAdded(1)))
    }

    @Test func `Only the properties of the new call count, and only at the watcher that asks`() throws {
        var front = try front(call(1, .active))
        _ = try front.handle(
            .calls([call(1, .active), call(2, .waiting), call(3, .waiting)], operator: "App", from: gateway))
        for (id, name) in [(1, watcher), (3, watcher), (9, watcher), (2, stranger)] as [(UInt32, Caller)] {
            #expect(try front.handle(.described(id, to: name)).isEmpty)
        }
        #expect(try front.handle(.described(2, to: watcher)) == told(.callAdded(3)))
    }

    @Test func `The user in front changes during calls`() throws {
        var front = try front(call(1, .active))
        #expect(
            try front.handle(.userCame(2000))
                == told(.callChanged(1, from: .active, to: nil), .callDeleted(1), .modemRemoved))
        #expect(try front.handle(.calls([call(1, .held)], operator: "App", from: gateway)).isEmpty)
        #expect(try front.handle(.userCame(1000)) == told(.modemAdded("App"), .callAdded(1)))
    }

    @Test(arguments: [
        ("Element", "Element"), ("", ""), ("a\nb\u{0}c\u{9b}d", "abcd"), ("\"1\"", "1"),
        (String(repeating: "ä", count: 40), String(repeating: "ä", count: 32)),
    ])
    func `The operator is the beginning of the app's name, without what PipeWire must not copy`(
        _ name: String, _ shown: String
    ) throws {
        #expect(try front(name: name).view(for: watcher.name)?.operator == shown)
    }

    // MARK: Presses

    @Test(arguments: FrontPress.allCases, FrontCall.State.allCases)
    func `A press reaches the gateway if the state of the call allows it`(_ press: FrontPress, _ state: FrontCall.State)
        throws
    {
        let allowed: Set<FrontCall.State> =
            switch press {
            case .accept: [.ringingIn, .waiting]
            case .hangup: Set(FrontCall.State.allCases)
            }
        var front = try front(call(7, state))
        let event = FrontEvent.pressed(press, 7, by: watcher)
        if allowed.contains(state) {
            #expect(try front.handle(event) == [FrontEffect(.press(press, 7), to: gateway.name)])
        } else {
            #expect(throws: FrontRefusal.wrongState) { try front.handle(event) }
        }
    }

    @Test(arguments: FrontCall.State.allCases)
    func `A tone reaches the gateway in an active call`(_ state: FrontCall.State) throws {
        var front = try front(call(7, state))
        if state == .active {
            for tone in "0123456789*#ABCD" {
                #expect(
                    try front.handle(.tone(String(tone), 7, by: watcher))
                        == [FrontEffect(.tone(String(tone), 7), to: gateway.name)])
            }
        } else {
            #expect(throws: FrontRefusal.wrongState) { try front.handle(.tone("1", 7, by: watcher)) }
        }
        for rubbish in ["", "E", "a", "12", "\n", "\u{661}"] {
            #expect(throws: FrontRefusal.noTone) { try front.handle(.tone(rubbish, 7, by: watcher)) }
        }
    }

    @Test(arguments: [
        ("112", true), ("+4930", true), ("*#21#", true), (String(repeating: "1", count: 32), true),
        ("+", false), ("1+2", false), ("1;+CHUP", false), ("1\r", false), ("A1", false), ("\u{661}", false),
        (String(repeating: "1", count: 33), false),
    ])
    func `Only a number is dialled, and only a number is shown`(_ number: String, _ isNumber: Bool) throws {
        var front = try front()
        if isNumber {
            #expect(
                try front.handle(.dialed(number, by: watcher)) == [FrontEffect(.dial(number), to: gateway.name)])
        } else {
            #expect(throws: FrontRefusal.noNumber) { try front.handle(.dialed(number, by: watcher)) }
        }
        #expect(call(1, .active, .incoming, number).digits == (isNumber ? number : ""))
    }

    @Test func `No number is the one that was dialled last`() throws {
        var front = try front()
        #expect(try front.handle(.dialed("", by: watcher)) == [FrontEffect(.dial(""), to: gateway.name)])
        #expect(!FrontCall.isNumber(""))
    }

    @Test func `A press needs a modem and a call that the caller sees`() throws {
        var front = try front(call(7, .active))
        for caller in [gateway, stranger] {
            #expect(throws: FrontRefusal.noModem) { try front.handle(.pressed(.hangup, 7, by: caller)) }
            #expect(throws: FrontRefusal.noModem) { try front.handle(.dialed("1", by: caller)) }
            #expect(throws: FrontRefusal.noModem) { try front.handle(.tone("1", 7, by: caller)) }
        }
        #expect(throws: FrontRefusal.noCall) { try front.handle(.pressed(.hangup, 8, by: watcher)) }
        #expect(throws: FrontRefusal.noCall) { try front.handle(.tone("1", 8, by: watcher)) }
        _ = try front.handle(.userCame(2000))
        #expect(throws: FrontRefusal.noModem) { try front.handle(.pressed(.hangup, 7, by: watcher)) }
    }

    // MARK: Gateways

    @Test func `Calls that are refused change nothing`() throws {
        var front = try front(call(1, .active))
        let before = front.view(for: watcher.name)
        func refusal(_ calls: [FrontCall], _ caller: Caller) -> FrontRefusal? {
            do throws(FrontRefusal) {
                _ = try front.handle(.calls(calls, operator: "Other", from: caller))
                return nil
            } catch {
                return error
            }
        }
        let many = (1...UInt32(FrontLimits().calls + 1)).map { call($0, .held) }
        #expect(refusal([], stranger) == .notAttached)
        #expect(refusal([], watcher) == .notAttached)
        #expect(refusal(many, gateway) == .tooManyCalls)
        #expect(refusal([call(2, .held), call(2, .active)], gateway) == .repeatedCall)
        #expect(refusal([call(1, .active, .outgoing)], gateway) == .changedDirection)
        #expect(front.view(for: watcher.name) == before)
        #expect(refusal(many.dropLast(), gateway) == nil)
    }

    @Test func `There is room for some users with gateways, and a user that has one may attach again`() throws {
        var front = Front()
        for uid in 0..<UInt32(FrontLimits().gateways) {
            _ = try front.handle(.attached(Caller(name: ":3.\(uid)", uid: uid)))
        }
        #expect(throws: FrontRefusal.tooManyGateways) { try front.handle(.attached(stranger)) }
        _ = try front.handle(.attached(Caller(name: ":4.1", uid: 1)))
        _ = try front.handle(.lost(":4.1"))
        _ = try front.handle(.attached(stranger))
    }

    @Test func `The state says why no headset shows a call`() throws {
        var front = Front()
        func states() -> [FrontState] { [true, false].map { front.state(of: 1000, hasName: $0) } }
        #expect(states() == [.detached, .detached])
        _ = try front.handle(.attached(gateway))
        #expect(states() == [.background, .background])
        _ = try front.handle(.userCame(1000))
        #expect(states() == [.unwatched, .nameTaken])
        _ = try front.handle(.asked(stranger, ofModemManager: true))
        #expect(states() == [.unwatched, .nameTaken])
        _ = try front.handle(.asked(watcher, ofModemManager: true))
        #expect(states() == [.shown, .shown])
        _ = try front.handle(.lost(watcher.name))
        #expect(states() == [.unwatched, .nameTaken])
    }
}

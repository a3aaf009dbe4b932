// SPDX-License-Identifier: MIT

import BridgeCore
import CallContract
import Testing

/// What the front of modems gets of the user's calls, and which press is for which call.
struct HandsFreeGatewayTests {
    private var gateway = HandsFreeGateway()
    private var now: UInt64 = 10_000_000

    // MARK: Words

    /// A call of these words: its id, a state, `out`, `silenced`, `answered` (its answer is accepted), a number, which
    /// begins with `+`, and an app with a capital letter.
    private static func call(_ text: String) -> GatewayCall {
        let words = text.split(separator: " ").map(String.init)
        let state = CallState.allCases.first { words.contains($0.rawValue) } ?? .active
        return GatewayCall(
            words[0], state, isOutgoing: words.contains("out"),
            isUnanswered: state == .incoming && !words.contains("answered"), isSilenced: words.contains("silenced"),
            number: words.first { $0.hasPrefix("+") } ?? "",
            app: words.first { $0.first?.isUppercase == true } ?? "")
    }

    private static func text(_ effect: HandsFreeGateway.Effect) -> String {
        switch effect {
        case .show(let calls, let operatorName):
            let lines = calls.map { call in
                [String(call.id), call.state.rawValue, call.direction.rawValue, call.digits].filter { !$0.isEmpty }
                    .joined(separator: " ")
            }
            return "show [" + lines.joined(separator: ", ") + "]" + (operatorName.isEmpty ? "" : " " + operatorName)
        case .answer(let call): return "answer \(call)"
        case .hangUp(let call): return "hang up \(call)"
        case .playTone(let tone, let call): return "play \(tone) in \(call)"
        case .dial(let number): return "dial \(number)"
        case .redial: return "redial"
        }
    }

    private mutating func handle(_ event: HandsFreeGateway.Event) -> [String] {
        gateway.handle(event, at: now).map(Self.text)
    }

    @discardableResult
    private mutating func show(_ calls: String...) -> [String] { handle(.calls(calls.map(Self.call))) }

    /// A gateway whose front has these calls, long after they have changed.
    private mutating func attach(_ calls: String...) {
        _ = handle(.rules(GatewayRules(showsNumbers: true, playsTones: true)))
        _ = handle(.attached)
        _ = handle(.calls(calls.map(Self.call)))
        now += HandsFreeGateway.echoTime
    }

    // MARK: The front

    @Test mutating func `Without a front nothing happens, and the calls and rules are there when it comes`() {
        #expect(handle(.lost) == [])
        #expect(show("a incoming +1 Phone") == [])
        #expect(handle(.rules(GatewayRules(showsNumbers: true))) == [])
        #expect(handle(.pressed(1, .accept)) == [])
        #expect(handle(.pressed(1, .hangup)) == [])
        #expect(handle(.dialed("1")) == [])
        #expect(handle(.tone(1, "1")) == [])
        #expect(handle(.attached) == ["show [1 ringing-in in +1] Phone"])
    }

    @Test mutating func `A front without calls to show is told nothing`() {
        #expect(handle(.attached) == [])
        #expect(show() == [])
        #expect(show("a ended") == [])
        #expect(handle(.rules(GatewayRules(showsNumbers: true))) == [])
    }

    @Test mutating func `The presses of a front that has gone mean nothing, and the next front gets the calls`() {
        attach("a active Phone")
        #expect(handle(.lost) == [])
        #expect(handle(.pressed(1, .hangup)) == [])
        #expect(handle(.dialed("1")) == [])
        #expect(handle(.tone(1, "1")) == [])
        #expect(show("a active Phone", "b incoming +2 Talk") == [])
        #expect(handle(.attached) == ["show [2 active in, 3 ringing-in in +2] Phone"])
        #expect(handle(.pressed(1, .hangup)) == [])
        // Another front in the place of this one.
        #expect(handle(.attached) == ["show [4 active in, 5 ringing-in in +2] Phone"])
    }

    @Test mutating func `The front hears of a change once`() {
        attach("a incoming +1 Phone")
        #expect(show("a incoming +1 Phone") == [])
        #expect(show("a active +1 Phone") == ["show [1 active in +1] Phone"])
        #expect(show() == ["show []"])
        #expect(show() == [])
    }

    // MARK: The calls

    @Test(arguments: [
        ("incoming", "ringing-in in"), ("incoming silenced", "waiting in"), ("incoming answered", "active in"),
        ("dialing out", "dialing out"), ("connecting out", "ringing-out out"), ("connecting", "active in"),
        ("active", "active in"), ("active out", "active out"), ("held", "active in"),
    ])
    mutating func `Each state of a call is one that a headset knows`(_ state: String, _ shown: String) {
        attach()
        #expect(show("a " + state) == ["show [1 \(shown)]"])
        // Its end is requested, and its app may still refuse.
        #expect(show("a ending" + (state.hasSuffix("out") ? " out" : "")) == [])
        #expect(show("a ended") == ["show []"])
    }

    @Test mutating func `A call that a headset has not seen before its end is not shown to it`() {
        attach()
        #expect(show("a ending") == [])
        #expect(show("b ended") == [])
    }

    @Test mutating func `A held call is shown as active while no other call is, so that the headset does not hang up`()
    {
        attach("a active", "b held")
        #expect(show("a active", "b held") == [])
        #expect(show("b held") == ["show [2 active in]"])
        #expect(show("b held", "c incoming") == ["show [2 active in, 3 ringing-in in]"])
        #expect(show("b held", "c active") == ["show [2 held in, 3 active in]"])
        // The last one is the one that a press would resume.
        #expect(show("b held", "c held") == [])
        #expect(show("b held", "c ended") == ["show [2 active in]"])
    }

    @Test mutating func `A call beside an active one rings at the headset, which could not answer a waiting one`() {
        attach("a active")
        #expect(show("a active", "b incoming") == ["show [1 active in, 2 ringing-in in]"])
    }

    @Test mutating func `The name of the network is the app of the call in front`() {
        attach("a active Phone")
        #expect(show("a active Phone", "b incoming Talk") == ["show [1 active in, 2 ringing-in in] Phone"])
        #expect(show("a held Phone", "b active Talk") == ["show [1 held in, 2 active in] Talk"])
        #expect(show("c incoming silenced Meet") == ["show [3 waiting in] Meet"])
    }

    @Test(arguments: [
        ("+4930123456", "+4930123456"), ("+", ""), ("+49 30", ""), ("+1\"\r\nATD", ""), ("+12+3", ""),
        ("+*#09", "+*#09"),
        ("+" + String(repeating: "1", count: 31), "+" + String(repeating: "1", count: 31)),
        ("+" + String(repeating: "1", count: 32), ""),
    ])
    mutating func `A headset gets a number of digits, and any other text is withheld`(_ number: String, _ shown: String)
    {
        attach()
        var call = Self.call("a incoming")
        call.number = number
        #expect(handle(.calls([call])) == ["show [1 ringing-in in" + (shown.isEmpty ? "" : " " + shown) + "]"])
    }

    @Test mutating func `A locked screen that hides callers withholds the numbers`() {
        attach("a incoming +1")
        #expect(handle(.rules(GatewayRules(showsNumbers: false))) == ["show [1 ringing-in in]"])
        #expect(handle(.rules(GatewayRules(showsNumbers: true))) == ["show [1 ringing-in in +1]"])
    }

    @Test mutating func `If the user wants no buttons of headsets, they get no calls and their presses mean nothing`() {
        attach("a active")
        #expect(handle(.rules(GatewayRules(acts: false))) == ["show []"])
        #expect(handle(.pressed(1, .hangup)) == [])
        #expect(handle(.dialed("1")) == [])
        #expect(handle(.dialed("")) == [])
        #expect(handle(.rules(GatewayRules(acts: true))) == ["show [2 active in]"])
    }

    @Test mutating func `Of too many calls the front gets those that the user has, and then those that ring`() {
        attach()
        let ringing = (1...20).map { "r\($0) incoming" }
        let effects = handle(.calls((ringing + ["s incoming silenced", "a active", "h held"]).map(Self.call)))
        let states = (1...14).map { "\($0) ringing-in in" } + ["15 active in", "16 held in"]
        #expect(effects == ["show [" + states.joined(separator: ", ") + "]"])
    }

    // MARK: Presses

    @Test mutating func `A press is for the call that the headset names`() {
        attach("a active", "b incoming", "c incoming")
        #expect(handle(.pressed(2, .accept)) == ["answer b"])
        #expect(handle(.pressed(3, .hangup)) == ["hang up c"])
        #expect(handle(.pressed(1, .hangup)) == ["hang up a"])
        #expect(handle(.pressed(4, .hangup)) == [])
        #expect(handle(.pressed(4, .accept)) == [])
    }

    @Test mutating func `A hang-up beside a held call is for the call that rings or is dialled`() {
        attach("a held", "b incoming")
        #expect(handle(.pressed(1, .hangup)) == ["hang up b"])
        now += HandsFreeGateway.echoTime
        show("a held", "b connecting out")
        now += HandsFreeGateway.echoTime
        #expect(handle(.pressed(1, .hangup)) == ["hang up b"])
        show("a held", "c incoming silenced")
        now += HandsFreeGateway.echoTime
        #expect(handle(.pressed(1, .hangup)) == ["hang up a"])
        // It does not stand for an active call here.
        show("a held", "d active")
        now += HandsFreeGateway.echoTime
        #expect(handle(.pressed(1, .hangup)) == ["hang up a"])
    }

    @Test(arguments: ["1", "+4930123456", "*100", "#"])
    mutating func `A number that a headset dials is dialled`(_ number: String) {
        attach()
        #expect(handle(.dialed(number)) == ["dial \(number)"])
    }

    @Test(arguments: ["A", "1,2", "+", "1 2", "\r", String(repeating: "1", count: 33)])
    mutating func `A text that is no number is not dialled`(_ text: String) {
        attach()
        #expect(handle(.dialed(text)) == [])
    }

    @Test mutating func `A headset that dials no number dials the last one`() {
        attach()
        #expect(handle(.dialed("")) == ["redial"])
    }

    @Test mutating func `A tone is played in an active call only, and not on a locked screen`() {
        attach("a active", "b incoming", "c held")
        #expect(handle(.tone(1, "#")) == ["play # in a"])
        #expect(handle(.tone(1, "D")) == ["play D in a"])
        #expect(handle(.tone(1, "12")) == [])
        #expect(handle(.tone(1, "")) == [])
        #expect(handle(.tone(2, "1")) == [])
        #expect(handle(.tone(3, "1")) == [])
        #expect(handle(.tone(4, "1")) == [])
        // It is shown as active.
        show("c held")
        #expect(handle(.tone(3, "1")) == [])
        show("a active")
        _ = handle(.rules(GatewayRules(showsNumbers: true, playsTones: false)))
        #expect(handle(.tone(4, "1")) == [])
    }

    // MARK: Echoes

    /// Whether a press means something right after a change, and a second later.
    private mutating func effects(
        of press: FrontPress, on id: UInt32, rightAfter before: [String], became after: [String]
    ) -> (first: [String], later: [String]) {
        attach()
        _ = handle(.calls(before.map(Self.call)))
        now += HandsFreeGateway.echoTime
        _ = handle(.calls(after.map(Self.call)))
        now += HandsFreeGateway.echoTime - 1
        let first = handle(.pressed(id, press))
        now += 1
        return (first, handle(.pressed(id, press)))
    }

    @Test(
        arguments: [
            // The call that it was for has ended, and another one has its place.
            (["a active", "b incoming"], ["b incoming"], 2),
            (["a active", "b held"], ["b held"], 2),
            (["a active", "b held"], ["b active"], 2),
            (["a incoming", "b incoming"], ["b incoming"], 2),
            (["a dialing out", "b held"], ["b held"], 2),
            (["a active", "b held"], ["a held", "b active"], 2),
            // Another device has answered the call that the headset rejects.
            (["a incoming"], ["a active"], 1),
            (["a incoming"], ["a incoming answered"], 1),
        ] as [([String], [String], UInt32)])
    mutating func `A hang-up whose call another one has replaced right now ends nothing`(
        _ before: [String], _ after: [String], _ id: UInt32
    ) {
        let effects = effects(of: .hangup, on: id, rightAfter: before, became: after)
        #expect(effects.first == [])
        #expect(effects.later == ["hang up " + (id == 1 ? "a" : "b")])
    }

    @Test(
        arguments: [
            ([], ["a active"], 1),
            ([], ["a incoming"], 1),
            ([], ["a dialing out"], 1),
            (["a dialing out"], ["a connecting out"], 1),
            (["a connecting out"], ["a active out"], 1),
            (["a active"], ["a active", "b incoming"], 1),
            (["a active", "b incoming"], ["a active"], 1),
            (["a active"], ["a held"], 1),
            (["a held"], ["a active"], 1),
        ] as [([String], [String], UInt32)])
    mutating func `A hang-up of a call that was there before, or that no other one preceded, counts at once`(
        _ before: [String], _ after: [String], _ id: UInt32
    ) {
        let effects = effects(of: .hangup, on: id, rightAfter: before, became: after)
        #expect(effects.first == ["hang up a"] && effects.later == ["hang up a"])
    }

    @Test mutating func `An answer whose call another one has replaced right now answers nothing`() {
        let effects = effects(of: .accept, on: 2, rightAfter: ["a incoming", "b incoming"], became: ["b incoming"])
        #expect(effects.first == [] && effects.later == ["answer b"])
    }

    @Test(arguments: [[], ["b active"]])
    mutating func `An answer of a call that begins to ring counts at once`(_ before: [String]) {
        let id = UInt32(before.count + 1)
        let effects = effects(of: .accept, on: id, rightAfter: before, became: before + ["a incoming"])
        #expect(effects.first == ["answer a"] && effects.later == ["answer a"])
    }

    @Test mutating func `A headset that has answered a call ends it at once, also beside another one`() {
        attach("a active", "b incoming")
        #expect(handle(.pressed(2, .accept)) == ["answer b"])
        show("a held", "b active")
        #expect(handle(.pressed(2, .hangup)) == ["hang up b"])
        // A second press is for a call that is not there any more.
        show("a held")
        #expect(handle(.pressed(1, .hangup)) == [])
        now += HandsFreeGateway.echoTime
        #expect(handle(.pressed(1, .hangup)) == ["hang up a"])
    }

    @Test mutating func `A rejection that a media key has already done ends no held call`() {
        attach("a incoming", "b held")
        // The key has declined the call. PipeWire names the next one.
        show("b held")
        #expect(handle(.pressed(2, .hangup)) == [])
    }
}

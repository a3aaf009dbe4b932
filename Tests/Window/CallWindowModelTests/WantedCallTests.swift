// SPDX-License-Identifier: MIT

import CallInterface
import CallWindowModel
import Testing

/// What the window does from the press on *Call* until the call is there: each event in each stage.
struct WantedCallTests {
    private typealias Request = WantedCall.Request
    private typealias Effect = WantedCall.Effect
    private typealias OutgoingCall = WantedCall.OutgoingCall

    private static let ada = WireHandle(type: Received(.phoneNumber), value: "+4930123456")
    private static let emergency = WireHandle(type: Received(.phoneNumber), value: "112")
    private static let second: UInt64 = 1_000_000

    /// Handles each event in each stage, and remembers what it was told to do.
    private struct Machine {
        var wanted = WantedCall()
        var now: UInt64 = 1_000_000_000

        @discardableResult
        mutating func handle(_ event: WantedCall.Event) -> [Effect] { wanted.handle(event, at: now) }
    }

    enum Stage: CaseIterable {
        case none, preparing, asking, cancelling, ending
    }

    /// A request for Ada by One in that stage. Its number is 1, and its call is "A".
    private static func machine(_ stage: Stage) -> Machine {
        var machine = Machine()
        guard stage != .none else { return machine }
        machine.handle(.press(Request(ada, provider: "one", isLookedUp: stage == .preparing)))
        if stage == .cancelling || stage == .ending { machine.handle(.cancel) }
        if stage == .ending { machine.handle(.calls([call("A")])) }
        return machine
    }

    private static func call(
        _ id: String, _ provider: String = "one", _ handle: WireHandle = ada
    ) -> OutgoingCall { OutgoingCall(id: id, provider: provider, handle: handle) }

    private static func stage(_ machine: Machine) -> Stage {
        switch machine.wanted.stage {
        case .none: .none
        case .preparing: .preparing
        case .asking: .asking
        case .cancelling: .cancelling
        case .ending: .ending
        }
    }

    /// What the effects do, in words.
    private static func words(_ effects: [Effect]) -> [String] {
        effects.map { effect in
            switch effect {
            case .lookUp(let attempt): "look up \(attempt.request.handle.value)"
            case .ask(let attempt): "ask \(attempt.provider) for \(attempt.request.handle.value)"
            case .end(let call): "end \(call)"
            case .tellRefusal(let request): "tell the refusal of \(request.handle.value)"
            case .tellClosed(let request): "tell that the app of \(request.handle.value) has closed"
            }
        }
    }

    private static func expect(
        _ event: WantedCall.Event, _ expected: [Stage: (Stage, [String])],
        location: SourceLocation = #_sourceLocation
    ) {
        #expect(Set(expected.keys) == Set(Stage.allCases), "each stage has a row", sourceLocation: location)
        for (before, (after, words)) in expected {
            var machine = Self.machine(before)
            let effects = machine.handle(event)
            #expect(stage(machine) == after, "\(event) while \(before)", sourceLocation: location)
            #expect(Self.words(effects) == words, "\(event) while \(before)", sourceLocation: location)
        }
    }

    @Test func `A press asks at once, or looks the number up first, and a press while a request is open asks no app`() {
        Self.expect(
            .press(Request(Self.ada, provider: "two")),
            [
                .none: (.asking, ["ask two for +4930123456"]), .preparing: (.preparing, []), .asking: (.asking, []),
                .cancelling: (.cancelling, []), .ending: (.ending, []),
            ])
        var machine = Machine()
        let effects = machine.handle(.press(Request(Self.ada, isLookedUp: true)))
        #expect(Self.words(effects) == ["look up +4930123456"] && Self.stage(machine) == .preparing)
    }

    @Test func `An emergency call waits for no other request, and a second press on it is no second request`() {
        let press = WantedCall.Event.press(Request(Self.emergency, provider: "", isUrgent: true))
        let asked = ["ask  for 112"]
        Self.expect(
            press,
            [
                .none: (.asking, asked), .preparing: (.asking, asked), .asking: (.asking, asked),
                .cancelling: (.asking, asked), .ending: (.asking, asked),
            ])
        var machine = Self.machine(.none)
        machine.handle(press)
        #expect(machine.handle(press).isEmpty)
        // After a failure it can be repeated at once.
        #expect(Self.words(machine.handle(.refused(1))) == ["tell the refusal of 112"])
        #expect(Self.words(machine.handle(press)) == asked)
    }

    @Test func `The answer of the directory counts for the request that waits for it`() {
        Self.expect(
            .prepared(1, provider: "two", name: "Ada", formatted: "+49 30 123456"),
            [
                .none: (.none, []), .preparing: (.asking, ["ask one for +4930123456"]), .asking: (.asking, []),
                .cancelling: (.cancelling, []), .ending: (.ending, []),
            ])
        var machine = Machine()
        machine.handle(.press(Request(Self.ada, name: "A.", isLookedUp: true)))
        #expect(machine.handle(.prepared(7, provider: "two", name: "", formatted: "")).isEmpty)
        let effects = machine.handle(.prepared(1, provider: "two", name: "Ada", formatted: "+49 30 123456"))
        #expect(Self.words(effects) == ["ask two for +4930123456"] && machine.wanted.attempt?.name == "Ada")
    }

    @Test func `The answer of the service leaves the request open until its call comes`() {
        Self.expect(
            .accepted(1, provider: "one"),
            [
                .none: (.none, []), .preparing: (.preparing, []), .asking: (.asking, []),
                .cancelling: (.cancelling, []), .ending: (.ending, []),
            ])
    }

    @Test func `A refusal ends the request, is told unless the user has cancelled, and lets the next request go`() {
        Self.expect(
            .refused(1),
            [
                .none: (.none, []), .preparing: (.preparing, []),
                .asking: (.none, ["tell the refusal of +4930123456"]), .cancelling: (.none, []),
                .ending: (.ending, []),
            ])
        for stage in Stage.allCases {
            var machine = Self.machine(stage)
            #expect(machine.handle(.refused(7)).isEmpty, "the refusal of another request")
            #expect(Self.stage(machine) == stage)
        }
    }

    @Test func `The call of a request ends the request, and the call of a cancelled one is ended`() {
        Self.expect(
            .calls([Self.call("A")]),
            [
                .none: (.none, []), .preparing: (.preparing, []), .asking: (.none, []),
                .cancelling: (.ending, ["end A"]), .ending: (.ending, []),
            ])
        Self.expect(
            .calls([]),
            [
                .none: (.none, []), .preparing: (.preparing, []), .asking: (.asking, []),
                .cancelling: (.cancelling, []), .ending: (.none, []),
            ])
    }

    @Test func `An app that leaves ends its request`() {
        Self.expect(
            .providerLeft("one"),
            [
                .none: (.none, []), .preparing: (.preparing, []),
                .asking: (.none, ["tell that the app of +4930123456 has closed"]), .cancelling: (.none, []),
                .ending: (.ending, []),
            ])
        Self.expect(
            .providerLeft("other"),
            [
                .none: (.none, []), .preparing: (.preparing, []), .asking: (.asking, []),
                .cancelling: (.cancelling, []), .ending: (.ending, []),
            ])
    }

    @Test func `Cancel takes back what was not sent, and waits for the end of what was`() {
        Self.expect(
            .cancel,
            [
                .none: (.none, []), .preparing: (.none, []), .asking: (.cancelling, []),
                .cancelling: (.cancelling, []), .ending: (.ending, []),
            ])
    }

    @Test func `Another app is asked only when the request of the first one is over`() {
        Self.expect(
            .choose("two"),
            [
                .none: (.none, []), .preparing: (.preparing, []), .asking: (.cancelling, []),
                .cancelling: (.cancelling, []), .ending: (.ending, []),
            ])
        let ends: [WantedCall.Event] = [.refused(1), .providerLeft("one")]
        for end in ends {
            var machine = Self.machine(.asking)
            machine.handle(.choose("two"))
            #expect(Self.words(machine.handle(end)) == ["ask two for +4930123456"])
        }
        var machine = Self.machine(.asking)
        machine.handle(.choose("two"))
        #expect(Self.words(machine.handle(.calls([Self.call("A")]))) == ["end A"])
        #expect(machine.handle(.calls([Self.call("A")])).isEmpty, "the call is ending")
        #expect(Self.words(machine.handle(.calls([]))) == ["ask two for +4930123456"])
        machine.handle(.calls([Self.call("B", "two")]))
        #expect(Self.stage(machine) == .none)
    }

    @Test func `Another app for an emergency call is asked at once`() {
        var machine = Machine()
        machine.handle(.press(Request(Self.emergency, provider: "one", isUrgent: true)))
        #expect(Self.words(machine.handle(.choose("two"))) == ["ask two for 112"])
    }

    @Test func `Time ends only the wait for a cancelled request and for the end of its call`() {
        Self.expect(
            .time,
            [
                .none: (.none, []), .preparing: (.preparing, []), .asking: (.asking, []),
                .cancelling: (.cancelling, []), .ending: (.ending, []),
            ])
        for stage in [Stage.none, .preparing, .asking] {
            var machine = Self.machine(stage)
            machine.now += WantedCall.longestWatch * 10
            #expect(machine.handle(.time).isEmpty && Self.stage(machine) == stage)
        }
    }

    @Test func `A call that its app does not end is shown with its controls after five seconds, and no app is asked`() {
        var machine = Self.machine(.ending)
        machine.handle(.choose("two"))
        #expect(machine.wanted.deadline(after: machine.now) == machine.now + WantedCall.longestCancel)
        machine.now += WantedCall.longestCancel - 1
        #expect(machine.handle(.time).isEmpty && Self.stage(machine) == .ending)
        machine.now += 1
        #expect(machine.handle(.time).isEmpty && Self.stage(machine) == .none)
        #expect(machine.handle(.calls([Self.call("A")])).isEmpty && machine.handle(.calls([])).isEmpty)
    }

    @Test func `The call of an app that hung is ended when it comes, also while the next app calls`() {
        var machine = Self.machine(.asking)
        machine.handle(.choose("two"))
        machine.now += WantedCall.longestCancel
        #expect(Self.words(machine.handle(.time)) == ["ask two for +4930123456"])
        machine.handle(.calls([Self.call("B", "two")]))
        #expect(machine.wanted.attempt == nil && machine.wanted.watchesCalls)
        let both = [Self.call("B", "two"), Self.call("A")]
        #expect(Self.words(machine.handle(.calls(both))) == ["end A"])
        #expect(machine.handle(.calls(both)).isEmpty && !machine.wanted.watchesCalls)
    }

    @Test func `A call that the user starts in the app itself is not ended for a cancelled request`() {
        var machine = Self.machine(.cancelling)
        let other = WireHandle(type: Received(.phoneNumber), value: "+4930999999")
        #expect(machine.handle(.calls([Self.call("B", "one", other)])).isEmpty)
        machine.now += WantedCall.longestCancel
        machine.handle(.time)
        machine.now += WantedCall.longestWatch
        #expect(machine.handle(.calls([Self.call("B", "one", other), Self.call("A")])).isEmpty, "too late")
    }

    @Test func `A call that was there before is not the call of the request`() {
        var machine = Machine()
        machine.handle(.calls([Self.call("A")]))
        machine.handle(.press(Request(Self.ada, provider: "one")))
        machine.handle(.calls([Self.call("A")]))
        #expect(Self.stage(machine) == .asking)
    }

    @Test func `Without a known app the number tells the call, also if one of the two has no country`() {
        let national = WireHandle(type: Received(.phoneNumber), value: "030123456")
        for (handle, isFound) in [(national, true), (Self.emergency, false)] {
            var machine = Machine()
            machine.handle(.press(Request(Self.ada, provider: "")))
            machine.handle(.calls([Self.call("A", "one", handle)]))
            #expect((Self.stage(machine) == .none) == isFound)
            // The service has chosen the app.
            machine.handle(.accepted(1, provider: "one"))
            #expect(Self.stage(machine) == .none)
        }
    }

    @Test func `A press after Cancel is asked when the first request is over, and a second Cancel takes it back`() {
        var machine = Self.machine(.cancelling)
        machine.handle(.press(Request(Self.ada, provider: "two")))
        #expect(Self.words(machine.handle(.refused(1))) == ["ask two for +4930123456"])
        machine = Self.machine(.cancelling)
        machine.handle(.press(Request(Self.ada, provider: "two")))
        machine.handle(.cancel)
        #expect(machine.handle(.refused(1)).isEmpty && Self.stage(machine) == .none)
    }

    @Test func `After eight seconds without a call the user reads that the app does not answer`() {
        var machine = Self.machine(.asking)
        #expect(machine.wanted.deadline(after: machine.now) == machine.now + WantedCall.patience)
        #expect(!machine.wanted.isUnanswered(at: machine.now + WantedCall.patience - 1))
        #expect(machine.wanted.isUnanswered(at: machine.now + WantedCall.patience))
        #expect(machine.wanted.deadline(after: machine.now + WantedCall.patience) == nil)
        machine.handle(.cancel)
        #expect(machine.wanted.isCancelling && !machine.wanted.isUnanswered(at: machine.now * 2))
        #expect(machine.wanted.deadline(after: machine.now) == machine.now + WantedCall.longestCancel)
    }

    @Test func `A button ignores the pointer for 600 milliseconds after it has come`() {
        var pause = PressPause()
        #expect(!pause.ignoresPointer(at: 0))
        pause.come()
        #expect(pause.ignoresPointer(at: Self.second * 10), "no frame has shown it")
        pause.appear(at: Self.second)
        #expect(pause.ignoresPointer(at: Self.second) && pause.ignoresPointer(at: Self.second + 599_999))
        #expect(!pause.ignoresPointer(at: Self.second + 600_000))
    }
}

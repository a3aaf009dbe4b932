// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// One call: the messages about it, their receivers and their order.
@Suite(.daemonLogs)
struct ScenarioTests {
    @Test func `A provider is told that it begins after the reply, and subscribers see it`() throws {
        let stage = try Stage()
        _ = try stage.subscriber()
        let phone = Provider(try stage.actor("phone"), "org.example.Phone")
        try phone.register(["LocalizedName": "Phone"])
        try stage.expect(["phone: RegisterProvider accepted", "phone: ProviderDidBegin", "watcher: added provider 1"])
        try phone.register(["LocalizedName": "Telephone"])
        try stage.expect(["phone: RegisterProvider accepted", "watcher: provider 1"])
        let thief = Provider(try stage.actor("thief"), "org.example.Phone")
        #expect(thief.actor.refusal { _ in try thief.register() } == "ProviderAlreadyRegistered")
        _ = try stage.story()
        try phone.actor.call("InvalidateProvider", "org.example.Phone")
        try stage.expect(["phone: InvalidateProvider accepted", "watcher: removed provider 1"])
    }

    @Test func `A shell answers an incoming call`() throws {
        let stage = try Stage()
        _ = try stage.subscriber()
        let (phone, shell) = (try stage.app("Phone"), try stage.shell())
        _ = try stage.story()
        try phone.ring("A")
        try stage.expect(["phone: ReportNewIncomingCall accepted", "watcher: added A", "watcher: audio Alert=ring"])
        try shell.ask("Answer", "A")
        try stage.expect([
            "shell: Answer accepted", "phone: perform Answer A by shell 0/1", "watcher: A connecting",
            "watcher: audio Alert=none",
        ])
        try phone.fulfill()
        try stage.expect([
            "phone: FulfillAction accepted", "phone: activated A", "watcher: A active +audio answered",
            "watcher: audio of A", "shell: completed",
        ])
    }

    @Test func `An app answers its own call in the same way`() throws {
        let stage = try Stage()
        let phone = try stage.app("Phone")
        try phone.ring("A")
        _ = try stage.story()
        let transaction = try phone.actor.request([.answer("A")])
        let action = try phone.action()
        #expect(action.member == "PerformAnswerCallAction" && action.arguments[0] == "org.example.Phone")
        let details = try #require(action.details)
        #expect(details["Origin"] == "app" && details["Transaction"]?.string == transaction)
        #expect(details["Index"] == .uint32(0) && details["Count"] == .uint32(1))
        let deadline = try #require(details["Deadline"]?.int)
        try phone.fulfill()
        try stage.expect([
            "phone: RequestTransaction accepted", "phone: perform Answer A by app 0/1",
            "phone: FulfillAction accepted", "phone: activated A", "phone: completed",
        ])
        let connected = try #require(try phone.actor.property("ConnectedAt", of: "A").int)
        #expect((50_000_000...60_000_000).contains(deadline - connected))
    }

    @Test func `A shell declines an incoming call`() throws {
        let stage = try Stage()
        let (phone, _) = (try stage.app("Phone"), try stage.subscriber())
        let other = try stage.actor("other")
        try phone.ring("A")
        _ = try stage.story()
        try other.ask("End", "A")
        try stage.expect([
            "other: End accepted", "phone: perform End A by other 0/1", "watcher: A ending",
            "watcher: audio Alert=none",
        ])
        try phone.fulfill(["DateEnded": .uint64(1_700_000_000_000_000)])
        try stage.expect([
            "phone: FulfillAction accepted", "watcher: A ended ended-by-request", "watcher: removed A",
            "other: completed",
        ])
        #expect(other.refusal { try $0.ask("End", "A") } != "no error")
    }

    @Test func `A ringing call ends when the caller gives up`() throws {
        let stage = try Stage()
        let (phone, _) = (try stage.app("Phone"), try stage.subscriber())
        try phone.ring("A")
        _ = try stage.story()
        try phone.reportEnded("A", "unanswered")
        try stage.expect([
            "phone: ReportCallEnded accepted", "watcher: A ended ended-by-provider", "watcher: removed A",
            "watcher: audio Alert=none",
        ])
    }

    @Test func `An outgoing call is placed, connects and is ended here`() throws {
        let stage = try Stage()
        let (phone, _) = (try stage.app("Phone"), try stage.subscriber())
        try phone.actor.request([phone.start("A")])
        try stage.expect([
            "phone: RequestTransaction accepted", "phone: perform Start A +4930123456 by app 0/1",
            "watcher: added A",
        ])
        try phone.fulfill()
        try stage.expect([
            "phone: FulfillAction accepted", "phone: activated A", "watcher: A +audio", "watcher: audio of A",
            "phone: completed",
        ])
        try phone.reportConnecting("A")
        try phone.reportConnected("A")
        try stage.expect([
            "phone: ReportOutgoingCallStartedConnecting accepted", "watcher: A connecting",
            "phone: ReportOutgoingCallConnected accepted", "watcher: A active",
        ])
        try phone.actor.ask("End", "A")
        try phone.fulfill()
        try stage.expect([
            "phone: End accepted", "phone: perform End A by app 0/1", "watcher: A ending",
            "phone: FulfillAction accepted", "phone: deactivated A", "watcher: A ended -audio ended-by-request",
            "watcher: removed A", "watcher: audio of nobody", "phone: completed",
        ])
    }

    @Test func `An app may report connecting before it fulfils the start`() throws {
        let stage = try Stage()
        let (phone, _) = (try stage.app("Phone"), try stage.subscriber())
        try phone.actor.request([phone.start("A")])
        _ = try stage.story()
        try phone.reportConnecting("A")
        try phone.fulfill(["DateStarted": .uint64(1_700_000_000_000_000)])
        try stage.expect([
            "phone: ReportOutgoingCallStartedConnecting accepted", "watcher: A connecting",
            "phone: FulfillAction accepted", "phone: activated A", "watcher: A +audio", "watcher: audio of A",
            "phone: completed",
        ])
        #expect(try phone.actor.property("StartedAt", of: "A") == .uint64(1_700_000_000_000_000))
        #expect(try phone.actor.property("State", of: "A") == "connecting")
    }

    @Test func `A failed start ends its call with a reason`() throws {
        let stage = try Stage()
        let (phone, _) = (try stage.app("Phone"), try stage.subscriber())
        try phone.actor.request([phone.start("A")])
        _ = try stage.story()
        try phone.fail()
        try stage.expect([
            "phone: FailAction accepted", "watcher: A ended start-failed", "watcher: removed A",
            "phone: failed start-call start-failed A",
        ])
    }

    @Test func `A call ends when the other side hangs up`() throws {
        let stage = try Stage()
        let (phone, _) = (try stage.app("Phone"), try stage.subscriber())
        try phone.activeCall("A")
        _ = try stage.story()
        try phone.reportEnded("A")
        try stage.expect([
            "phone: ReportCallEnded accepted", "phone: deactivated A", "watcher: A ended -audio ended-by-provider",
            "watcher: removed A", "watcher: audio of nobody",
        ])
    }

    @Test func `The audio follows the hold and the resume of a call`() throws {
        let stage = try Stage()
        let (phone, _) = (try stage.app("Phone"), try stage.subscriber())
        try phone.activeCall("A")
        _ = try stage.story()
        try phone.actor.ask("SetHeld", "A", true)
        try phone.fulfill()
        try stage.expect([
            "phone: SetHeld accepted", "phone: perform SetHeld A true by app 0/1", "watcher: A",
            "phone: FulfillAction accepted", "phone: deactivated A", "watcher: A held -audio held-by-request",
            "watcher: audio of nobody", "phone: completed",
        ])
        try phone.actor.ask("SetHeld", "A", false)
        try phone.fulfill()
        try stage.expect([
            "phone: SetHeld accepted", "phone: perform SetHeld A false by app 0/1", "watcher: A",
            "phone: FulfillAction accepted", "phone: activated A", "watcher: A active +audio resumed-by-request",
            "watcher: audio of A", "phone: completed",
        ])
    }

    @Test func `A call is muted and unmuted`() throws {
        let stage = try Stage()
        let (phone, _) = (try stage.app("Phone"), try stage.subscriber())
        try phone.activeCall("A")
        _ = try stage.story()
        try phone.actor.ask("SetMuted", "A", true)
        try phone.fulfill()
        try phone.actor.ask("SetMuted", "A", false)
        try phone.fulfill()
        try stage.expect([
            "phone: SetMuted accepted", "phone: perform SetMuted A true by app 0/1", "watcher: A",
            "phone: FulfillAction accepted", "watcher: A muted", "phone: completed",
            "phone: SetMuted accepted", "phone: perform SetMuted A false by app 0/1", "watcher: A",
            "phone: FulfillAction accepted", "watcher: A unmuted", "phone: completed",
        ])
    }

    @Test func `Each digit is an action, and the next digit waits for it`() throws {
        let stage = try Stage()
        let phone = try stage.app("Phone")
        try phone.activeCall("A")
        _ = try stage.story()
        try phone.actor.ask("PlayDTMF", "A", "5")
        let pause = [String: DBusValue].tones("12#", "A").merging(["DTMFType": "soft-pause"]) { $1 }
        try phone.actor.request([.tones("9", "A"), pause])
        try stage.expect([
            "phone: PlayDTMF accepted", "phone: perform PlayDTMF A 5 single-tone by app 0/1",
            "phone: RequestTransaction accepted", "phone: perform PlayDTMF A 9 single-tone by app 0/2",
        ])
        try phone.fulfill()
        try phone.fulfill()
        try phone.fulfill()
        try stage.expect([
            "phone: FulfillAction accepted", "phone: completed",
            "phone: FulfillAction accepted", "phone: perform PlayDTMF A 12# soft-pause by app 1/2",
            "phone: FulfillAction accepted", "phone: completed",
        ])
    }

    @Test func `RequestStartCall gives a number to the app, which starts the call`() throws {
        let stage = try Stage()
        let phone = try stage.app("Phone", ["SupportedHandleTypes": .strings(["phone-number"])])
        let recents = try stage.actor("recents")
        let chosen = try recents.call(
            "RequestStartCall", "", .tuple("phone-number", "+4930123456"), ["Video": true, "Later": "ignored"])
        #expect(chosen == ["org.example.Phone"])
        try phone.actor.request([phone.start("A")])
        try stage.expect([
            "recents: RequestStartCall accepted", "phone: start requested of +4930123456",
            "phone: RequestTransaction accepted", "phone: perform Start A +4930123456 by app 0/1",
        ])
        let unknown = recents.refusal {
            _ = try $0.call("RequestStartCall", "org.example.Nobody", .tuple("generic", "x"), [:])
        }
        #expect(unknown == "UnknownProvider")
    }

    @Test func `Two shells that answer the same call get the same transaction`() throws {
        let stage = try Stage()
        let phone = try stage.app("Phone")
        let (first, second) = (try stage.actor("first"), try stage.actor("second"))
        try phone.ring("A")
        let transaction = try first.ask("Answer", "A")
        #expect(try second.ask("Answer", "A") == transaction)
        #expect(phone.actor.actions.count <= 1)
        try phone.fulfill()
        #expect(second.refusal { try $0.ask("Answer", "A") } == "RequestTransaction.InvalidAction")
        let end = try first.ask("End", "A")
        #expect(try second.ask("End", "A") == end)
        #expect(second.refusal { try $0.ask("Answer", "A") } == "RequestTransaction.InvalidAction")
        try phone.fulfill()
        #expect(try stage.story(of: "second").contains("second: Answer accepted"))
    }

    @Test func `All actions are announced at once and may be fulfilled early`() throws {
        let stage = try Stage()
        let (phone, _) = (try stage.app("Phone"), try stage.subscriber())
        try phone.activeCall("A")
        _ = try stage.story()
        try phone.actor.request([.mute("A"), .tones("1", "A"), .end("A")])
        let announced = try #require(try phone.action().details?["Actions"]?.elements)
        #expect(announced.map { $0["Action"]?.string } == ["set-muted", "play-dtmf", "end-call"])
        #expect(announced[1]["Digits"] == "1" && announced[1]["DTMFType"] == "single-tone")
        #expect(announced[0]["Identifier"] == (try phone.action().arguments[1]))
        for action in announced.dropFirst() {
            try phone.actor.call("FulfillAction", try #require(action["Identifier"]), [:])
        }
        try phone.fulfill()
        try stage.expect([
            "phone: RequestTransaction accepted", "phone: perform SetMuted A true by app 0/3", "watcher: A",
            "phone: FulfillAction accepted", "phone: FulfillAction accepted", "phone: FulfillAction accepted",
            "phone: deactivated A", "watcher: A ended -audio muted ended-by-request", "watcher: removed A",
            "watcher: audio of nobody", "phone: completed",
        ])
    }

    @Test func `A hold that the app does not confirm times out once after five seconds`() throws {
        let stage = try Stage()
        let phone = try stage.app("Phone")
        let other = try stage.actor("other")
        try phone.activeCall("A")
        try other.ask("SetHeld", "A", true)
        let late = try phone.action().arguments[1]
        _ = try stage.story()
        _ = try phone.actor.client.waitForSignal("TimedOutPerformingAction")
        try stage.expect(["phone: TimedOutPerformingAction", "other: failed set-held hold-timed-out A"])
        #expect(phone.actor.refusal { try $0.call("FulfillAction", late, [:]) } == "ActionAlreadyCompleted")
        #expect(try phone.actor.property("State", of: "A") == "active")
    }
}

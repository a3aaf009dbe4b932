// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// Two calls, mostly of two apps. One of them has the audio.
@Suite(.daemonLogs)
struct TwoCallsTests {
    @Test func `The first call is held before the second call is answered in another app`() throws {
        let stage = try Stage()
        let (phone, chat, _) = (try stage.app("Phone"), try stage.app("Chat"), try stage.subscriber())
        let shell = try stage.shell()
        try phone.activeCall("A")
        _ = try stage.story()
        try chat.ring("B")
        try stage.expect([
            "chat: ReportNewIncomingCall accepted", "watcher: added B", "watcher: audio Alert=call-waiting",
        ])
        try shell.ask("Answer", "B")
        try stage.expect([
            "shell: Answer accepted", "phone: perform SetHeld A true by system 0/1", "watcher: B", "watcher: A",
            "watcher: audio Alert=none",
        ])
        #expect(try shell.property("State", of: "B") == "incoming")
        #expect(try shell.audioProperty("Waiting").strings == [UUIDs.text("B")])
        try phone.fulfill()
        try stage.expect([
            "phone: FulfillAction accepted", "phone: deactivated A", "chat: perform Answer B by shell 0/1",
            "watcher: A held -audio held-for-answer B", "watcher: B connecting", "watcher: audio of nobody",
        ])
        try chat.fulfill()
        try stage.expect([
            "chat: FulfillAction accepted", "chat: activated B", "watcher: B active +audio answered",
            "watcher: audio of B", "shell: completed",
        ])
        #expect(try shell.property("HeldFor", of: "A").string == UUIDs.text("B"))
    }

    @Test func `A transaction ends one call and then answers another`() throws {
        let stage = try Stage()
        let (phone, chat) = (try stage.app("Phone"), try stage.app("Chat"))
        let shell = try stage.shell()
        try phone.activeCall("A")
        try chat.ring("B")
        _ = try stage.story()
        try shell.request([.end("A"), .answer("B")])
        try phone.fulfill()
        try chat.fulfill()
        try stage.expect([
            "shell: RequestTransaction accepted", "phone: perform End A by shell 0/1",
            "phone: FulfillAction accepted", "phone: deactivated A", "chat: perform Answer B by shell 0/1",
            "chat: FulfillAction accepted", "chat: activated B", "shell: completed",
        ])
    }

    @Test func `A failed hold leaves both calls as they were`() throws {
        let stage = try Stage()
        let (phone, chat, _) = (try stage.app("Phone"), try stage.app("Chat"), try stage.subscriber())
        try phone.activeCall("A")
        try chat.ring("B")
        try chat.actor.ask("Answer", "B")
        _ = try stage.story()
        try phone.fail()
        try stage.expect([
            "phone: FailAction accepted", "watcher: A", "watcher: B", "watcher: audio Alert=call-waiting",
            "chat: failed set-held hold-failed A",
        ])
        #expect(try chat.actor.property("State", of: "A") == "active")
        #expect(try chat.actor.property("State", of: "B") == "incoming")
    }

    @Test func `Two calls are swapped, merged and split`() throws {
        let stage = try Stage()
        let (phone, _) = (try stage.app("Phone"), try stage.subscriber())
        try phone.activeCall("A")
        try phone.ring("B")
        try phone.actor.ask("Answer", "B")
        try phone.fulfill()
        try phone.fulfill()
        _ = try stage.story()
        try phone.actor.request([.hold("B"), .resume("A")])
        try phone.fulfill()
        try phone.fulfill()
        try stage.expect(
            [
                "phone: RequestTransaction accepted", "phone: perform SetHeld B true by app 0/2",
                "phone: FulfillAction accepted", "phone: deactivated B", "phone: perform SetHeld A false by app 1/2",
                "phone: FulfillAction accepted", "phone: activated A", "phone: completed",
            ], of: "phone")
        try phone.actor.ask("SetGroup", "B", UUIDs.value("A"))
        try phone.fulfill()
        try stage.expect([
            "phone: SetGroup accepted", "phone: perform SetGroup B A by app 0/1", "watcher: B",
            "phone: FulfillAction accepted", "phone: perform SetHeld B false by system 0/1",
            "watcher: B in group A grouped-by-request", "phone: completed",
        ])
        try phone.fulfill()
        try stage.expect([
            "phone: FulfillAction accepted", "watcher: B active +audio resumed-for-group", "watcher: audio",
        ])
        #expect(try phone.actor.audioProperty("OwnerCalls").strings?.count == 2)
        try phone.actor.ask("SetGroup", "B", "")
        try phone.fulfill()
        try phone.fulfill()
        try stage.expect([
            "phone: SetGroup accepted", "phone: perform SetHeld A true by system 0/2", "watcher: B", "watcher: A",
            "phone: FulfillAction accepted", "phone: perform SetGroup B by app 1/2",
            "watcher: A held -audio held-for-group B", "watcher: audio",
            "phone: FulfillAction accepted", "watcher: B in group B grouped-by-request", "watcher: audio of B",
            "phone: completed",
        ])
    }

    @Test func `The error for too many groups names the calls`() throws {
        let stage = try Stage()
        let phone = try stage.app("Phone", ["MaximumCallGroups": .uint32(1)])
        try phone.activeCall("A")
        let error = #expect(throws: BusError.self) { try phone.ring("B") }
        #expect(error?.shortName == "IncomingCall.MaximumCallGroupsReached")
        #expect(error?.message.contains(UUIDs.text("A")) == true)
        let refusal = phone.actor.refusal { _ = try $0.request([phone.start("B")]) }
        #expect(refusal == "RequestTransaction.MaximumCallGroupsReached")
        try phone.actor.ask("End", "A")
        try phone.actor.request([phone.start("B")])
        #expect(phone.actor.actions.count == 1)
        try phone.fulfill()
        #expect(try phone.action().member == "PerformStartCallAction")
    }

    @Test func `Only the requester is told how a transaction ends`() throws {
        let stage = try Stage()
        let phone = try stage.app("Phone")
        let (asker, bystander) = (try stage.actor("asker"), try stage.subscriber("bystander"))
        try phone.activeCall("A")
        _ = try stage.story()
        let transaction = try asker.ask("SetMuted", "A", true)
        try phone.fail()
        let story = try stage.story()
        #expect(story.contains("asker: failed set-muted mute-failed A"))
        #expect(!story.contains { $0.hasPrefix("bystander: failed") || $0.hasPrefix("phone: failed") })
        #expect(!transaction.isEmpty && bystander.client.isConnected)
    }
}

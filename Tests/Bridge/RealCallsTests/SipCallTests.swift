// SPDX-License-Identifier: MIT

import BusTesting
import SipTesting
import Testing

/// Calls between two real SIP phones of two users, with the sound measured at both ends.
@Suite(.serialized, .needsServiceUser, .needsBaresip) struct SipCallTests {
    @Test func `A SIP call rings, and after the answer both users hear each other until one of them ends it`() throws {
        let scene = try SipScene()
        let (alice, bob) = (scene.alice, scene.bob)
        try bob.run("dial", bob.provider.identifier, alice.phone.address)
        try alice.expect("incoming")
        try alice.sound.waitForLevel(on: SipUser.ringer, 0.005..<1)
        try scene.areSilent()
        try alice.run("answer")
        try bob.expect("active")
        try scene.hearEachOther()
        try alice.run("end")
        try scene.isOver()
        #expect(try bob.endedReason() == "remote-ended")

        try scene.talk()
        try bob.run("end")
        try scene.isOver()
        #expect(try alice.endedReason() == "remote-ended")
    }

    @Test
    func `While its user talks to another caller a SIP call is silent at both ends, and is heard again afterwards`()
        throws
    {
        let scene = try SipScene()
        let alice = scene.alice
        try scene.talk()
        let app = try alice.app()
        try app.ring("A")
        try alice.expect("active", "incoming")
        try scene.hearEachOther()
        try alice.run("answer", UUIDs.text("A"), "--no-wait")
        try app.fulfill(after: "PerformAnswerCallAction")
        try alice.expect("active", "held")
        try scene.areSilent()
        try alice.run("end", UUIDs.text("A"), "--no-wait")
        try app.fulfill(after: "PerformEndCallAction")
        try alice.expect("active")
        try scene.hearEachOther()
    }

    @Test func `Either user can hold the call, and both hear nothing until it is resumed`() throws {
        let scene = try SipScene()
        try scene.talk()
        for user in [scene.alice, scene.bob] {
            try user.run("hold")
            try scene.areSilent()
            try user.run("resume")
            try scene.hearEachOther()
        }
    }

    /// baresip closes its streams on hold, when the agent has silenced them.
    @Test func `A phone is heard again after hold also while another program with its role plays`() throws {
        let scene = try SipScene()
        let player = try scene.alice.sound.play(on: "headset", ["--property=media.role=phone"])
        try scene.alice.sound.waitForLevel(on: "headset", 0.1..<1)
        try scene.talk()
        for _ in 0..<2 {
            try scene.alice.run("hold")
            try scene.areSilent()
            try scene.alice.run("resume")
            try scene.hearEachOther()
        }
        player.terminate()
    }

    @Test func `Without an agent the phones by themselves are silent on hold and on mute`() throws {
        let scene = try SipScene(hasAgents: false)
        let (alice, bob) = (scene.alice, scene.bob)
        try scene.talk()
        try alice.run("hold")
        try scene.areSilent()
        try alice.run("resume")
        try scene.hearEachOther()
        try alice.run("mute")
        try bob.phone.isSilent()
        try alice.phone.hears(bob.phone)
        try alice.run("unmute")
        try scene.hearEachOther()
    }

    @Test func `A muted user is not heard but hears, and the tones of the keypad arrive`() throws {
        let scene = try SipScene()
        let (alice, bob) = (scene.alice, scene.bob)
        try scene.talk()
        try alice.run("mute")
        try bob.phone.isSilent()
        try alice.phone.hears(bob.phone)
        try alice.run("unmute")
        try scene.hearEachOther()
        let events = try bob.phone.control.listen()
        try alice.run("dtmf", "5")
        #expect(try events.wait(for: "CALL_DTMF_START").parameter == "5")
        try scene.hearEachOther()
    }

    /// The agent finds the stream by the process that the call names.
    @Test func `A muted call of a phone that cannot mute is silenced by the agent, and another program records on`()
        throws
    {
        let scene = try SipScene(aliceMutes: false)
        let (alice, bob) = (scene.alice, scene.bob)
        try scene.talk()
        let other = try alice.phone.recordMicrophone()
        for _ in 0..<2 {
            try alice.run("mute")
            try bob.phone.isSilent()
            try alice.expectMutedRecordings([alice.phone.process])
            #expect(alice.phone.control.calls.values.map(\.isMuted) == [false])
            try alice.phone.hears(bob.phone)
            try alice.phone.isHeard(by: other)
            try alice.run("unmute")
            try scene.hearEachOther()
            try alice.expectMutedRecordings([])
        }
    }

    @Test func `A declined call ends at the caller, and a caller who gives up stops the ringing`() throws {
        let scene = try SipScene()
        let (alice, bob) = (scene.alice, scene.bob)
        try bob.phone.dial(alice.phone)
        try alice.expect("incoming")
        try alice.run("decline")
        try scene.isOver()
        #expect(try alice.endedReason() == "declined")
        #expect(try bob.endedReason() == "remote-ended")

        try bob.phone.dial(alice.phone)
        try alice.expect("incoming")
        try alice.sound.waitForLevel(on: SipUser.ringer, 0.005..<1)
        try bob.expect("connecting")
        try bob.run("end")
        try scene.isOver()
        #expect(try alice.endedReason() == "remote-ended")
        try alice.sound.waitForLevel(on: SipUser.ringer, 0..<0.0005, lasting: 5)
    }

    @Test func `A call that is answered and ended at the phones themselves is the same call in the registry`() throws {
        let scene = try SipScene()
        let (alice, bob) = (scene.alice, scene.bob)
        let call = try bob.phone.dial(alice.phone)
        try alice.expect("incoming")
        try alice.phone.answer(call)
        try alice.expect("active")
        try bob.expect("active")
        try scene.hearEachOther()
        try bob.phone.hangUp(call)
        try scene.isOver()
        #expect(try bob.endedReason() == "local-ended")
        #expect(try alice.endedReason() == "remote-ended")
    }

    @Test(arguments: [true, false])
    func `A killed service does not interrupt the sound, and the next service controls the call`(_ keepsState: Bool)
        throws
    {
        let scene = try SipScene()
        let (alice, bob) = (scene.alice, scene.bob)
        try scene.talk()
        try scene.stage.crash()
        try scene.hearEachOther()
        if !keepsState { try scene.stage.dropState() }
        try scene.stage.startService()
        for user in [alice, bob] {
            try user.watchAgain()
            try user.expect("active")
        }
        try scene.hearEachOther()
        try alice.run("hold")
        try scene.areSilent()
        try alice.run("resume")
        try scene.hearEachOther()
        try bob.run("end")
        try scene.isOver()
    }

    @Test func `A provider that crashes interrupts no sound, and has the same call when it starts again`() throws {
        let scene = try SipScene()
        let alice = scene.alice
        try scene.talk()
        let calls = Set(try alice.watcher.states().keys)
        alice.crashProvider()
        try alice.expect()
        #expect(try alice.endedReason() == "failed")
        try scene.hearEachOther()
        try alice.startProvider()
        try alice.expect("active")
        #expect(Set(try alice.watcher.states().keys) == calls)
        try alice.run("hold")
        try scene.areSilent()
        try alice.run("end")
        try scene.isOver()
    }
}

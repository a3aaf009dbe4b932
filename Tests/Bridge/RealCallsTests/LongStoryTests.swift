// SPDX-License-Identifier: MIT

import BrowserTesting
import BusTesting
import ModemTesting
import Testing

/// One long story with real programs: a SIP call, a call of a modem that a headset answers, and a meeting in a browser.
@Suite(
    .serialized, .daemonLogs, .needsBridgeUser, .needsModemStacks, .needsBaresip,
    .enabled(if: TestedBrowser.installed.contains(.chromium), "needs chromium"))
struct LongStoryTests {
    private let ada = WholeMachine.ada
    private let meeting = WholeMachine.meeting
    private let machine: WholeMachine
    private var phones: ModemScene { machine.phones }
    private var bob: String { machine.bob }

    init() throws { machine = try WholeMachine() }

    @Test func `Each of a SIP call, a call of a modem and a meeting waits for the next one, and resumes after it`()
        throws
    {
        try machine.talkBySip()
        try machine.plugInHeadset()

        phones.modem.ring(from: ada)
        try phones.expect([bob: "held", ada: "active"], at: [ada: "active"])
        try machine.expectSipSilence()

        try machine.page.run("join()")
        try phones.expect([bob: "held", ada: "held", meeting: "active"], at: [ada: "held"])
        try machine.expectMeeting(isAudible: true)
        try machine.expectSipSilence()

        try machine.page.run("leave()")
        try phones.expect([bob: "held", ada: "active"], at: [ada: "active"])
        try machine.expectSipSilence()

        try phones.ask("End", ada)
        try phones.expect([bob: "active"], at: [:])
        try machine.expectSipSound()
    }

    @Test func `A bridge that is killed during a call hangs up nothing, and the SIP call resumes after that call`()
        throws
    {
        try machine.talkBySip()
        try machine.plugInHeadset()
        phones.modem.ring(from: ada)
        try phones.expect([bob: "held", ada: "active"], at: [ada: "active"])
        let id = try phones.id(ada)

        try machine.crashBridges()
        try phones.expect([bob: "held"], at: [ada: "active"])
        try machine.expectSipSilence()

        try machine.startBridges()
        try phones.expect([bob: "held", ada: "active"], at: [ada: "active"])
        try phones.wait(forProperty: "HasAudio", of: ada, true)
        #expect(try phones.id(ada) == id)
        #expect(try phones.property("HeldFor", of: bob) == .string(id))
        try machine.expectSipSilence()

        try phones.ask("End", ada)
        try phones.expect([bob: "active"], at: [:])
        try machine.expectSipSound()
    }

    @Test func `A meeting beside a call of a modem that cannot hold is refused, stays connected and is silent`() throws
    {
        phones.modem.refuseToHold()
        try machine.talkBySip()
        try machine.plugInHeadset()
        phones.modem.ring(from: ada)
        try phones.expect([bob: "held", ada: "active"], at: [ada: "active"])

        try machine.page.run("join()")
        try phones.expect([bob: "held", ada: "active", meeting: "held"], at: [ada: "active"])
        try machine.expectMeeting(isAudible: false)
        try machine.expectSipSilence()

        try phones.ask("End", ada)
        try phones.expect([bob: "active", meeting: "held"], at: [:])
        try machine.expectSipSound()
        try machine.expectMeeting(isAudible: false)

        try phones.ask("SetHeld", meeting, false)
        try phones.expect([bob: "held", meeting: "active"])
        try machine.expectMeeting(isAudible: true)
        try machine.expectSipSilence()
    }
}

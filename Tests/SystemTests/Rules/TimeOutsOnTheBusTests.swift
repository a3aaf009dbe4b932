// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// Rules 4 and 7: what happens when an app does nothing until its time is over. Only the deadline that a test waits for is
/// short.
@Suite(.daemonLogs)
struct TimeOutsOnTheBusTests {
    @Test(arguments: [
        ("hold", "set-held hold"), ("mute", "set-muted mute"), ("join", "set-group group"), ("tones", "play-dtmf dtmf"),
    ])
    func `what is not done in time has failed, and leaves the call as it was`(kind: String, failure: String) throws {
        let requests: [String: [String: DBusValue]] = [
            "hold": .hold("A"), "mute": .mute("A"), "join": .join("A", "B"), "tones": .tones("1", "A"),
        ]
        let desk = try Desk.withDeadline("Other")
        try desk.find("A", at: desk.phone)
        try desk.find("B", at: desk.phone, ["OnHold": true])
        try desk.user.request([try #require(requests[kind])])
        let action = try desk.waitForTimeOut(of: desk.phone)
        let (told, moved) = try desk.lines()
        #expect(told.dropFirst() == ["phone: TimedOutPerformingAction", "user: failed \(failure)-timed-out A"])
        #expect(moved == [])
        #expect(try desk.user.states() == ["A": "active", "B": "held"] && desk.user.owners() == ["A"])
        for late in ["FulfillAction", "FailAction"] {
            #expect(desk.phone.actor.refusal { try $0.call(late, action, [:]) } == "ActionAlreadyCompleted")
        }
    }

    @Test func `a resume that is not done in time leaves the call held, and the audio free`() throws {
        let desk = try Desk.withDeadline("Other")
        try desk.find("A", at: desk.phone, ["OnHold": true])
        try desk.user.ask("SetHeld", "A", false)
        try desk.waitForTimeOut(of: desk.phone)
        try desk.expect(
            [
                "phone: perform SetHeld A false by shell 0/1", "phone: TimedOutPerformingAction",
                "user: failed set-held resume-timed-out A",
            ], moved: [])
        #expect(try desk.user.states() == ["A": "held"] && desk.user.owners() == [])
    }

    @Test func `an end that is not done in time ends the call all the same`() throws {
        let desk = try Desk.withDeadline("Other")
        try desk.find("A", at: desk.phone)
        try desk.user.ask("End", "A")
        try desk.waitForTimeOut(of: desk.phone)
        try desk.expect(
            [
                "phone: perform End A by shell 0/1", "phone: TimedOutPerformingAction", "phone: deactivated A",
                "user: failed end-call end-timed-out A",
            ], moved: ["A ending", "A ended -audio end-timed-out"])
    }

    @Test(arguments: ["Answer", "Start"])
    func `a beginning that is not done in time ends its call, and the held one comes back`(beginning: String) throws {
        let desk = try Desk.withDeadline(beginning)
        let word = beginning.lowercased()
        try desk.find("A", at: desk.phone)
        if word == "answer" { try desk.chat.ring("B") }
        try desk.user.request([word == "answer" ? .answer("B") : desk.chat.start("B")])
        try desk.phone.fulfill()
        try desk.waitForTimeOut(of: desk.chat)
        try desk.phone.fulfill()
        let (told, moved) = try desk.lines()
        #expect(
            told.suffix(4) == [
                "chat: TimedOutPerformingAction", "phone: perform SetHeld A false by system 0/1",
                "user: failed \(word)-call \(word)-timed-out B", "phone: activated A",
            ])
        #expect(moved.suffix(2) == ["B ended \(word)-timed-out", "A active +audio resumed"])
    }

    @Test func `a hold that is not done in time leaves the owner its audio and the other call ringing`() throws {
        let desk = try Desk.withDeadline("Other")
        try desk.find("A", at: desk.phone)
        try desk.chat.ring("B")
        try desk.user.ask("Answer", "B")
        try desk.waitForTimeOut(of: desk.phone)
        try desk.expect(
            [
                "phone: perform SetHeld A true by system 0/1", "phone: TimedOutPerformingAction",
                "user: failed set-held hold-timed-out A",
            ], moved: [])
        #expect(try desk.user.states() == ["A": "active", "B": "incoming"] && desk.user.owners() == ["A"])
    }

    @Test func `a program that hangs is displaced at the second try, and what it says later does not count`() throws {
        let desk = try Desk.withDeadline("Other")
        let softphone = try Program("Softphone", on: desk.stage.bus)
        try desk.user.request([softphone.start("A")])
        try desk.wait(for: "A", toBe: "active")
        try softphone.hang()
        try desk.chat.ring("B")
        try desk.user.ask("Answer", "B")
        _ = try desk.user.client.waitForSignal("TransactionCompleted") { $0.arguments[1] == false }
        try desk.forget()
        try desk.user.ask("Answer", "B")
        try desk.wait(for: "B", toBe: "connecting")
        try desk.chat.fulfill()
        try desk.expect(
            ["chat: perform Answer B by shell 0/1", "chat: activated B", "user: completed"],
            moved: ["A ending", "A ended -audio end-timed-out", "B connecting", "B active +audio answered"])
        softphone.goOn()
        try softphone.waitForLine("error ActionAlreadyCompleted")
        #expect(try desk.user.states() == ["B": "active"])
    }

    @Test func `an app that has let a hold pass is asked to hold again as soon as it has done anything`() throws {
        let desk = try Desk.withDeadline("Other")
        try desk.find("A", at: desk.phone)
        try desk.chat.ring("B")
        try desk.user.ask("Answer", "B")
        try desk.waitForTimeOut(of: desk.phone)
        try desk.phone.ring("C")
        try desk.user.ask("Answer", "C")
        #expect(try desk.phone.action().member == "PerformEndCallAction")
        try desk.waitForTimeOut(of: desk.phone)
        try desk.phone.fulfill()
        try desk.user.ask("Answer", "B")
        #expect(try desk.phone.action().member == "PerformSetHeldCallAction")
    }

    @Test func `a call that is started and never connects is ended as unanswered`() throws {
        let desk = try Desk.withDeadline("Connect")
        try desk.user.request([desk.phone.start("A")])
        try desk.phone.fulfill()
        _ = try desk.phone.actor.client.waitForSignal("PerformEndCallAction")
        try desk.phone.fulfill()
        let end = try desk.watcher.client.waitForSignal("PropertiesChanged") { $0.arguments[1]["State"] == "ended" }
        #expect(end.arguments[1]["EndedReason"] == "unanswered" && end.arguments[1]["Reason"] == "connect-timed-out")
    }
}

extension Desk {
    /// A call that there is without any action, so that nothing of it has a deadline.
    fileprivate func find(_ call: String, at app: App, _ state: [String: DBusValue] = [:]) throws {
        try goOn(call, at: app, state)
        try forget()
    }

    fileprivate static func withDeadline(_ key: String) throws -> Desk {
        try Desk(configuration: "[Deadlines]\n\(key)=100ms\n")
    }

    /// Waits until an app has let its next action pass. Returns that action.
    @discardableResult
    fileprivate func waitForTimeOut(of app: App) throws -> DBusValue {
        let action = try app.sitOnIt()
        _ = try app.actor.client.waitForSignal("TimedOutPerformingAction") { $0.arguments[1] == action }
        return action
    }
}

// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// Rules 4 and 7: an app does nothing until the deadline. Only the deadline that a test waits for is short.
@Suite(.daemonLogs)
struct TimeOutsOnTheBusTests {
    @Test(arguments: [
        ("hold", "set-held hold"), ("mute", "set-muted mute"), ("join", "set-group group"), ("tones", "play-dtmf dtmf"),
    ])
    func `An action that times out fails and leaves the call as it was`(kind: String, failure: String) throws {
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

    @Test func `An end that times out ends the call`() throws {
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

    @Test func `The second answer displaces a program that hangs, and its late completion is refused`() throws {
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

    @Test func `A started call that never connects is ended as unanswered`() throws {
        let desk = try Desk.withDeadline("Connect")
        try desk.user.request([desk.phone.start("A")])
        try desk.phone.fulfill()
        try desk.phone.fulfill(after: "PerformEndCallAction")
        let end = try desk.watcher.client.waitForSignal("PropertiesChanged") { $0.arguments[1]["State"] == "ended" }
        #expect(end.arguments[1]["EndedReason"] == "unanswered" && end.arguments[1]["Reason"] == "connect-timed-out")
    }
}

extension Desk {
    /// An existing call. It comes without an action, so no deadline applies to it.
    fileprivate func find(_ call: String, at app: Provider, _ state: [String: DBusValue] = [:]) throws {
        try app.goOn(call, state)
        try forget()
    }

    fileprivate static func withDeadline(_ key: String) throws -> Desk {
        try Desk(configuration: "[Deadlines]\n\(key)=100ms\n")
    }

    /// Waits until the next action of an app times out. Returns the action's id.
    @discardableResult
    fileprivate func waitForTimeOut(of app: Provider) throws -> DBusValue {
        let action = try app.sitOnIt()
        _ = try app.actor.client.waitForSignal("TimedOutPerformingAction") { $0.arguments[1] == action }
        return action
    }
}

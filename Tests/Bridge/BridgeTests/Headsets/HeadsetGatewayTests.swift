// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// The gateway to Bluetooth headsets: from an app's call to the front of modems, and from a press to the app.
@Suite(.daemonLogs)
struct HeadsetGatewayTests {
    private static let ada = "+4930123456"

    @Test func `A headset gets a call with its number, answers it and ends it`() throws {
        let scene = try HeadsetScene()
        try scene.phone.ring("A", from: Self.ada)
        try scene.expect(["1 ringing-in in \(Self.ada)"], operatorName: "org.example.Phone")
        try scene.press(1, "accept")
        try scene.phone.fulfill(after: "PerformAnswerCallAction")
        try scene.expect(["1 active in \(Self.ada)"])
        try scene.press(1, "hangup")
        try scene.phone.fulfill(after: "PerformEndCallAction")
        try scene.expect([])
    }

    @Test func `A headset rejects a call, and the call counts as declined`() throws {
        let scene = try HeadsetScene()
        try scene.phone.ring("A", from: Self.ada)
        try scene.expect(["1 ringing-in in \(Self.ada)"])
        try scene.press(1, "hangup")
        try scene.phone.fulfill(after: "PerformEndCallAction")
        try scene.expect([])
        let ended = try scene.phone.actor.call("ListEndedCalls").first?.elements?.last?.entries
        #expect(ended?["EndedReason"] == "declined")
    }

    @Test func `A headset follows a call that the user dials, and plays tones in it`() throws {
        let scene = try HeadsetScene()
        try scene.phone.actor.request([scene.phone.start("A")])
        try scene.phone.fulfill(after: "PerformStartCallAction")
        try scene.phone.reportConnecting("A")
        try scene.phone.reportConnected("A")
        let handle = try scene.phone.actor.property("RemoteHandle", of: "A").elements?.last?.string ?? ""
        try scene.expect(["1 active out \(handle)"])
        try scene.emit("Tone", .uint32(1), "5")
        #expect(try scene.phone.actor.client.waitForSignal("PerformPlayDTMFCallAction").arguments[3] == "5")
    }

    @Test func `The second call of another app holds the first one, and both are at the headset`() throws {
        let scene = try HeadsetScene()
        let other = try scene.stage.app("Talk")
        try scene.phone.activeCall("A", ["RemoteHandle": .tuple("phone-number", .string(Self.ada))])
        try scene.expect(["1 active in \(Self.ada)"])
        try other.ring("B", from: "+4940")
        try scene.expect(["1 active in \(Self.ada)", "2 ringing-in in +4940"], operatorName: "org.example.Phone")
        try scene.press(2, "accept")
        try scene.phone.fulfill(after: "PerformSetHeldCallAction")
        try other.fulfill(after: "PerformAnswerCallAction")
        try scene.expect(["1 held in \(Self.ada)", "2 active in +4940"], operatorName: "org.example.Talk")
        try other.reportEnded("B")
        // Nothing else is active, so a headset would believe that the held call is over.
        try scene.expect(["1 active in \(Self.ada)"])
    }

    @Test func `A locked screen withholds the number and does not answer, and the headset still rejects`() throws {
        let scene = try HeadsetScene(rules: HeadsetScene.locked)
        try scene.phone.ring("A", from: Self.ada)
        try scene.expect(["1 ringing-in in"])
        try scene.press(1, "accept")
        try scene.emit("Tone", .uint32(1), "5")
        try scene.catchUp()
        #expect(try scene.phone.actor.property("PendingAction", of: "A") == "")
        try scene.tell(["Locked": false, "ShowsCallers": true, "Answers": true])
        try scene.expect(["1 ringing-in in \(Self.ada)"])
        try scene.tell(HeadsetScene.locked)
        try scene.expect(["1 ringing-in in"])
        try scene.press(1, "hangup")
        try scene.phone.fulfill(after: "PerformEndCallAction")
        try scene.expect([])
    }

    @Test func `Without an agent the lock is not known, so the number is withheld, and the headset answers`() throws {
        let scene = try HeadsetScene(rules: nil)
        try scene.phone.ring("A", from: Self.ada)
        try scene.expect(["1 ringing-in in"])
        try scene.emit("Dialed", "+4940")
        try scene.press(1, "accept")
        try scene.phone.fulfill(after: "PerformAnswerCallAction")
        try scene.expect(["1 active in"])
        _ = try scene.program.process.waitForLine(of: .error) {
            $0.contains("the agent refuses a number that a headset dialled")
        }
    }

    @Test func `With Buttons=no headsets get no calls`() throws {
        let scene = try HeadsetScene()
        try scene.phone.ring("A", from: Self.ada)
        try scene.expect(["1 ringing-in in \(Self.ada)"])
        try scene.tell(["HeadsetButtons": false])
        try scene.expect([])
        try scene.tell(["HeadsetButtons": true])
        try scene.expect(["2 ringing-in in \(Self.ada)"])
    }

    @Test func `The agent decides about a number that a headset dials, and redial is for one of the user`() throws {
        let scene = try HeadsetScene()
        try scene.emit("Dialed", "+4940")
        #expect(try scene.confirmedLink() == "tel:+4940")
        try scene.emit("Dialed", "*1#")
        #expect(try scene.confirmedLink() == "tel:*1%23")
        // Nobody has dialled yet, and the call that came in is none of these numbers.
        try scene.phone.miss("A", from: Self.ada)
        try scene.emit("Dialed", "")
        _ = try scene.program.process.waitForLine(of: .error) { $0.contains("no number was dialled") }
        try scene.phone.actor.request([scene.phone.start("B")])
        try scene.phone.fulfill(after: "PerformStartCallAction")
        let dialled = try scene.phone.actor.property("RemoteHandle", of: "B").elements?.last?.string ?? ""
        try scene.phone.reportEnded("B", "failed")
        try scene.emit("Dialed", "")
        #expect(try scene.confirmedLink() == "tel:" + dialled)
    }

    @Test func `A second answer of one press does nothing`() throws {
        let scene = try HeadsetScene()
        try scene.phone.ring("A", from: Self.ada)
        try scene.expect(["1 ringing-in in \(Self.ada)"])
        // The same press arrives as a media key, and the agent has answered.
        try scene.phone.actor.ask("Answer", "A")
        try scene.press(1, "accept")
        try scene.catchUp()
        try scene.phone.fulfill(after: "PerformAnswerCallAction")
        try scene.phone.actor.catchUp()
        #expect(scene.phone.actor.actions.isEmpty)
        #expect(try scene.phone.actor.property("State", of: "A") == "active")
    }

    // MARK: Programs that come and go

    @Test func `The next front gets the calls, and a front that has gone presses nothing`() throws {
        let scene = try HeadsetScene()
        try scene.phone.ring("A", from: Self.ada)
        try scene.expect(["1 ringing-in in \(Self.ada)"])
        try scene.replaceFront()
        try scene.attach()
        try scene.answerRules()
        try scene.expect(["2 ringing-in in \(Self.ada)"])
        try scene.press(1, "accept")
        try scene.catchUp()
        #expect(try scene.phone.actor.property("PendingAction", of: "A") == "")
        try scene.press(2, "accept")
        try scene.phone.fulfill(after: "PerformAnswerCallAction")
    }

    @Test func `The next bridge attaches, and hands the calls over`() throws {
        let scene = try HeadsetScene()
        try scene.phone.ring("A", from: Self.ada)
        try scene.expect(["1 ringing-in in \(Self.ada)"])
        try scene.program.process.kill9()
        try scene.program.start()
        try scene.attach()
        // Not before the agent has answered, because PipeWire asks once for the number of a call.
        try scene.catchUp()
        #expect(try !scene.front.hasCalls(of: "SetCalls"))
        try scene.answerRules()
        try scene.expect(["1 ringing-in in \(Self.ada)"])
    }

    @Test func `A front that refuses the calls is left alone`() throws {
        let scene = try HeadsetScene()
        try scene.replaceFront()
        let refusal = BusError(name: "org.freedesktop.DBus.Error.AccessDenied", message: "No.")
        try scene.front.reply(to: scene.front.waitForCall("Attach"), error: refusal)
        _ = try scene.program.process.waitForLine(of: .error) { $0.contains("the front of modems refuses the calls") }
        try scene.phone.ring("A", from: Self.ada)
        try scene.catchUpWithService()
        #expect(try !scene.front.hasCalls(of: "SetCalls"))
    }

    @Test func `A gateway that the front has dropped attaches again, and only once if the front takes no calls then`()
        throws
    {
        let scene = try HeadsetScene()
        try scene.phone.ring("A", from: Self.ada)
        try scene.expect(["1 ringing-in in \(Self.ada)"])
        try scene.press(1, "accept")
        try scene.refuseCalls()
        try scene.attach()
        try scene.expect(["2 active in \(Self.ada)"])
        try scene.phone.fulfill(after: "PerformAnswerCallAction")
        try scene.press(2, "hangup")
        try scene.phone.fulfill(after: "PerformEndCallAction")
        try scene.refuseCalls()
        try scene.attach()
        try scene.phone.ring("B", from: Self.ada)
        try scene.refuseCalls()
        _ = try scene.program.process.waitForLine(of: .error) { $0.contains("the front of modems refuses the calls") }
        try scene.catchUp()
        #expect(try !scene.front.hasCalls(of: "Attach"))
    }

    // MARK: The list

    @Test(arguments: ["unwatched", "name-taken", "background", "detached"])
    func `The list says why headsets do not get the calls`(_ state: String) throws {
        let scene = try HeadsetScene()
        #expect(
            try scene.line(state) == [
                "Source": "bluetooth-headsets", "State": "absent", "Reason": .string(state), "Count": .uint32(0),
                "Providers": .strings([]),
            ])
    }

    @Test func `The list says that headsets get the calls, or that the user has turned them off`() throws {
        let scene = try HeadsetScene()
        #expect(
            try scene.line("shown") == [
                "Source": "bluetooth-headsets", "State": "present", "Count": .uint32(0), "Providers": .strings([]),
            ])
        try scene.phone.ring("A", from: Self.ada)
        try scene.expect(["1 ringing-in in \(Self.ada)"])
        let before = scene.gateway
        try scene.program.set("[Sources]\nbluetooth-headsets=off\n")
        // The front forgets the calls of a connection that leaves the bus.
        try scene.front.waitForName(before, owned: false)
        try scene.program.set("[Sources]\n")
        try scene.attach()
        try scene.answerRules()
        try scene.expect(["2 ringing-in in \(Self.ada)"])
    }
}

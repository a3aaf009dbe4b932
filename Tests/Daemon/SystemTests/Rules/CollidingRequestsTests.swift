// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// Rules 3 and 4: requests that want the audio at the same time take their turns, and none is lost.
@Suite(.daemonLogs)
struct CollidingRequestsTests {
    @Test func `Two requests that wait for one hold take their turns in order`() throws {
        let desk = try Desk()
        try desk.talk("A", at: desk.phone)
        try desk.chat.ring("B")
        try desk.user.ask("Answer", "B")
        try desk.user.request([desk.radio.start("C")])
        #expect(try desk.user.waiting() == ["B", "C"])
        try desk.forget()
        try desk.phone.fulfill()
        // The start does not wait for the answer: the service ends the call that is not answered yet.
        try desk.chat.sitOnIt()
        try desk.chat.fulfill()
        try desk.radio.fulfill()
        try desk.expect([
            "phone: deactivated A", "chat: perform Answer B by shell 0/1", "chat: perform End B by system 0/1",
            "user: failed answer-call superseded B", "radio: perform Start C +4930123456 by shell 0/1",
            "radio: activated C", "user: completed",
        ])
        #expect(try desk.user.states() == ["A": "held", "C": "dialing"])
    }

    @Test func `Each of many requesters is told once how its request ended`() throws {
        let desk = try Desk()
        let asking = [desk.user, try desk.stage.actor("second"), try desk.stage.actor("third")]
        try desk.talk("A", at: desk.phone)
        try desk.chat.ring("B")
        try desk.radio.ring("C")
        let requests: [[[String: DBusValue]]] = [
            [.answer("B")], [.hold("A")], [.answer("C")], [.resume("A")], [desk.chat.start("D")], [.mute("A")],
            [.end("C")], [.hold("A"), desk.radio.start("E")], [.end("B")], [.tones("1", "A")],
        ]
        var accepted: [String] = []
        for (number, request) in requests.enumerated() {
            let actor = asking[number % asking.count]
            accepted.append("\(actor.name) \(try actor.request(request))")
        }
        try desk.finish()
        let completed = try asking.flatMap { actor in try actor.completed().map { "\(actor.name) \($0)" } }
        #expect(completed.sorted() == accepted.sorted())
        #expect(try desk.user.waiting() == [])
    }

    @Test func `The request of a client that has left the bus is performed`() throws {
        let desk = try Desk()
        let passer = try desk.stage.actor("passer-by")
        try desk.talk("A", at: desk.phone)
        try desk.chat.ring("B")
        try passer.ask("Answer", "B")
        passer.client.close()
        try desk.phone.fulfill()
        try desk.chat.fulfill()
        #expect(try desk.user.states() == ["A": "held", "B": "active"])
        #expect(try desk.user.owners() == ["B"])
    }
}

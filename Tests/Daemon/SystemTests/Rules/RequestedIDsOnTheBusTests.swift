// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// Requesters choose the ids of transactions and actions, and may repeat a request whose reply was lost.
@Suite(.daemonLogs)
struct RequestedIDsOnTheBusTests {
    private let desk: Desk
    private let options: [String: DBusValue] = ["Transaction": UUIDs.value("E")]

    init() throws {
        desk = try Desk()
        try desk.phone.ring("A")
        try desk.forget()
    }

    private func answer(_ identifier: String) -> [String: DBusValue] {
        .answer("A").merging(["Identifier": UUIDs.value(identifier)]) { $1 }
    }

    @Test func `The Perform signal carries the ids that the requester chose`() throws {
        #expect(try desk.user.request([answer("F")], options) == UUIDs.text("E"))
        let signal = try desk.phone.action()
        #expect(signal.arguments[1] == UUIDs.value("F"))
        #expect(signal.arguments.last?["Transaction"] == UUIDs.value("E"))
        #expect(signal.arguments.last?["Actions"]?[0]?["Identifier"] == UUIDs.value("F"))
        try desk.phone.fulfill()
        #expect(try desk.user.completed() == [UUIDs.text("E")])
    }

    @Test func `A repeated request gets its transaction and is performed once`() throws {
        for _ in 1...2 { #expect(try desk.user.request([answer("F")], options) == UUIDs.text("E")) }
        try desk.phone.fulfill()
        #expect(try desk.user.request([answer("F")], options) == UUIDs.text("E"))
        try desk.expect(["phone: perform Answer A by shell 0/1", "phone: activated A", "user: completed"])
    }

    @Test func `Neither another request nor another connection can use the ids`() throws {
        try desk.user.request([answer("F")], options)
        #expect(desk.watcher.refusal { try $0.request([answer("F")], options) } == "InvalidArgs")
        #expect(desk.user.refusal { try $0.request([.end("A")], options) } == "InvalidArgs")
        #expect(desk.user.refusal { try $0.request([answer("F")]) } == "InvalidArgs")
        #expect(desk.user.refusal { try $0.request([.end("A")], ["Transaction": "E"]) } == "InvalidArgs")
        #expect(desk.user.refusal { try $0.request([.end("A")], ["Transaction": true]) } == "InvalidArgs")
        let refusals = Array(repeating: "user: RequestTransaction InvalidArgs", count: 4)
        try desk.expect(["phone: perform Answer A by shell 0/1"] + refusals)
    }
}

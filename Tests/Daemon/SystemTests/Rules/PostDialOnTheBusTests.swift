// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// The tones behind the number of a link on the bus.
@Suite(.daemonLogs)
struct PostDialOnTheBusTests {
    private let desk: Desk

    init() throws { desk = try Desk() }

    private func start(_ call: String, _ postDial: DBusValue) throws {
        try desk.user.request([
            [
                "Action": "start-call", "Call": UUIDs.value(call), "Provider": .string(desk.phone.identifier),
                "Handle": .tuple("phone-number", "+4930123456"), "PostDial": postDial,
            ]
        ])
    }

    @Test func `A shell reads the tones of a call and plays them, and the app gets them only then`() throws {
        try start("A", ",,555#")
        let start = try desk.phone.action()
        #expect(start.member == "PerformStartCallAction" && start.details?["PostDial"] == nil)
        #expect(try desk.user.property("PostDial", of: "A") == ",,555#")
        try desk.phone.doEverything()
        try desk.user.ask("PlayDTMF", "A", ",,555#")
        #expect(try desk.phone.action().arguments[3] == ",,555#")
        try desk.phone.fulfill()
        _ = try desk.watcher.client.waitForSignal("PropertiesChanged") {
            $0.path == UUIDs.path("A") && $0.arguments[1]["PostDial"] == ""
        }
    }

    @Test func `An app that is asked to call gets no tones, and its call has them`() throws {
        try desk.user.call(
            "RequestStartCall", .string(desk.phone.identifier), .tuple("phone-number", "+4930123456"),
            ["PostDial": ",1"])
        let asked = try desk.phone.actor.client.waitForSignal("StartCallRequested")
        #expect(asked.arguments.last?["PostDial"] == nil)
        try desk.phone.actor.request([desk.phone.start("A")])
        #expect(try desk.user.property("PostDial", of: "A") == ",1")
    }

    @Test(arguments: ["1x", "p1", ",,555 "])
    func `Tones with other characters than those of a keypad are refused`(_ text: String) throws {
        let error = #expect(throws: BusTesting.BusError.self) { try start("A", .string(text)) }
        #expect(error?.shortName == "InvalidArgs")
    }

    @Test func `Tones of more than 128 bytes are refused`() throws {
        let error = #expect(throws: BusTesting.BusError.self) {
            try start("A", .string(String(repeating: "1", count: 129)))
        }
        #expect(error?.shortName == "LimitsExceeded")
    }
}

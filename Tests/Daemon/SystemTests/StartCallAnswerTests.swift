// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// A requester that waits until the app has answered the request to start a call.
@Suite(.daemonLogs)
struct StartCallAnswerTests {
    private let stage: Stage
    private let phone: Provider
    private let recents: Actor
    private let handle = DBusValue.tuple("phone-number", "+4930123456")

    init() throws {
        stage = try Stage()
        phone = try stage.app("Phone")
        recents = try stage.actor("recents")
    }

    /// Asks the phone to call.
    private func begin(_ details: [String: DBusValue] = ["AwaitAnswer": true]) throws -> UInt32 {
        try recents.client.manager.send("RequestStartCall", "org.example.Phone", handle, .options(details))
    }

    /// The same, and waits until the phone has the request.
    private func ask(_ details: [String: DBusValue] = ["AwaitAnswer": true]) throws -> UInt32 {
        let request = try begin(details)
        _ = try phone.actor.client.waitForSignal("StartCallRequested")
        return request
    }

    private func answer(_ isHandled: Bool, about handle: DBusValue? = nil) throws {
        try phone.actor.call(
            "AnswerStartCall", "org.example.Phone", handle ?? self.handle, .bool(isHandled), [:])
    }

    @Test func `A requester that waits gets its reply when the app has taken the request`() throws {
        let request = try ask()
        try recents.catchUp()
        #expect(!recents.client.hasReply(to: request))
        try answer(true)
        #expect(try recents.client.reply(to: request) == ["org.example.Phone"])
    }

    @Test func `A requester that waits gets an error if the app handles no requests`() throws {
        let request = try ask()
        try answer(false)
        #expect(recents.refusal { try $0.client.reply(to: request) } == "StartCallNotHandled")
    }

    @Test func `An answer about another number leaves the requester waiting`() throws {
        let request = try ask()
        try answer(false, about: .tuple("phone-number", "+4940"))
        try recents.catchUp()
        #expect(!recents.client.hasReply(to: request))
        try answer(true)
        #expect(try recents.client.reply(to: request) == ["org.example.Phone"])
    }

    @Test func `A call that the app starts is the answer`() throws {
        let request = try ask()
        try phone.actor.request([phone.start("A")])
        #expect(try recents.client.reply(to: request) == ["org.example.Phone"])
    }

    @Test func `An app that does not answer was asked, and the requester gets its reply after a while`() throws {
        let request = try ask()
        #expect(try recents.client.reply(to: request) == ["org.example.Phone"])
    }

    @Test func `A requester that waits gets an error if the app leaves`() throws {
        let request = try ask()
        try phone.actor.call("InvalidateProvider", "org.example.Phone")
        #expect(recents.refusal { try $0.client.reply(to: request) } == "UnknownProvider")
    }

    @Test func `A requester that does not wait gets its reply at once`() throws {
        let request = try ask([:])
        #expect(try recents.client.reply(to: request) == ["org.example.Phone"])
        // Without a requester that waits, an answer has no effect.
        try answer(false)
    }

    @Test func `Requesters of many calls do not wait, and the others still do`() throws {
        let requests = try (0..<65).map { _ in try begin() }
        #expect(try recents.client.reply(to: requests[64]) == ["org.example.Phone"])
        #expect(!recents.client.hasReply(to: requests[0]))
        try answer(false)
        #expect(recents.refusal { try $0.client.reply(to: requests[0]) } == "StartCallNotHandled")
        for request in requests[1..<64] { _ = recents.refusal { try $0.client.reply(to: request) } }
    }

    @Test func `Only the connection of the provider answers for it`() throws {
        let request = try ask()
        let refusal = recents.refusal {
            try $0.call("AnswerStartCall", "org.example.Phone", handle, false, [:])
        }
        #expect(refusal == "Unentitled")
        let unknown = phone.actor.refusal { try $0.call("AnswerStartCall", "org.example.Nihil", handle, false, [:]) }
        #expect(unknown == "UnknownProvider")
        #expect(
            phone.actor.refusal { try $0.call("AnswerStartCall", "org.example.Phone", .tuple("", ""), false, [:]) }
                == "InvalidArgs")
        try answer(true)
        _ = try recents.client.reply(to: request)
    }
}

// SPDX-License-Identifier: MIT

import AppTesting
import BusTesting
import Testing

/// An app recognises its own transactions and actions at its delegate by their ids.
@Suite(.daemonLogs)
final class IdentityTests: PhoneSuite {
    init() throws {
        try super.init()
        try phone.does("ring A", "habit ids", "habit execute")
        try scene.settle()
    }

    @Test func `The delegate gets the transaction and the actions with the requested ids`() throws {
        try phone.does("request answer A, mute A")
        try scene.expect([
            "Phone": [
                "accepted", "execute answer A, mute A as requested", "answer A as requested", "activate",
                "mute A as requested",
            ]
        ])
        try phone.does("request start B +49")
        try scene.expect([
            "Phone": [
                "accepted", "execute hold A, start B +49 as requested", "hold A for another", "deactivate",
                "start B +49 as requested", "activate",
            ]
        ])
    }

    @Test func `A transaction of another program has its own ids`() throws {
        try scene.shell().ask("Answer", "A")
        try scene.expect(["Phone": ["execute answer A for another", "answer A for another", "activate"]])
    }

    @Test func `A transaction that is requested twice is performed once`() throws {
        try scene.does(phone, "request answer A")
        try phone.does("request-again")
        try scene.expect(["Phone": ["accepted"]])
    }

    @Test func `An action that was requested before is refused in another transaction`() throws {
        try scene.does(phone, "request answer A")
        try phone.does("request-again end A")
        let story = try scene.story()
        #expect(story["Phone"]?.first?.hasPrefix("refused invalidAction") == true)
        #expect(story["Phone"]?.count == 1)
        try scene.expect(calls: "A active")
    }

    @Test func `An end that is requested twice is delivered once`() throws {
        try phone.does("drop-habit obey", "request end A")
        try scene.settle()
        try phone.does("request end A")
        try scene.expect(["Phone": ["accepted"]])
        try phone.does("fulfil")
        try scene.expect([:])
        try scene.expect(calls: "")
    }
}

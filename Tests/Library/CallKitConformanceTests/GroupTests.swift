// SPDX-License-Identifier: MIT

import AppTesting
import BusTesting
import Testing

/// Conferences, and the limits of groups and of the calls in a group.
@Suite(.daemonLogs)
final class GroupTests: PhoneSuite {
    /// A is held, B is active.
    private func twoCalls() throws {
        for call in ["A", "B"] {
            try phone.does("ring \(call)", "request answer \(call)")
            try scene.settle()
        }
        try scene.expect(calls: "A held, B active")
    }

    /// If A resumed before the merge, two groups would have the audio.
    @Test func `A merge resumes the held member once it is in the group`() throws {
        try twoCalls()
        try phone.does("request group A B")
        try scene.expect(["Phone": ["accepted", "group A B", "resume A"]])
        try scene.expect(calls: "A active, B active")
        let group = try scene.shell().property("Group", of: "B")
        #expect(try scene.shell().property("Group", of: "A") == group)
    }

    /// If B were held only after the split, two groups would have the audio.
    @Test func `A split holds the rest of the group first`() throws {
        try twoCalls()
        try scene.does(phone, "request group A B")
        try phone.does("request ungroup A")
        try scene.expect(["Phone": ["accepted", "hold B", "ungroup A"]])
        try scene.expect(calls: "A active, B held")
    }

    @Test func `Calls of two apps are not merged`() throws {
        let chat = try scene.app("Chat")
        try phone.does("ring A", "request answer A")
        try scene.settle()
        try chat.does("ring B", "request answer B")
        try scene.settle()
        try chat.does("request group B A")
        try scene.expect(["Chat": ["refused invalidAction B A"]])
        try scene.expect(calls: "A held, B active")
    }

    @Test func `A conference is held and resumed as a whole`() throws {
        try twoCalls()
        try scene.does(phone, "request group A B")
        let chat = try scene.app("Chat")
        try chat.does("request start C +1")
        try scene.expect([
            "Phone": ["hold B", "hold A", "deactivate"], "Chat": ["accepted", "start C +1", "activate"],
        ])
        try chat.does("request end C")
        try scene.expect([
            "Chat": ["accepted", "end C", "deactivate"], "Phone": ["resume B", "activate", "resume A"],
        ])
    }

    @Test func `A call above the limit of groups is refused, and the error names the other calls`() throws {
        try twoCalls()
        try phone.does("request start C +1")
        try scene.expect(["Phone": ["refused maximumCallGroupsReached A B"]])
        try scene.expect(calls: "A held, B active")
    }

    @Test func `An incoming call above the limit of groups is refused, and the error names the other calls`() throws {
        try twoCalls()
        try phone.does("ring C")
        try scene.expect(["Phone": ["C refused unknown A B"]])
        try phone.does("ended A remote-ended", "ring C")
        try scene.expect(["Phone": ["C reported"]])
    }

    @Test func `A conference is one group and leaves room for another call`() throws {
        try twoCalls()
        try scene.does(phone, "request group A B")
        try phone.does("request start C +1")
        #expect(try scene.story()["Phone"]?.first == "accepted")
        try scene.expect(calls: "A held, B held, C dialing")
    }

    @Test func `A configuration may lower the number of groups later`() throws {
        try phone.does("configure groups=1", "ring A")
        try scene.settle()
        try phone.does("request start B +1")
        try scene.expect(["Phone": ["refused maximumCallGroupsReached A"]])
        try phone.does("configure groups=2", "request start B +1")
        try scene.expect(["Phone": ["accepted", "start B +1", "activate"]])
    }

    @Test func `A full group accepts no more calls`() throws {
        try phone.does("configure size=1")
        try twoCalls()
        try phone.does("request group A B")
        try scene.expect(["Phone": ["refused unknown B"]])
    }

    @Test func `A redial is accepted while the first call is ending`() throws {
        try phone.does("configure groups=1", "request start A +1")
        try scene.settle()
        try phone.does("drop-habit obey", "request end A", "request start B +1")
        try scene.expect(["Phone": ["accepted", "end A", "accepted"]])
        try phone.does("fulfil")
        try scene.expect(["Phone": ["deactivate", "start B +1"]])
        try phone.does("fulfil")
        try scene.expect(["Phone": ["activate"]])
    }
}

// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// Conferences, and how many there may be.
@Suite(.daemonLogs)
struct GroupTests {
    let scene: Scene
    let phone: Player

    init() throws {
        scene = try Scene()
        phone = try scene.app("Phone")
    }

    /// A is held, B is talked on.
    private func twoCalls() throws {
        for call in ["A", "B"] {
            try phone.does("ring \(call)", "request answer \(call)")
            try scene.settle()
        }
        try scene.expect(calls: "A held, B active")
    }

    /// Not before: two groups would have the audio.
    @Test func `Merge: the held member is resumed once it is in the group`() throws {
        try twoCalls()
        try phone.does("request group A B")
        try scene.expect(["Phone": ["accepted", "group A B", "resume A"]])
        try scene.expect(calls: "A active, B active")
        let group = try scene.shell().property("Group", of: "B")
        #expect(try scene.shell().property("Group", of: "A") == group)
    }

    /// Not after: two groups would have the audio.
    @Test func `Go private: the rest of the group is held first`() throws {
        try twoCalls()
        try phone.does("request group A B")
        try scene.settle()
        try phone.does("request ungroup A")
        try scene.expect(["Phone": ["accepted", "hold B", "ungroup A"]])
        try scene.expect(calls: "A active, B held")
    }

    @Test func `calls of two apps are not merged`() throws {
        let chat = try scene.app("Chat")
        try phone.does("ring A", "request answer A")
        try scene.settle()
        try chat.does("ring B", "request answer B")
        try scene.settle()
        try chat.does("request group A B")
        try scene.expect(["Chat": ["refused invalidAction A B"]])
        try scene.expect(calls: "A held, B active")
    }

    @Test func `a conference is held and resumed as one`() throws {
        try twoCalls()
        try phone.does("request group A B")
        try scene.settle()
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

    @Test func `a call over the limit is refused, and the error names those in the way`() throws {
        try twoCalls()
        try phone.does("request start C +1")
        try scene.expect(["Phone": ["refused maximumCallGroupsReached A B"]])
        try scene.expect(calls: "A held, B active")
    }

    @Test func `a call that comes in over the limit is refused, and the error names those in the way`() throws {
        try twoCalls()
        try phone.does("ring C")
        try scene.expect(["Phone": ["C refused unknown A B"]])
        try phone.does("ended A remote-ended", "ring C")
        try scene.expect(["Phone": ["C reported"]])
    }

    @Test func `a conference is one group, so that there is room for another call`() throws {
        try twoCalls()
        try phone.does("request group A B")
        try scene.settle()
        try phone.does("request start C +1")
        #expect(try scene.story()["Phone"]?.first == "accepted")
        try scene.expect(calls: "A held, B held, C dialing")
    }

    @Test func `a configuration may allow fewer groups, also later`() throws {
        try phone.does("configure groups=1", "ring A")
        try scene.settle()
        try phone.does("request start B +1")
        try scene.expect(["Phone": ["refused maximumCallGroupsReached A"]])
        try phone.does("configure groups=2", "request start B +1")
        try scene.expect(["Phone": ["accepted", "start B +1", "activate"]])
    }

    @Test func `a group that is full takes no more`() throws {
        try phone.does("configure size=1")
        try twoCalls()
        try phone.does("request group A B")
        try scene.expect(["Phone": ["refused unknown B"]])
    }

    @Test func `a quick redial is accepted while the first call is still ending`() throws {
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

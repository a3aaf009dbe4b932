// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// Rule 8: a conference is one owner of the audio. ``TwoCallsTests`` merges and splits two calls.
@Suite(.daemonLogs)
struct ConferencesOnTheBusTests {
    @Test func `An answer holds every member of a conference, and every member resumes afterwards`() throws {
        let desk = try Desk()
        try desk.confer("A", "B", at: desk.phone)
        try desk.chat.ring("C")
        try desk.forget()
        try desk.user.ask("Answer", "C")
        try desk.phone.doEverything()
        try desk.chat.fulfill()
        try desk.user.ask("End", "C")
        try desk.chat.fulfill()
        try desk.phone.doEverything()
        try desk.expect([
            "phone: perform SetHeld B true by system 0/2", "phone: perform SetHeld A true by system 1/2",
            "phone: deactivated A", "chat: perform Answer C by shell 0/1", "chat: activated C", "user: completed",
            "chat: perform End C by shell 0/1", "chat: deactivated C",
            "phone: perform SetHeld B false by system 0/2", "user: completed", "phone: activated B",
            "phone: perform SetHeld A false by system 1/2",
        ])
        #expect(try desk.user.owners().sorted() == ["A", "B"])
    }
}
